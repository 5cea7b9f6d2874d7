import { at } from '../../base/assert.ts';
import { firstIndex } from '../../base/order.ts';
import type { LeafField } from '../../store/field-type.ts';
import type {
  NestedDocuments,
  Column,
  FieldReader,
  NumericColumn,
  SegmentView,
} from '../../store/segment.ts';
import type { Numeric } from '../query/term-sets.ts';
import type { SortEntry, SortMode } from '../search-request.ts';
import type { KeyReader, Key } from './bound-key.ts';

/** Returns the rows that contain the values of a document: the document itself, or its objects of a nested field. */
export function childrenOf(
  nested: NestedDocuments | undefined,
  size: number,
): (doc: number) => Iterable<number> {
  if (nested === undefined) return (doc) => (doc < size ? [doc] : []);
  const { parents } = nested;
  return function* (doc) {
    let at = firstIndex(parents.length, (child) => parents[child]! >= doc);
    while (at < parents.length && parents[at] === doc) yield at++;
  };
}

/** How the keys of a segment are read. */
interface ReaderOptions {
  readonly field: LeafField;
  readonly entry: SortEntry;
  readonly mode: SortMode;
  /** Converts a value to a key. */
  readonly keyOf: (value: Numeric) => Numeric;
  readonly missing: Key;
  readonly isWhole: boolean;
}

/** Returns the function that reads the key of a document. */
export function readerOf({ segment }: SegmentView, options: ReaderOptions): KeyReader {
  const { field, entry, mode, keyOf, missing, isWhole } = options;
  const nested = entry.nestedPath === undefined ? undefined : segment.nested(entry.nestedPath);
  const reader: FieldReader = nested?.fields ?? segment;
  const column = numericOf(reader.column(field.name));
  if (column === undefined) return () => missing;
  if (nested === undefined && (mode === 'min' || mode === 'max')) {
    return singleReader(column, { byGreatest: mode === 'max', keyOf, missing });
  }
  const rows = childrenOf(nested, segment.size);
  return (doc) => {
    const values: Numeric[] = [];
    for (const row of rows(doc)) {
      const end = column.starts[row + 1]!;
      for (let at = column.starts[row]!; at < end; at++) values.push(keyOf(column.values[at]!));
    }
    return values.length === 0 ? missing : combine(values, mode, isWhole);
  };
}

interface SingleOptions {
  readonly byGreatest: boolean;
  readonly keyOf: (value: Numeric) => Numeric;
  readonly missing: Key;
}

function singleReader(column: NumericColumn, options: SingleOptions): KeyReader {
  const { starts, values } = column;
  const { byGreatest, keyOf, missing } = options;
  return (doc) => {
    const start = starts[doc]!;
    const end = starts[doc + 1]!;
    if (start === end) return missing;
    return keyOf(values[byGreatest ? end - 1 : start]!);
  };
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
