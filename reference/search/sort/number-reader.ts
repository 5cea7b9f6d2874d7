import { at } from '../../base/assert.ts';
import { firstIndex } from '../../base/order.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { ColumnValue, SegmentView } from '../../store/segment.ts';
import type { Numeric } from '../query/field-values.ts';
import type { SortEntry, SortMode } from '../search-request.ts';
import type { KeyReader, Key } from './bound-key.ts';

/** Returns the function that reads the values of a document: its own, or those of its objects of a nested field. */
export function valuesOfField(
  { segment }: SegmentView,
  field: string,
  { nestedPath }: SortEntry,
): (doc: number) => readonly ColumnValue[] {
  const nested = nestedPath === undefined ? undefined : segment.nested(nestedPath);
  const column = (nested?.fields ?? segment).column(field) ?? [];
  if (nested === undefined) return (doc) => column[doc] ?? [];
  const { parents } = nested;
  return (doc) => {
    const values: ColumnValue[] = [];
    let child = firstIndex(parents.length, (each) => parents[each]! >= doc);
    for (; parents[child] === doc; child++) values.push(...(column[child] ?? []));
    return values;
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
export function readerOf(view: SegmentView, options: ReaderOptions): KeyReader {
  const { field, entry, mode, keyOf, missing, isWhole } = options;
  const valuesOf = valuesOfField(view, field.name, entry);
  return (doc) => {
    const keys = valuesOf(doc).map((value) => keyOf(typeof value === 'string' ? 0 : value));
    return keys.length === 0 ? missing : combine(keys, mode, isWhole);
  };
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
