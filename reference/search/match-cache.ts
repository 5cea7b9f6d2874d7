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
/** The keys in the cache by the number that they begin with. */
const keysOf = new Map<number, Set<string>>();
let nextNumber = 0;
let bits = 0;

/** Nobody searches a segment that was collected: its entries would only wait for their eviction. */
const collected = new FinalizationRegistry((number: number) => {
  for (const key of keysOf.get(number) ?? []) evict(key);
  keysOf.delete(number);
});

/**
 * Returns the matches of a query in a segment, from the cache if possible, so that paging through a search does not
 * repeat the search for every page. Evicts the entries of a segment with it, and the least recently used ones first.
 */
export function cachedMatches(
  view: SegmentView,
  key: string | undefined,
  compute: () => CachedMatches,
): CachedMatches {
  if (key === undefined) return compute();
  const number = numberOf(view);
  const fullKey = `${number}|${key}`;
  const known = kept.get(fullKey);
  if (known !== undefined) {
    kept.delete(fullKey);
    kept.set(fullKey, known);
    return known;
  }
  const computed = compute();
  keysOf.get(number)?.add(fullKey);
  keep(fullKey, computed);
  return computed;
}

/** Returns whether `cachedMatches` has the matches already. */
export function isCached(view: SegmentView, key: string | undefined): boolean {
  return key !== undefined && kept.has(`${numberOf(view)}|${key}`);
}

/** The number of entries in the cache. */
export function cachedEntries(): number {
  return kept.size;
}

/** Returns the number of a segment. The cache uses numbers, so that it does not keep segments in memory. */
function numberOf(view: SegmentView): number {
  const known = numbers.get(view);
  if (known !== undefined) return known;
  numbers.set(view, nextNumber);
  keysOf.set(nextNumber, new Set());
  collected.register(view, nextNumber);
  return nextNumber++;
}

function keep(key: string, matches: CachedMatches): void {
  kept.set(key, matches);
  bits += costOf(key, matches);
  for (const oldest of kept.keys()) {
    if (bits <= maxBits) return;
    evict(oldest);
  }
}

function evict(key: string): void {
  const matches = kept.get(key);
  if (matches === undefined) return;
  kept.delete(key);
  keysOf.get(Number.parseInt(key, 10))?.delete(key);
  bits -= costOf(key, matches);
}

function costOf(key: string, { docs }: CachedMatches): number {
  return (docs?.size ?? 0) + key.length * 16 + 1024;
}
