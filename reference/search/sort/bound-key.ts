import type { JsonValue } from '../../base/json.ts';
import { compareValues, firstIndex } from '../../base/order.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { FieldReader, Segment, SegmentView } from '../../store/segment.ts';
import type { SortEntry } from '../search-request.ts';

/** A sort key of a document; null if the document has no value. */
export type Key = number | bigint | string | null;

/** How the keys of one sort entry are ordered. */
export interface KeyOrder {
  readonly descending: boolean;
  /** True if documents without a value are before all others. */
  readonly nullsFirst: boolean;
}

/**
 * Compares two keys in their order; returns a negative number if `a` comes first.
 *
 * Clauses: search.sort-descending, search.sort-integer-by-number.
 */
export function compareKeys(a: Key, b: Key, { descending, nullsFirst }: KeyOrder): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === nullsFirst ? -1 : 1;
  }
  const ascending = compareValues(a, b);
  return descending ? -ascending : ascending;
}

/** Factor of the number of the shard in a position; greater than any document number. */
const shardSpan = 2 ** 32;

/**
 * Returns the position of a document in a search: the number of its shard in the request and its own number, combined
 * in one integer.
 *
 * Clauses: point-in-time.tiebreaker-unique, point-in-time.tiebreaker-unique-across-shards,
 * point-in-time.tiebreaker-constant.
 */
export function positionOf(shard: number, doc: number): number {
  return shard * shardSpan + doc;
}

/** Returns the sort key of a document by its number and score. */
export type KeyReader = (doc: number, score: number) => Key;

/** One sort entry, prepared for one shard. */
export interface BoundKey extends KeyOrder {
  readonly field: string;
  readonly kind: 'number' | 'string';
  /** False if the field is unmapped in the index of the shard. */
  readonly isMapped: boolean;
  readonly read: (view: SegmentView) => KeyReader;
  /** Returns the key in the form that hits show. */
  readonly format: (key: Key) => JsonValue;
  /** True if `search_after` takes no null. */
  readonly isNullRefused?: boolean;
  /** Parses a value of `search_after`; throws a ServiceError if it is invalid for the field. */
  readonly parse: (value: JsonValue) => Key;
}

/** Returns the order of an entry; documents without a value are last by default. */
export function orderOf(entry: SortEntry): KeyOrder {
  return { descending: entry.order === 'desc', nullsFirst: entry.missing === '_first' };
}

/** Returns the error for a search_after value that is invalid for its field. */
export function badAfter(field: string, error?: ServiceError): ServiceError {
  return new ServiceError(
    'illegal_argument_exception',
    `Failed to parse search_after value for field [${field}].`,
    error === undefined ? {} : { cause: { type: error.type, reason: error.reason } },
  );
}

/** Returns the error for a field without doc values to sort or group by. */
export function noFielddata(field: string, type: string, index: string): ServiceError {
  if (type !== 'text') {
    return new ServiceError(
      'illegal_argument_exception',
      `Can't load fielddata on [${field}] because fielddata is unsupported on fields of type [${type}]. Use doc values instead.`,
    );
  }
  return new ServiceError(
    'illegal_argument_exception',
    `Fielddata is disabled on [${field}] in [${index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

/** Returns the key that an entry gives to documents without a value; null if they are only first or last. */
export function missingOf<T extends Key>(
  { missing }: SortEntry,
  parse: (value: JsonValue) => T,
): T | null {
  const isWord = missing === undefined || missing === '_last' || missing === '_first';
  return isWord ? null : parse(missing);
}

/**
 * Returns the function that reads the values of a document: its own, or those of its objects of a nested field. It is told
 * how the values of documents are read.
 */
export function valuesWithin<Value>(
  segment: Segment,
  nestedPath: string | undefined,
  reader: (fields: FieldReader) => ((doc: number) => readonly Value[]) | undefined,
): (doc: number) => readonly Value[] {
  const nested = nestedPath === undefined ? undefined : segment.nested(nestedPath);
  const valuesOf = reader(nested?.fields ?? segment) ?? (() => []);
  if (nested === undefined) return valuesOf;
  const { parents } = nested;
  return (doc) => {
    const values: Value[] = [];
    let child = firstIndex(parents.length, (each) => parents[each]! >= doc);
    for (; parents[child] === doc; child++) values.push(...valuesOf(child));
    return values;
  };
}
