import { counted } from '../report/counted.ts';
import { Mismatch } from '../base/errors.ts';
import { type Page, pageOf } from '../client/walking.ts';
import { keysOf, repeatedIn } from '../client/hit-list.ts';
import type { World } from '../client/world.ts';

/** A page size above the number of documents in any corpus. */
export const maxHits = 200;

/** Returns the hits of one search. Throws Mismatch if it is refused. */
export async function search(
  world: World,
  target: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const path = target === '' ? '/_search' : `/${target}/_search`;
  return pageOf(await world.send({ method: 'GET', path, body }));
}

/** Throws Mismatch unless the hits are these documents in this order. */
export function expectInOrder(expected: readonly string[], hits: Page, what: string): void {
  const got = keysOf(hits);
  if (same(expected, got)) return;
  expectEachOnce(expected, hits, what);
  throw new Mismatch(expected, got, `${what}: the order differs`);
}

/** Throws Mismatch unless the hits are these documents, each once, in any order. */
export function expectEachOnce(expected: readonly string[], hits: Page, what: string): void {
  const got = keysOf(hits);
  const [twice] = repeatedIn(keysOf(hits));
  if (twice !== undefined)
    throw new Mismatch(expected, got, `${what}: ${twice} was returned twice`);
  const missing = expected.filter((key) => !got.includes(key));
  if (missing.length > 0) {
    throw new Mismatch(expected, got, `${what}: ${counted(missing.length, 'document')} missing`);
  }
  const extra = got.filter((key) => !expected.includes(key));
  if (extra.length > 0) {
    throw new Mismatch(expected, got, `${what}: ${extra[0]} was not expected`);
  }
}

/** Throws Mismatch unless two searches find the same documents. */
export function expectSame(
  expected: readonly string[],
  got: readonly string[],
  what: string,
): void {
  const [one, other] = [expected.toSorted(), got.toSorted()];
  if (!same(one, other)) throw new Mismatch(one, other, `${what}: the documents differ`);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}
