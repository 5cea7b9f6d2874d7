import { valueAt } from './json-path.ts';

/** The keys `index/id` of the documents of the hits. */
export function keysOf(hits: readonly unknown[]): readonly string[] {
  return hits.map((hit) => `${String(valueAt(hit, '_index'))}/${String(valueAt(hit, '_id'))}`);
}

/** The keys that occur more than once. */
export function repeatedIn(hits: readonly unknown[]): readonly string[] {
  const seen = new Set<string>();
  const repeated = keysOf(hits).filter((key) => seen.has(key) || !seen.add(key));
  return [...new Set(repeated)];
}
