import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json.ts';
import { requestOf, shardsOf, testIndex } from '../../testing/search-index.ts';
import { executeSearch } from '../execute-search.ts';

/** Returns how often a search yields if each look at the clock finds that its time is over. */
async function yieldsOf(segments: number, aggs: JsonObject): Promise<number> {
  const runs = Array.from({ length: segments }, (_, run) => [[`${run}`, { n: run }] as const]);
  let yields = 0;
  let now_ms = 0;
  const environment = {
    ...systemEnvironment(),
    elapsed: () => (now_ms += 1000),
    yieldToEventLoop() {
      yields++;
      return Promise.resolve();
    },
  };
  const request = requestOf({ size: 0, aggs });
  await executeSearch({ request, shards: shardsOf(testIndex({ runs })), environment });
  return yields;
}

test('a search rests before and after its aggregations begin a segment', async () => {
  const aggs = { a: { max: { field: 'n' } } };
  // For each segment: before it begins, before its documents, and after them.
  assert.equal((await yieldsOf(4, aggs)) - (await yieldsOf(4, {})), 4 * 3);
});
