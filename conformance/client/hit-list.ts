import { jsonOf, listAt, valueAt } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectSuccess } from './expectations.ts';
import type { World } from './world.ts';

/** The keys `index/id` of the documents of the hits. */
export function keysOf(hits: readonly unknown[]): readonly string[] {
  return hits.map((hit) => `${String(valueAt(hit, '_index'))}/${String(valueAt(hit, '_id'))}`);
}

/** The keys that occur more than once. */
export function repeatedIn(keys: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(keys.filter((key) => seen.has(key) || !seen.add(key)))];
}

/** The hits of the latest response. Throws Mismatch if it is not a success or has no list of hits. */
export function hitsOf(world: World): readonly unknown[] {
  expectSuccess(world.last);
  const body = jsonOf(world.last);
  if (Array.isArray(valueAt(body, 'hits.hits'))) return listAt(body, 'hits.hits');
  throw new Mismatch('a list in hits.hits', body, 'the response contains no list of hits');
}

/** Throws Mismatch if a response says that exactly so many documents match. */
export function expectNoTotal(exchange: Exchange, count: number): void {
  const total = valueAt(jsonOf(exchange), 'hits.total');
  const isBound = valueAt(total, 'relation') === 'gte';
  if (isBound || (valueAt(total, 'value') ?? total) !== count) return;
  throw new Mismatch('no exact total', total, 'the response has the exact total of hits');
}

/** The id of a hit as text. */
export function idOf(hit: unknown): string {
  return String(valueAt(hit, '_id'));
}
