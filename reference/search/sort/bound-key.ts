import type { JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { SegmentView } from '../../store/segment.ts';
import type { SortEntry } from '../search-request.ts';
import type { Key, KeyOrder } from './key.ts';
import type { ViewWalk } from './walk.ts';

/** Returns the sort key of a document by its number and score. */
export type KeyReader = (doc: number, score: number) => Key;

/** One sort entry, prepared for one shard. */
export interface BoundKey extends KeyOrder {
  readonly field: string;
  readonly kind: 'score' | 'position' | 'number' | 'string';
  /** False if the field is unmapped in the index of the shard. */
  readonly isMapped: boolean;
  readonly read: (view: SegmentView) => KeyReader;
  /** Does the work of the first `walk` over a segment, in steps; absent: it needs none. */
  readonly prepareWalk?: ((view: SegmentView) => Generator<void, void>) | undefined;
  /** Returns the documents of a segment in the order of the key; absent if the segment has no such order. */
  readonly walk: ((view: SegmentView) => ViewWalk | undefined) | undefined;
  /** Returns the key in the form that hits show. */
  readonly format: (key: Key) => JsonValue;
  /** Parses a value of `search_after`; throws a ServiceError if it is invalid for the field. */
  readonly parse: (value: JsonValue) => Key;
}

/** Returns the order of an entry; documents without a value are last by default. */
export function orderOf(entry: SortEntry): KeyOrder {
  return { descending: entry.order === 'desc', nullsFirst: entry.missing === '_first' };
}

/** Returns the error for a search_after value that is invalid for its field. */
export function badAfter(field: string): ServiceError {
  return new ServiceError(
    'illegal_argument_exception',
    `Failed to parse search_after value for field [${field}].`,
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

const greatestLong = 2n ** 63n - 1n;
const minLong = -(2n ** 63n);

/** True if a missing value is treated as greater than all others. */
function nullsAreHigh({ descending, nullsFirst }: KeyOrder): boolean {
  return descending === nullsFirst;
}

/**
 * Returns the value that a hit shows for a missing number: the limit of the type at which such documents are sorted.
 */
export function missingNumber(order: KeyOrder, isWhole: boolean): JsonValue {
  const isHigh = nullsAreHigh(order);
  if (isWhole) return isHigh ? greatestLong : minLong;
  return isHigh ? 'Infinity' : '-Infinity';
}

/** True if a value is the result of `missingNumber`, even if a client has rounded it. */
export function isMissingNumber(value: number | bigint, order: KeyOrder): boolean {
  return nullsAreHigh(order) ? value >= greatestLong : value <= minLong;
}
