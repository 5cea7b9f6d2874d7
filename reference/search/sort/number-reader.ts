import { at } from '../../base/assert.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { Column, FieldReader, NumericColumn, SegmentView } from '../../store/segment.ts';
import type { Numeric } from '../query/term-sets.ts';
import type { SortEntry, SortMode } from '../search-request.ts';
import type { KeyReader } from './bound-key.ts';
import type { Key } from './key.ts';
import { childrenOf } from './nested-values.ts';
import { numericWalk } from './view-walks.ts';
import type { ViewWalk } from './walk.ts';

/** How the keys of a segment are read. */
interface ReaderOptions {
  readonly field: LeafField;
  readonly entry: SortEntry;
  readonly mode: SortMode;
  /** Converts a value to a key. */
  readonly keyOf: (value: Numeric) => Numeric;
  readonly missing: Key;
  /** The value that is sorted like a missing one; undefined if missing values have one of their own. */
  readonly limit: Numeric | undefined;
  readonly isWhole: boolean;
}

/** Returns the function that reads the key of a document. */
export function readerOf({ segment }: SegmentView, options: ReaderOptions): KeyReader {
  const { field, entry, mode, keyOf, missing, limit, isWhole } = options;
  const nested = entry.nestedPath === undefined ? undefined : segment.nested(entry.nestedPath);
  const reader: FieldReader = nested?.fields ?? segment;
  const column = numericOf(reader.column(field.name));
  if (column === undefined) return () => missing;
  if (nested === undefined && (mode === 'min' || mode === 'max')) {
    return singleReader(column, { byGreatest: mode === 'max', keyOf, missing, limit });
  }
  const rows = childrenOf(nested, segment.size);
  return (doc) => {
    const values: Numeric[] = [];
    for (const row of rows(doc)) {
      const end = column.starts[row + 1]!;
      for (let at = column.starts[row]!; at < end; at++) values.push(keyOf(column.values[at]!));
    }
    return values.length === 0 ? missing : unlessAt(limit, combine(values, mode, isWhole));
  };
}

interface SingleOptions {
  readonly byGreatest: boolean;
  readonly keyOf: (value: Numeric) => Numeric;
  readonly missing: Key;
  readonly limit: Numeric | undefined;
}

function singleReader(column: NumericColumn, options: SingleOptions): KeyReader {
  const { starts, values } = column;
  const { byGreatest, keyOf, missing, limit } = options;
  return (doc) => {
    const start = starts[doc]!;
    const end = starts[doc + 1]!;
    if (start === end) return missing;
    return unlessAt(limit, keyOf(values[byGreatest ? end - 1 : start]!));
  };
}

/** Returns the key, or null if it is the limit: such a document and one without a value have equal keys. */
function unlessAt(limit: Numeric | undefined, key: Numeric): Key {
  // A number and a bigint of equal value are neither less nor greater than one another.
  if (limit === undefined || key < limit) return key;
  return key > limit ? key : null;
}

/** How a walk chooses among values. */
interface WalkOptions {
  readonly mode: SortMode;
  readonly keyOf: (value: Numeric) => Numeric;
  readonly limit: Numeric | undefined;
}

/** Returns the documents of a segment in the order of the keys, if the column has that order. */
export function walkOf(
  { segment }: SegmentView,
  field: string,
  { mode, keyOf, limit }: WalkOptions,
): ViewWalk | undefined {
  const column = numericOf(segment.column(field));
  const size = segment.size;
  if (column === undefined || holds(column, limit, keyOf)) return undefined;
  return numericWalk(column, { size, byGreatest: mode === 'max', keyOf });
}

/** True if the smallest or the greatest value is the limit: then the order of the column is not that of the keys. */
function holds(
  { order, values }: NumericColumn,
  limit: Numeric | undefined,
  keyOf: (value: Numeric) => Numeric,
): boolean {
  if (limit === undefined || order.length === 0) return false;
  return [at(order, 0), at(order, order.length - 1)].some(
    (place) => unlessAt(limit, keyOf(at<Numeric>(values, place))) === null,
  );
}

function numericOf(column: Column | undefined): NumericColumn | undefined {
  return column?.kind === 'numeric' ? column : undefined;
}

/** Combines several values into one key; integers stay integers. */
function combine(values: readonly Numeric[], mode: SortMode, isWhole: boolean): Numeric {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const first = at(sorted, 0);
  if (mode === 'min') return first;
  if (mode === 'max') return at(sorted, sorted.length - 1);
  const sum = sorted.reduce<number>((total, value) => total + Number(value), 0);
  if (mode === 'sum') return sum;
  if (mode === 'avg') return round(sum / sorted.length, isWhole);
  const middle = sorted.length >> 1;
  const upper = Number(at(sorted, middle));
  if (sorted.length % 2 === 1) return upper;
  return round((Number(at(sorted, middle - 1)) + upper) / 2, isWhole);
}

function round(value: number, isWhole: boolean): number {
  return isWhole ? Math.round(value) : value;
}
