import type { JsonValue } from '../../base/json.ts';
import { Bitset } from '../../store/bitset.ts';
import type { LeafField, RangeField } from '../../store/field-type.ts';
import { isDateField, isNumberField } from '../../store/field-type.ts';
import { neighbour } from '../../store/values/ranges.ts';
import type { QueriedField } from './queried-field.ts';
import { dateValue } from './date-value.ts';
import { booleanValue, canHold, ipTerm, numberValue, readNumber } from './field-values.ts';
import type { RangeBound, RangeQuery, RangeRelation } from './query.ts';
import { docsInRanges } from './range-columns.ts';
import type { Bound, Numeric, Span } from './term-sets.ts';
import { docsInSpan } from './term-sets.ts';
import type { Scope, ShardContext } from './weight.ts';
import { queryError } from './weight.ts';

/** A span of a number, boolean or date field, or the relation of the values of a range field to a span. */
export interface FieldSpan {
  readonly span: Span<Numeric | string>;
  readonly relation: RangeRelation;
}

/** The options of a range query in addition to its bounds. */
type RangeOptions = Pick<RangeQuery, 'format' | 'time_zone'>;

/**
 * Returns the span of one exact value, such as a day for `2020-01-01`; undefined if the field cannot have the value.
 */
export function spanOfValue(
  field: QueriedField,
  value: JsonValue,
  context: ShardContext,
): FieldSpan | undefined {
  if (isLeaf(field) && isNumberField(field)) {
    const number = numberValue(field, value);
    if (!canHold(field, number)) return undefined;
  }
  const bound = { value, inclusive: true };
  const query = { lower: bound, upper: bound, format: undefined, time_zone: undefined };
  return spanOfRange({ ...query, relation: 'intersects' }, field, context);
}

/** search.range-options: returns the span of a range query in the units of the column of the field. */
export function spanOfRange(
  query: Pick<RangeQuery, 'lower' | 'upper' | 'relation' | 'format' | 'time_zone'>,
  field: QueriedField,
  context: ShardContext,
): FieldSpan {
  const { lower, upper, relation } = query;
  const read = (bound: RangeBound | undefined, end: 'lower' | 'upper') => {
    if (bound === undefined) return undefined;
    const value = readBound({ field, bound, end, options: query }, context);
    return closedBound({ value, inclusive: bound.inclusive }, end, field);
  };
  return { span: { lower: read(lower, 'lower'), upper: read(upper, 'upper') }, relation };
}

/** Converts an exclusive bound to the next inclusive one, as for indexed ranges: ]1, 5[ is within [2, 4]. */
function closedBound(
  bound: Bound<Numeric | string>,
  end: 'lower' | 'upper',
  field: QueriedField,
): Bound<Numeric | string> {
  if (bound.inclusive || !isRange(field)) return bound;
  const value = neighbour(bound.value, end === 'lower' ? 1 : -1, field);
  return value === undefined ? bound : { value, inclusive: true };
}

interface BoundReading {
  readonly field: QueriedField;
  readonly bound: RangeBound;
  readonly end: 'lower' | 'upper';
  readonly options: RangeOptions;
}

function readBound(reading: BoundReading, context: ShardContext): Numeric | string {
  const { field, bound, end, options } = reading;
  const { value, inclusive } = bound;
  if (isLeaf(field)) {
    if (isNumberField(field)) return numberValue(field, value);
    if (isDateField(field) || field.type === 'date_range') {
      return dateValue(value, {
        type: field.type === 'date_nanos' ? 'date_nanos' : 'date',
        format: options.format ?? field.format,
        locale: isDateField(field) ? field.locale : undefined,
        time_zone: options.time_zone,
        now_ms: context.now_ms,
        roundUp: (end === 'upper') === inclusive,
      });
    }
    if (field.type === 'boolean') return booleanValue(value);
    if (field.type === 'ip_range') return ipTerm(value);
    if (field.type.endsWith('_range')) return readNumber(value);
  }
  throw queryError(
    context,
    `Field [${field.name}] of type [${field.type}] does not support range queries`,
  );
}

/** Returns the documents of a scope that have a value in a span. */
export function docsMeeting(
  scope: Scope,
  field: QueriedField,
  { span, relation }: FieldSpan,
): Bitset {
  if (isRange(field)) return docsInRanges(scope, field, { span, relation });
  const column = scope.fields.column(field.name);
  if (column?.kind !== 'numeric') return new Bitset(scope.size);
  return docsInSpan(column, numericSpan(span), scope.size);
}

/** Returns the bounds of a span that are numbers. */
function numericSpan({ lower, upper }: Span<Numeric | string>): Span<Numeric> {
  const numeric = (bound: Bound<Numeric | string> | undefined): Bound<Numeric> | undefined =>
    bound === undefined || typeof bound.value === 'string'
      ? undefined
      : { value: bound.value, inclusive: bound.inclusive };
  return { lower: numeric(lower), upper: numeric(upper) };
}

function isLeaf(field: QueriedField): field is LeafField {
  return !field.type.startsWith('_');
}

function isRange(field: QueriedField): field is RangeField {
  return field.type.endsWith('_range');
}
