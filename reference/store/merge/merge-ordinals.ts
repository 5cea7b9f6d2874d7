import { at } from '../../base/assert.ts';
import { Bitset } from '../bitset.ts';
import type { OrdinalData } from '../field-data.ts';
import { startsOf } from '../writers/numeric-writer.ts';
import { compactStarts } from '../writers/ordinal-writer.ts';
import { mergeTerms } from './merge-terms.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { dropped, stepSize } from './merge-work.ts';

/** A column of terms of one segment to merge. */
export interface OrdinalInput {
  readonly column: OrdinalData | undefined;
  readonly map: DocumentMap;
}

/** Concatenates columns of terms, without dropped documents and terms that only they have. */
export function* mergeOrdinals(inputs: readonly OrdinalInput[], size: number): Work<OrdinalData> {
  const columns = inputs.filter(hasColumn);
  const renumbered = columns.map(({ column }) => new Uint32Array(column.terms.size));
  const termInputs = [];
  for (const { column, map } of columns) {
    yield;
    termInputs.push({ terms: column.terms, used: usedTerms(column, map) });
  }
  let next = 0;
  const terms = yield* mergeTerms(termInputs, ({ holders, ordinals, count }) => {
    for (let each = 0; each < count; each++) {
      at(renumbered, holders[each]!)[ordinals[each]!] = next;
    }
    next++;
    return true;
  });
  const capacity = columns.reduce((sum, { column }) => sum + column.ordinals.length, 0);
  const moved = {
    ordinals: new Uint32Array(capacity),
    owners: new Uint32Array(capacity),
    count: 0,
  };
  for (const [input, column] of columns.entries()) {
    yield* moveOrdinals(column, at(renumbered, input), moved);
  }
  yield;
  const owners = moved.owners.subarray(0, moved.count);
  const starts = compactStarts(startsOf(owners, size));
  return { kind: 'ordinal', terms, ordinals: moved.ordinals.slice(0, moved.count), starts };
}

type FullInput = OrdinalInput & { readonly column: OrdinalData };

interface MovedOrdinals {
  readonly ordinals: Uint32Array;
  readonly owners: Uint32Array;
  count: number;
}

function* moveOrdinals(
  { column, map }: FullInput,
  renumbered: Uint32Array,
  moved: MovedOrdinals,
): Work<void> {
  for (let old = 0; old < map.table.length; old++) {
    if (old % stepSize === 0) yield;
    const doc = map.table[old]!;
    if (doc === dropped) continue;
    const end = column.starts[old + 1]!;
    for (let at = column.starts[old]!; at < end; at++) {
      moved.ordinals[moved.count] = renumbered[column.ordinals[at]!]!;
      moved.owners[moved.count++] = doc;
    }
  }
}

function hasColumn(input: OrdinalInput): input is FullInput {
  return input.column !== undefined;
}

function usedTerms(column: OrdinalData, map: DocumentMap): Bitset | undefined {
  if (map.kept === map.table.length) return undefined;
  const used = new Bitset(column.terms.size);
  for (let doc = 0; doc < map.table.length; doc++) {
    if (map.table[doc] === dropped) continue;
    const end = column.starts[doc + 1]!;
    for (let at = column.starts[doc]!; at < end; at++) used.set(column.ordinals[at]!);
  }
  return used;
}
