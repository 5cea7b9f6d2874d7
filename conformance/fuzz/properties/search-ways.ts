import fc from 'fast-check';
import { isJsonMedia, jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { type Page, pageOf } from '../../client/cursors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { isRefusal } from '../../client/refusals.ts';
import { isSuccess } from '../../client/expectations.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { valueAt } from '../../client/json-path.ts';
import type { StepRequest } from '../../client/step-request.ts';
import type { World } from '../../client/world.ts';
import { matches, queryMember } from '../arbitraries/query.ts';
import { totalOrder } from '../arbitraries/sort.ts';
import { sortedSearch } from '../arbitraries/sorted-search.ts';
import { property } from '../property.ts';
import { expectInOrder, maxHits } from '../searching.ts';
import { store } from '../set-up.ts';

const methods = ['GET', 'POST'] as const;
const defaultSize = 10;

/** The same search by any way finds the same: by GET and POST, counted, and with its size in the URL. */
export const searchWays = property({
  id: 'search-ways',
  describe:
    'A search finds the same by GET and by POST, its total and a count agree, and a size in the URL is obeyed or ignored.',
  clauses: ['search.get-with-target', 'search.hits-array', 'search.sort-several-entries'],
  arbitrary: (support) =>
    sortedSearch(support, { sort: totalOrder, maxIndices: 2 }, fc.constant({})),
  async holds(world, { corpus: given, query, sort, size }) {
    const { target } = await store(world, given);
    const count = given.documents.filter((document) => matches(query, document)).length;
    const body = { ...queryMember(query), sort };
    const path = `/${target}/_search`;
    const whole = pageOf(
      await world.send({ method: 'GET', path, body: { ...body, size: maxHits } }),
    );
    if (whole.length !== count) throw new Mismatch(count, whole.length, 'the number of hits');
    const keys = keysOf(whole);
    const exact = { ...body, size, track_total_hits: true };
    for (const method of methods) {
      const exchange = await world.send({ method, path, body: exact });
      // The specification shows searches by GET.
      if (method === 'POST' && isRefusal(exchange)) continue;
      expectInOrder(keys.slice(0, size), pageOf(exchange), `the search by ${method}`);
      expectTotal(exchange, count);
      await expectSizeInUrl(world, { method, path: `${path}?size=${size}`, body }, { keys, size });
      await expectCount(
        world,
        { method, path: `/${target}/_count`, body: queryMember(query) },
        count,
      );
    }
  },
});

/** A total that says of itself that it is exact has to be; whether totals are exact, and how they are written, is left open. */
function expectTotal(exchange: Exchange, expected: number): void {
  const total = valueAt(jsonOf(exchange), 'hits.total');
  if (valueAt(total, 'relation') !== 'eq') return;
  const got = valueAt(total, 'value');
  if (typeof got !== 'number' || got === expected) return;
  throw new Mismatch(expected, got, `the total of the search by ${exchange.request.method}`);
}

/** The specification does not show a size in the URL: a server may ignore it. */
async function expectSizeInUrl(
  world: World,
  request: StepRequest,
  { keys, size }: { readonly keys: readonly string[]; readonly size: number },
): Promise<void> {
  const exchange = await world.send(request);
  if (!isSuccess(exchange.response.status)) return;
  const hits: Page = pageOf(exchange);
  if (hits.length === Math.min(keys.length, defaultSize)) return;
  expectInOrder(
    keys.slice(0, size),
    hits,
    `the search by ${request.method} with a size in the URL`,
  );
}

/** The specification does not show counts: a server may refuse them. */
async function expectCount(world: World, request: StepRequest, expected: number): Promise<void> {
  const exchange = await world.send(request);
  const { status, headers } = exchange.response;
  if (!isSuccess(status) || !isJsonMedia(headers['content-type'])) return;
  const got = valueAt(jsonOf(exchange), 'count');
  if (typeof got !== 'number' || got === expected) return;
  throw new Mismatch(expected, got, `the count by ${request.method} and the search disagree`);
}
