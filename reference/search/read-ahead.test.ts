import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudgets, defaultBudgetLimits } from '../base/budgets.ts';
import { systemEnvironment } from '../base/environment.ts';
import { createContextRegistry } from './context-registry.ts';
import { hitsOf, requestOf, shardsOf, testIndex } from '../testing/search-index.ts';

const roomy = 2 ** 20;

for (const maxStoredMemory of [roomy, 4096]) {
  const what = maxStoredMemory === roomy ? 'read ahead' : 'without memory to read ahead';
  test(`a scroll in another order than its segments returns each hit once, ${what}`, () =>
    readAll(maxStoredMemory));
}

async function readAll(maxStoredMemory: number): Promise<void> {
  const environment = systemEnvironment();
  const limits = {
    max_open_scroll_context: 500,
    defaultKeepAlive_ms: 300_000,
    maxKeepAlive_ms: 86_400_000,
  };
  const memory = createBudgets({ ...defaultBudgetLimits, maxStoredMemory });
  const contexts = createContextRegistry({ environment, limits: () => limits, memory });
  const count = 12_000;
  const runs = [0, 1].map((run) =>
    Array.from({ length: count / 2 }, (_, at) => {
      const number = run * (count / 2) + at;
      return [`${number}`, { a: (number * 7919) % count, few: number % 3 }] as const;
    }),
  );
  const properties = { a: { type: 'long' }, few: { type: 'long' } };
  const index = testIndex({ runs, properties, environment, settings: { number_of_shards: 2 } });
  const body = { size: 1000, sort: [{ few: 'desc' }, { a: 'asc' }] };
  const request = requestOf(body, { scroll: '1m' });
  let page = await contexts.openScroll({ request, shards: shardsOf(index) });
  const seen: (readonly number[])[] = [];
  let mostHeld = 0;
  while (hitsOf(page).length > 0) {
    seen.push(...hitsOf(page).map(({ sort = [] }) => sort.map(Number)));
    assert.deepEqual(page.hits.total, { value: count, relation: 'eq' });
    assert.ok(memory.held_bytes <= maxStoredMemory);
    mostHeld = Math.max(mostHeld, memory.held_bytes);
    page = await contexts.continueScroll({ scroll_id: page._scroll_id ?? '', scroll: '1m' });
  }
  const expected = Array.from({ length: count }, (_, n) => [n % 3, (n * 7919) % count] as const);
  assert.deepEqual(
    seen,
    expected.toSorted(([a, b], [c, d]) => c - a || b - d),
  );
  // 16 bytes for each hit that is kept for later pages.
  assert.equal(mostHeld > 16 * 1000, maxStoredMemory === roomy);
  contexts.releaseAll();
  assert.equal(memory.held_bytes, 0);
}
