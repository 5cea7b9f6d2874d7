import { defined } from '../../base/assert.ts';
import type { Block, OrdinalBlock, Scalar } from '../block.ts';
import { denseDoubles } from '../blocks/dense.ts';
import { mapKey } from '../map-key.ts';
import type { KeyOrder } from './sort-column.ts';
import { compareKeys, edgeOf } from './sort-column.ts';

/**
 * Returns a number for each row of a page, in the order of a key, nulls included; equal values have equal numbers.
 * Comparing the numbers is cheap even if the values are long.
 */
export function ranksOf(block: Block, order: KeyOrder): Float64Array {
  const dense = denseDoubles(block);
  if (dense !== undefined) return order.descending ? dense.map((value) => -value) : dense;
  if (block.kind === 'ordinal' && block.starts === undefined) return ranksOfOrdinals(block, order);
  const values = Array.from({ length: block.rows }, (_, row) => edgeOf(block, row, order));
  const rankOf = ranked(values, order);
  return Float64Array.from(values, (value) =>
    defined(rankOf.get(mapKey(value)), 'rank of a value'),
  );
}

/** Like `ranksOf` for a dictionary: reads each term once, however many rows have it. */
function ranksOfOrdinals({ ordinals, terms }: OrdinalBlock, order: KeyOrder): Float64Array {
  const termOf = new Map<number, string>();
  for (const ordinal of ordinals) {
    if (!termOf.has(ordinal)) termOf.set(ordinal, terms.at(ordinal));
  }
  const rankOf = ranked([...termOf.values()], order);
  const rankOfOrdinal = new Map<number, number>();
  for (const [ordinal, term] of termOf)
    rankOfOrdinal.set(ordinal, defined(rankOf.get(mapKey(term)), 'rank of a term'));
  return Float64Array.from(ordinals, (ordinal) => rankOfOrdinal.get(ordinal)!);
}

/** Returns the rank of each value, by its `mapKey`, in the order of the key; equal values have the same rank. */
function ranked(
  values: readonly (Scalar | undefined)[],
  order: KeyOrder,
): ReadonlyMap<Scalar | undefined, number> {
  // Array.sort always puts undefined last, so nulls are placed separately.
  const distinct = new Map(values.map((value) => [mapKey(value), value]));
  const present = [...distinct].filter(([, value]) => value !== undefined);
  present.sort(([, a], [, b]) => compareKeys(a, b, order));
  const ranks = new Map<Scalar | undefined, number>();
  let rank = 0;
  let before: Scalar | undefined;
  for (const [key, value] of present) {
    if (before !== undefined && compareKeys(before, value, order) !== 0) rank++;
    ranks.set(key, rank);
    before = value;
  }
  ranks.set(undefined, order.nullsFirst ? -1 : rank + 1);
  return ranks;
}
