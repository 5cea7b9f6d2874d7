import { at } from '../base/assert.ts';
import type { Yielder } from '../base/yielder.ts';
import type { PreparedSearch } from './prepare-search.ts';
import type { BoundKey } from './sort/bound-key.ts';
import type { Key } from './sort/key.ts';
import { positionOf } from './sort/key.ts';
import type { Candidate, Cursor } from './top-hits.ts';
import type { ViewMatches } from './view-matches.ts';

/** The matches to collect from, the cursor and the limit. */
export interface Collection {
  readonly search: PreparedSearch;
  readonly matches: readonly ViewMatches[];
  /** The maximum number of hits to collect after the cursor. */
  readonly limit: number;
  readonly cursor: Cursor | undefined;
  readonly yielder: Yielder;
}

/** Returns the sort keys of the shard of some matches. */
export function keysOf(
  { shards }: PreparedSearch,
  { shard }: Pick<ViewMatches, 'shard'>,
): readonly BoundKey[] {
  return at(shards, shard).keys;
}

/**
 * Returns the sort keys of the first shard, because keys have the same order on all shards; empty if there is no shard.
 */
export function ordersOf({ shards }: PreparedSearch): readonly BoundKey[] {
  return shards[0]?.keys ?? [];
}

/** Returns a function that creates the candidate of a document of one segment. */
export function candidateMaker(
  search: PreparedSearch,
  matches: Pick<ViewMatches, 'view' | 'shard'>,
): (doc: number, score: number) => Candidate {
  const { view, shard } = matches;
  const readers = keysOf(search, matches).map((key) => key.read(view));
  const base = positionOf(shard, view.base);
  return (doc, score) => ({
    keys: readers.map((read) => read(doc, score)),
    view,
    shard,
    doc,
    score,
    position: base + doc,
  });
}

/** Returns a key as a number, or undefined if it is not a number. */
export function numberOf(key: Key | undefined): number | undefined {
  return typeof key === 'number' || typeof key === 'bigint' ? Number(key) : undefined;
}
