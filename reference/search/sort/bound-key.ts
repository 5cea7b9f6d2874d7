import type { JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { SegmentView } from '../../store/segment.ts';
import type { SortEntry } from '../search-request.ts';
import type { Key, KeyOrder } from './key.ts';
import type { ViewWalk } from './walk.ts';

/** Returns the key of a document of a segment, by its number there and its score. */
export type KeyReader = (doc: number, score: number) => Key;

/** One sort entry, prepared for one shard. */
export interface BoundKey extends KeyOrder {
  readonly field: string;
  readonly kind: 'score' | 'position' | 'number' | 'string';
  /** False if the index of the shard does not know the field. */
  readonly isMapped: boolean;
  readonly read: (view: SegmentView) => KeyReader;
  /** Documents of a segment in the order of the key; absent if the segment keeps no such order. */
  readonly walk: ((view: SegmentView) => ViewWalk | undefined) | undefined;
  /** The key as a hit shows it. */
  readonly format: (key: Key) => JsonValue;
  /** Takes the value that a hit showed; throws a ServiceError if it does not fit. */
  readonly parse: (value: JsonValue) => Key;
}

/** Returns how an entry orders its keys; without a value a document comes last unless the entry says otherwise. */
export function orderOf(entry: SortEntry): KeyOrder {
  return { descending: entry.order === 'desc', nullsFirst: entry.missing === '_first' };
}

/** Returns the error for a search_after value that does not fit the entry's field. */
export function badAfter(field: string): ServiceError {
  return new ServiceError(
    'illegal_argument_exception',
    `Failed to parse search_after value for field [${field}].`,
  );
}

/** Returns the error for a field that keeps no values to sort or group by. */
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

/** True if documents without a value stand above all others in ascending order of values. */
function nullsAreHigh({ descending, nullsFirst }: KeyOrder): boolean {
  return descending === nullsFirst;
}

/** Returns what stands in a hit for a missing number: the end of the type's range at which such documents are sorted. */
export function missingNumber(order: KeyOrder, isWhole: boolean): JsonValue {
  const isHigh = nullsAreHigh(order);
  if (isWhole) return isHigh ? greatestLong : minLong;
  return isHigh ? 'Infinity' : '-Infinity';
}

/** True if a value is the one that `missingNumber` gives (or, rounded by a client, lies beyond it). */
export function isMissingNumber(value: number | bigint, order: KeyOrder): boolean {
  return nullsAreHigh(order) ? value >= greatestLong : value <= minLong;
}
