import type { Bitset } from '../store/bitset.ts';
import type { SegmentView } from '../store/segment.ts';

/** Live matches of one query in one segment, kept while pages of it may still be asked for. */
export interface CachedMatches {
  readonly docs: Bitset | undefined;
  readonly count: number;
}

/** Bits that all kept matches may have together: 32 MiB. */
const maxBits = 2 ** 28;

const numbers = new WeakMap<SegmentView, number>();
const kept = new Map<string, CachedMatches>();
let nextNumber = 0;
let bits = 0;

/**
 * Returns what a query matches in a segment, and computes it only if it is not kept from an earlier page:
 * so walking a search page by page costs what it finds, and not the search times the number of pages.
 * The least recently used go first.
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

/** Segments get a number each, so that the cache holds none of them alive. */
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
