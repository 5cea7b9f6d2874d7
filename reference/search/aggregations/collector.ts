import type { Budget } from '../../base/budget.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { ServiceError, refuse } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import type { Yielder } from '../../base/yielder.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField, isNumberField, isRangeField } from '../../store/field-type.ts';
import { readBoolean, readIp } from '../../store/values/read-value.ts';
import type { ColumnValue, Segment } from '../../store/segment.ts';
import { showDate, storedDateValue, readNumber } from '../query/field-values.ts';
import type { IndexView } from '../shard-target.ts';
import { noFielddata } from '../sort/bound-key.ts';

/** Collects a document of a segment into a bucket of the parent aggregation. */
type Collect = (doc: number, bucket: number) => void;

/** A document that is to be collected into a bucket of an aggregation. */
interface Pending {
  readonly collect: Collect;
  readonly doc: number;
  readonly bucket: number;
}

/** What a step of collecting may still do at once, and what is left for later ones. */
interface Turn {
  room: number;
  readonly pending: Pending[];
}

/** The segment and index whose documents are collected. */
export interface CollectScope {
  readonly index: IndexView;
  readonly segment: Segment;
  readonly turn: Turn;
}

/** The state of a running aggregation. Buckets of its parent are numbered from 0; the whole search is bucket 0. */
export interface Collector {
  readonly enter: (scope: CollectScope) => Collect;
  /** Returns the result for one bucket; yields to the event loop while it works. */
  readonly result: (bucket: number, yielder: Yielder) => Promise<JsonObject>;
  /** Returns the number that buckets are ordered by (`value` of a metric); undefined for aggregations without one. */
  readonly valueOf: ((bucket: number) => number) | undefined;
}

/** The maximum number of buckets in one response. */
export const maxBuckets = 65_536;

/** Estimated memory in bytes of a bucket in a response. */
const shown_bytes = 400;
/** Memory is reserved in pieces of this size, in bytes. */
const piece_bytes = 2 ** 14;

/** Counts the buckets of one response, and the memory of the aggregations. */
export type BucketCount = ReturnType<typeof countBuckets>;

/** Starts to count the buckets of one response. */
export function countBuckets(budget: Budget) {
  let buckets = 0;
  let pending_bytes = 0;
  const reserve = (bytes: number): void => {
    pending_bytes += bytes;
    if (Math.abs(pending_bytes) < piece_bytes) return;
    budget.reserve(pending_bytes);
    pending_bytes = 0;
  };
  return {
    /** Counts memory in bytes, or frees it (negative). Throws circuit_breaking_exception if the request must not have more. */
    reserve,
    /** Throws too_many_buckets_exception above the maximum. */
    add(count: number): void {
      buckets += count;
      reserve(count * shown_bytes);
      if (buckets > maxBuckets) {
        throw new ServiceError(
          'too_many_buckets_exception',
          `Trying to create too many buckets. Must be less than or equal to: [${maxBuckets}] but was [${buckets}].`,
        );
      }
    },
  };
}

/** Sub-aggregations by name. */
export type Collectors = ReadonlyMap<string, Collector>;

/** Returns a function that collects documents into all sub-aggregations: at once, or in a later step if the turn is over. */
export function enterAll(collectors: Collectors, scope: CollectScope): Collect {
  const collects = [...collectors.values()].map((collector) => collector.enter(scope));
  const { turn } = scope;
  return (doc, bucket) => {
    for (const collect of collects) {
      if (turn.room-- > 0) collect(doc, bucket);
      else turn.pending.push({ collect, doc, bucket });
    }
  };
}

/**
 * Collects documents of a segment in steps: one with many values is collected into a bucket for each, and in each of those
 * into one for each again.
 */
export function* collectInSteps(
  docs: Iterable<number>,
  collect: Collect,
  { segment, turn }: CollectScope,
): Work<void> {
  for (const doc of docs) {
    // All documents are collected into the only bucket, 0.
    collect(doc, 0);
    while (turn.room <= 0) {
      yield;
      turn.room = segment.stride;
      workOff(turn);
    }
  }
}

/** Does what was left for later, as far as there is room. */
function workOff(turn: Turn): void {
  while (turn.room > 0) {
    const next = turn.pending.pop();
    if (next === undefined) return;
    turn.room--;
    next.collect(next.doc, next.bucket);
  }
}

/** Returns the results of all sub-aggregations for one bucket. */
export async function resultsOf(
  collectors: Collectors,
  bucket: number,
  yielder: Yielder,
): Promise<JsonObject> {
  const results: [string, JsonObject][] = [];
  for (const [name, collector] of collectors) {
    results.push([name, await collector.result(bucket, yielder)]);
  }
  return Object.fromEntries(results);
}

/** A value in aggregations: dates in milliseconds, booleans 0 and 1, addresses by their codes. */
export type Value = ColumnValue;

/** Returns the values of a document. */
export type ValueReader = (doc: number) => readonly Value[];

/**
 * Returns the field of an aggregation, or undefined if the index does not map it. Throws a ServiceError if the field
 * has no doc values.
 */
export function aggregatedField(name: string, { index }: CollectScope): LeafField | undefined {
  const field = index.mapping.field(name);
  if (field === undefined) return undefined;
  if (field.type === 'text' || !field.doc_values) throw noFielddata(name, field.type, index.name);
  return field;
}

/** Throws illegal_argument_exception if the values of a field are not numbers. */
export function checkNumeric(field: LeafField, kind: string): void {
  const isNumeric = isNumberField(field) || isDateField(field) || field.type === 'boolean';
  if (!isNumeric) {
    refuse(
      `Field [${field.name}] of type [${field.type}] is not supported for aggregation [${kind}]`,
    );
  }
}

/** Returns the reader of the values of a field in one segment; documents without a value have the value `missing`. */
export function readValues(
  field: LeafField | undefined,
  { segment }: CollectScope,
  missing: JsonValue | undefined,
): ValueReader {
  const substitute = missing === undefined ? undefined : missingValue(field, missing);
  const without = substitute === undefined ? [] : [substitute];
  const column = field === undefined ? undefined : segment.column(columnName(field));
  if (field === undefined || column === undefined) return () => without;
  const isFine = field.type === 'date_nanos';
  return (doc) => {
    const values = column(doc);
    if (values.length === 0) return without;
    return isFine ? values.map((value) => Number(BigInt(value) / 1_000_000n)) : values;
  };
}

/** Returns the distinct values of a list. */
export function distinct<T>(values: readonly T[]): Iterable<T> {
  return values.length < 2 ? values : new Set(values);
}

/** Returns the column of the values of a field; range fields are aggregated by their lower bounds. */
function columnName(field: LeafField): string {
  return isRangeField(field) ? `${field.name}#gte` : field.name;
}

/** Returns the value that documents without one have, in the form of the values of the field. */
function missingValue(field: LeafField | undefined, missing: JsonValue): Value {
  if (field !== undefined && isDateField(field)) {
    const value = storedDateValue(missing, { ...field, type: 'date' });
    return Number(value);
  }
  if (field?.type === 'boolean') return readBoolean(missing);
  if (field?.type === 'ip') return readIp(missing);
  if (field !== undefined && isNumberField(field)) return readNumber(missing);
  return typeof missing === 'number' || typeof missing === 'bigint' ? missing : showJson(missing);
}

/** Returns a value as text, as it is shown beside the number; undefined if it is not. */
export function valueText(field: LeafField | undefined, value: Value): string | undefined {
  if (field === undefined || typeof value === 'string') return undefined;
  if (field.type === 'boolean') return String(Number(value) !== 0);
  return isDateField(field) ? showDate(value, { ...field, type: 'date' }) : undefined;
}
