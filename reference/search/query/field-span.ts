import type { JsonValue } from '../../base/json.ts';
import { firstIndex } from '../../base/order.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { LeafField, RangeField } from '../../store/field-type.ts';
import { isDateField, isNumberField } from '../../store/field-type.ts';
import { neighbour } from '../../store/values/ranges.ts';
import type { QueriedField } from './field-values.ts';
import {
  dateValue,
  booleanValue,
  canHold,
  ipTerm,
  numberValue,
  readNumber,
} from './field-values.ts';
import type { RangeBound, RangeQuery, RangeRelation } from './query.ts';
import type { Bound, Numeric, Span } from './term-sets.ts';
import { docsInSpan, isInside } from './term-sets.ts';
import type { Scope, ShardContext } from './weight.ts';
import { queryError } from './weight.ts';

/** A span of a number, boolean or date field, or the relation of the values of a range field to a span. */
interface FieldSpan {
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
): DocSet {
  if (isRange(field)) return docsInRanges(scope, field, { span, relation });
  return docsInSpan(scope.fields.column(field.name), span, scope.size);
}

/** The values from the first to the second, both included. */
type Closed = readonly [from: Numeric | string, to: Numeric | string];

/**
 * Returns the function that finds the documents with a value in one of the spans of exact values, in time proportional to
 * the values of the documents: there may be many spans.
 */
export function spansFinder(
  field: QueriedField,
  spans: readonly FieldSpan[],
): (scope: Scope) => DocSet {
  const meets = meetsAny(
    spans.flatMap(({ span: { lower, upper } }): readonly Closed[] =>
      lower === undefined || upper === undefined ? [] : [[lower.value, upper.value]],
    ),
  );
  const [lower, upper] = isRange(field) ? ['#gte', '#lte'] : ['', ''];
  return ({ fields, size }) => {
    const docs = new DocSet(size);
    const starts = fields.column(`${field.name}${lower}`) ?? [];
    const ends = fields.column(`${field.name}${upper}`) ?? [];
    for (const [doc, own] of starts.entries()) {
      if (own.some((start, nth) => meets(start, ends[doc]![nth]!))) docs.set(doc);
    }
    return docs;
  };
}

/** Returns the test whether the values from one to another are in part those of one of many spans. */
export function meetsAny(
  spans: readonly Closed[],
): (start: Numeric | string, end: Numeric | string) => boolean {
  const apart = joined(spans);
  return (start, end) => {
    const at = firstIndex(apart.length, (index) => apart[index]![1] >= start);
    return at < apart.length && apart[at]![0] <= end;
  };
}

/** Returns spans that do not overlap, ascending, with the same values. */
function joined(spans: readonly Closed[]): readonly Closed[] {
  const apart: Closed[] = [];
  for (const span of spans.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = apart.at(-1);
    if (before === undefined || before[1] < span[0]) apart.push(span);
    else if (before[1] < span[1]) apart[apart.length - 1] = [before[0], span[1]];
  }
  return apart;
}

function isLeaf(field: QueriedField): field is LeafField {
  return !field.type.startsWith('_');
}

function isRange(field: QueriedField): field is RangeField {
  return field.type.endsWith('_range');
}

/** Returns the documents with a range that has the relation to a span. */
function docsInRanges(scope: Scope, field: RangeField, { span, relation }: FieldSpan): DocSet {
  const docs = new DocSet(scope.size);
  const starts = scope.fields.column(`${field.name}#gte`) ?? [];
  const ends = scope.fields.column(`${field.name}#lte`) ?? [];
  const [first, last] = boundsOn(span, relation);
  for (const [doc, own] of starts.entries()) {
    const isFound = own.some(
      (start, nth) => isInside(start, first) && isInside(ends[doc]![nth]!, last),
    );
    if (isFound) docs.set(doc);
  }
  return docs;
}

/** Returns the spans that the lower and the upper bound of a stored range must be in. */
function boundsOn<T>(
  { lower, upper }: Span<T>,
  relation: RangeRelation,
): readonly [Span<T>, Span<T>] {
  switch (relation) {
    case 'intersects':
      return [
        { lower: undefined, upper },
        { lower, upper: undefined },
      ];
    case 'within':
      return [
        { lower, upper: undefined },
        { lower: undefined, upper },
      ];
    case 'contains':
      return [
        { lower: undefined, upper: lower },
        { lower: upper, upper: undefined },
      ];
    default:
      return relation satisfies never;
  }
}
