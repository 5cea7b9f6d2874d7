import type { Bitset } from '../store/bitset.ts';
import type { SegmentView } from '../store/segment.ts';

/** The live matches of one query in one segment, cached for later pages. */
export interface CachedMatches {
  readonly docs: Bitset | undefined;
  readonly count: number;
}

/** The maximum size of the cache in bits: 32 MiB. */
const maxBits = 2 ** 28;

const numbers = new WeakMap<SegmentView, number>();
const kept = new Map<string, CachedMatches>();
let nextNumber = 0;
let bits = 0;

/**
 * Returns the matches of a query in a segment, from the cache if possible, so that paging through a search does not
 * repeat the search for every page. Evicts the least recently used entries first.
 */
export function cachedMatches(
  view: SegmentView,
  key: string | undefined,
  compute: () => CachedMatches,
): CachedMatches {
  if (key === undefined) return compute();
  const fullKey = `${numberOf(view)}|${key}`;
  const known = kept.get(fullKey);
  if (known !== undefined) {
    kept.delete(fullKey);
    kept.set(fullKey, known);
    return known;
  }
  const computed = compute();
  keep(fullKey, computed);
  return computed;
}

/** Returns whether `cachedMatches` has the matches already. */
export function isCached(view: SegmentView, key: string | undefined): boolean {
  return key !== undefined && kept.has(`${numberOf(view)}|${key}`);
}

/** Returns the number of a segment. The cache uses numbers, so that it does not keep segments in memory. */
function numberOf(view: SegmentView): number {
  const known = numbers.get(view);
  if (known !== undefined) return known;
  numbers.set(view, nextNumber);
  return nextNumber++;
}

function keep(key: string, matches: CachedMatches): void {
  kept.set(key, matches);
  bits += costOf(key, matches);
  for (const [oldest, dropped] of kept) {
    if (bits <= maxBits) return;
    kept.delete(oldest);
    bits -= costOf(oldest, dropped);
  }
}

function costOf(key: string, { docs }: CachedMatches): number {
  return (docs?.size ?? 0) + key.length * 16 + 1024;
}
