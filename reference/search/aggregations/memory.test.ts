import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimited } from '../../base/budget.ts';
import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json.ts';
import { executeSearch } from '../execute-search.ts';
import { requestOf, shardsOf, testIndex } from '../../testing/search-index.ts';

const count = 5000;
const index = testIndex({
  properties: { n: { type: 'integer' } },
  runs: [Array.from({ length: count }, (_, n) => [String(n), { n }])],
});

/** Returns the memory in bytes that is reserved for a search with aggregations. */
async function reservedFor(aggs: JsonObject): Promise<number> {
  let reserved = 0;
  const budget = { ...unlimited, reserve: (bytes: number) => void (reserved += bytes) };
  const environment = { ...systemEnvironment(), budget };
  const request = requestOf({ size: 0, aggs });
  await executeSearch({ request, shards: shardsOf(index), environment });
  return reserved;
}

const groups = (aggs: JsonObject): JsonObject => ({
  g: { terms: { field: 'n', size: 1 }, aggs },
});

/** What the engine takes for each, as measured: an object with two numbers, a set and a map of one entry. */
for (const [kind, least] of [
  ['sum', 80],
  ['avg', 90],
  ['cardinality', 160],
  ['terms', 224],
] as const) {
  test(`the memory of ${kind} in groups is counted`, async () => {
    const own =
      (await reservedFor(groups({ a: { [kind]: { field: 'n' } } }))) -
      (await reservedFor(groups({})));
    assert.ok(own >= count * least * 0.99, `${own / count} bytes for each group`);
  });
}
