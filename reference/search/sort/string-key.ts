import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { decodeIp } from '../../store/ip.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { OrdinalColumn, SegmentView } from '../../store/segment.ts';
import { ipTerm } from '../query/field-values.ts';
import type { SortEntry } from '../search-request.ts';
import type { BoundKey, KeyReader, Key } from './bound-key.ts';
import { badAfter, missingOf, orderOf } from './bound-key.ts';
import { childrenOf } from './number-reader.ts';

/**
 * Returns the sort key of a keyword or ip field, in the order of code points or addresses.
 *
 * Clauses: search.sort-keyword.
 */
export function stringKey(field: LeafField, entry: SortEntry): BoundKey {
  const order = orderOf(entry);
  const byGreatest = entry.mode === undefined ? order.descending : entry.mode === 'max';
  const isIp = field.type === 'ip';
  const parse = (value: JsonValue): string => (isIp ? ipTerm(value) : scalarText(value));
  const replacement = missingOf(entry, parse);
  return {
    ...order,
    field: entry.field,
    kind: 'string',
    isMapped: true,
    read: (view) => readerOf(view, { field: field.name, entry, byGreatest, replacement }),
    format: (key) => (isIp && typeof key === 'string' ? decodeIp(key) : key),
    parse(value) {
      if (value === null) return null;
      if (typeof value === 'object') throw badAfter(entry.field);
      return parse(value);
    },
  };
}

interface ReaderOptions {
  readonly field: string;
  readonly entry: SortEntry;
  readonly byGreatest: boolean;
  readonly replacement: Key;
}

function readerOf({ segment }: SegmentView, options: ReaderOptions): KeyReader {
  const { field, entry, byGreatest, replacement } = options;
  const nested = entry.nestedPath === undefined ? undefined : segment.nested(entry.nestedPath);
  const column = (nested?.fields ?? segment).column(field);
  if (column?.kind !== 'ordinal') return () => replacement;
  const rows = childrenOf(nested, segment.size);
  return (doc) => {
    let chosen: number | undefined;
    for (const row of rows(doc)) {
      const ordinal = ordinalOf(column, row, byGreatest);
      if (ordinal === undefined) continue;
      const isBetter = chosen === undefined || (byGreatest ? ordinal > chosen : ordinal < chosen);
      if (isBetter) chosen = ordinal;
    }
    return chosen === undefined ? replacement : column.terms.at(chosen);
  };
}

function ordinalOf(column: OrdinalColumn, row: number, last: boolean): number | undefined {
  const start = column.starts[row]!;
  const end = column.starts[row + 1]!;
  return start === end ? undefined : column.ordinals[last ? end - 1 : start];
}
