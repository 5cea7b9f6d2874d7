import type { JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { compareValues, firstIndex } from '../../base/order.ts';
import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField, isNumberField, isRangeField } from '../../store/field-type.ts';
import { networkBounds } from '../../store/ip.ts';
import type { Column, ColumnValue } from '../../store/segment.ts';
import { neighbour } from '../../store/values/ranges.ts';
import { normalized, readBoolean, readIp } from '../../store/values/read-value.ts';
import { canHold, dateValue, numberValue, readNumber } from './field-values.ts';
import type { Scope, ShardContext } from './weight.ts';

/** How a value of a range field must relate to the range of the query. */
export type RangeRelation = 'intersects' | 'contains' | 'within';

/** One bound of a range. */
export interface Bound<Value> {
  readonly value: Value;
  readonly inclusive: boolean;
}

/** A span of values; an undefined bound is open. */
export interface Span<Value> {
  readonly lower: Bound<Value> | undefined;
  readonly upper: Bound<Value> | undefined;
}

/** The bounds of a range query as they were sent, and how dates are read. */
export interface SentRange extends Span<JsonValue> {
  readonly format?: string | undefined;
  readonly time_zone?: string | undefined;
}

/** The values from the first to the second, both included. */
type Closed = readonly [from: ColumnValue, to: ColumnValue];

/**
 * Returns the span of one exact value, such as a day for `2020-01-01`, or a network for `10.0.0.0/8`; undefined if the
 * field cannot have the value.
 */
export function spanOfValue(
  field: LeafField,
  value: JsonValue,
  context: ShardContext,
): Closed | undefined {
  if (isNumberField(field) && !canHold(field, numberValue(field, value))) return undefined;
  const network = field.type === 'ip' ? networkBounds(showJson(value)) : undefined;
  if (network !== undefined) return network;
  const bound = { value, inclusive: true };
  const { lower, upper } = spanOfRange({ lower: bound, upper: bound }, field, context);
  return lower && upper && [lower.value, upper.value];
}

/** search.range-options: returns the span of a range query in the units of the column of the field. */
export function spanOfRange(
  range: SentRange,
  field: LeafField,
  { now_ms }: ShardContext,
): Span<ColumnValue> {
  const read = (bound: Bound<JsonValue> | undefined, end: 'lower' | 'upper') => {
    if (bound === undefined) return undefined;
    const { inclusive } = bound;
    const value = boundValue(bound.value, field, {
      ...range,
      now_ms,
      roundUp: (end === 'upper') === inclusive,
    });
    // As for indexed ranges, an exclusive bound becomes the next inclusive one: ]1, 5[ is within [2, 4].
    const next =
      isRangeField(field) && !inclusive
        ? neighbour(value, end === 'lower' ? 1 : -1, field)
        : undefined;
    return next === undefined ? { value, inclusive } : { value: next, inclusive: true };
  };
  return { lower: read(range.lower, 'lower'), upper: read(range.upper, 'upper') };
}

interface BoundOptions extends Pick<SentRange, 'format' | 'time_zone'> {
  readonly now_ms: number;
  readonly roundUp: boolean;
}

function boundValue(value: JsonValue, field: LeafField, options: BoundOptions): ColumnValue {
  if (isNumberField(field)) return numberValue(field, value);
  if (isDateField(field) || field.type === 'date_range') {
    return dateValue(value, {
      ...options,
      type: field.type === 'date_nanos' ? 'date_nanos' : 'date',
      format: options.format ?? field.format,
      locale: isDateField(field) ? field.locale : undefined,
    });
  }
  if (field.type === 'boolean') return readBoolean(value);
  if (field.type === 'ip' || field.type === 'ip_range') return readIp(value);
  if (field.type === 'keyword') return normalized(showJson(value), field);
  return field.type === 'text' ? showJson(value) : readNumber(value);
}

/** Returns the columns with the first and the last values of a field: one and the same, unless its values are ranges. */
function endsOf({ fields }: Scope, field: LeafField): readonly [Column, Column] {
  const [from, to] = isRangeField(field) ? ['#gte', '#lte'] : ['', ''];
  const none: Column = () => [];
  return [
    fields.column(`${field.name}${from}`) ?? none,
    fields.column(`${field.name}${to}`) ?? none,
  ];
}

type ValueTest = (start: ColumnValue, end: ColumnValue) => boolean;

/** How many values are tested in one step. */
const valuesPerStep = 4096;

/** Finds the documents of a scope with a value that passes a test; it takes the first and the last value of a range. */
function* docsWith(scope: Scope, field: LeafField, test: ValueTest): Work<DocSet> {
  const docs = new DocSet(scope.size);
  const [starts, ends] = endsOf(scope, field);
  let count = 0;
  for (let doc = 0; doc < scope.size; doc++) {
    const [own, last] = [starts(doc), ends(doc)];
    if (own.some((start, nth) => test(start, last[nth]!))) docs.set(doc);
    count += own.length;
    if (count >= valuesPerStep) {
      count = 0;
      yield;
    }
  }
  return docs;
}

/** Finds the documents of a scope that have a value in a span, or a range with the relation to it. */
export function docsMeeting(
  scope: Scope,
  field: LeafField,
  { span, relation }: { readonly span: Span<ColumnValue>; readonly relation: RangeRelation },
): Work<DocSet> {
  const [first, last] = boundsOn(span, isRangeField(field) ? relation : 'intersects');
  return docsWith(scope, field, (start, end) => isInside(start, first) && isInside(end, last));
}

/**
 * Returns the function that finds the documents with a value in one of many spans of exact values, in time proportional to
 * the values of the documents.
 */
export function spansFinder(
  field: LeafField,
  spans: readonly (Closed | undefined)[],
): (scope: Scope) => Work<DocSet> {
  const apart = joined(spans.filter((span) => span !== undefined));
  const meets: ValueTest = (start, end) => {
    const at = firstIndex(apart.length, (index) => apart[index]![1] >= start);
    return at < apart.length && apart[at]![0] <= end;
  };
  return (scope) => docsWith(scope, field, meets);
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

/** True if a value is in a span. */
export function isInside(value: ColumnValue, { lower, upper }: Span<ColumnValue>): boolean {
  const above = lower === undefined ? 1 : compareValues(value, lower.value);
  const below = upper === undefined ? -1 : compareValues(value, upper.value);
  return (
    (above > 0 || (above === 0 && lower?.inclusive === true)) &&
    (below < 0 || (below === 0 && upper?.inclusive === true))
  );
}

/** Returns the spans that the lower and the upper bound of a stored range must be in. */
function boundsOn<Value>(
  { lower, upper }: Span<Value>,
  relation: RangeRelation,
): readonly [Span<Value>, Span<Value>] {
  const from = { lower, upper: undefined };
  const to = { lower: undefined, upper };
  if (relation === 'intersects') return [to, from];
  if (relation === 'within') return [from, to];
  return [
    { lower: undefined, upper: lower },
    { lower: upper, upper: undefined },
  ];
}
