import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudgets, defaultBudgetLimits } from '../base/budgets.ts';
import { MemoryIndex } from '../store/memory-index.ts';
import { shardsOf, testIndex } from '../testing/search-index.ts';
import { snapshotMemory } from './snapshot-memory.ts';

const own_bytes = 100;

function setUp(maxStoredMemory = 1_000_000) {
  const run = Array.from({ length: 100 }, (_, at) => [`${at}`, { a: at }] as const);
  const index = testIndex({ runs: [run] });
  const budgets = createBudgets({ ...defaultBudgetLimits, maxStoredMemory });
  const rewrite = async (): Promise<void> => {
    for (const [id, source] of run) index.index({ id, source: JSON.stringify(source) });
    index.refresh();
  };
  return { index, budgets, rewrite, memory: snapshotMemory(budgets) };
}

test('data that the index still uses is not counted for contexts', () => {
  const { index, budgets, memory } = setUp();
  const release = memory.hold(shardsOf(index), own_bytes);
  assert.equal(budgets.held_bytes, own_bytes);
  release();
  assert.equal(budgets.held_bytes, 0);
});

test('data that only contexts use is counted once, until the last of them ends', async () => {
  const { index, budgets, memory, rewrite } = setUp();
  const shards = shardsOf(index);
  const [segment] = shards.flatMap(({ snapshot }) => snapshot.views.map((view) => view.segment));
  const first = memory.hold(shards, own_bytes);
  const second = memory.hold(shards, own_bytes);
  await rewrite();
  assert.equal(budgets.held_bytes, 2 * own_bytes + (segment?.bytes ?? 0));
  // A context of a state that was replaced before it was opened.
  const third = memory.hold(shards, own_bytes);
  first();
  second();
  assert.equal(budgets.held_bytes, own_bytes + (segment?.bytes ?? 0));
  third();
  assert.equal(budgets.held_bytes, 0);
});

test('the data of a deleted index is counted', () => {
  const { index, budgets, memory } = setUp();
  const release = memory.hold(shardsOf(index), own_bytes);
  assert.ok(index instanceof MemoryIndex);
  index.close();
  assert.ok(budgets.held_bytes > own_bytes);
  release();
  assert.equal(budgets.held_bytes, 0);
});

test('each state of the deleted documents is counted', () => {
  const { index, budgets, memory } = setUp();
  for (let id = 0; id < 4; id++) {
    index.delete({ id: `${id}` });
    index.refresh();
    memory.hold(shardsOf(index), own_bytes);
  }
  assert.equal(budgets.held_bytes, 4 * (own_bytes + 100));
});

test('a context is refused if old data of others takes all memory', async () => {
  const { index, budgets, memory, rewrite } = setUp(2000);
  const release = memory.hold(shardsOf(index), own_bytes);
  await rewrite();
  assert.ok(budgets.held_bytes > 2000);
  assert.throws(() => memory.hold(shardsOf(index), own_bytes), /--max-stored-memory/);
  // Requests keep their share, which is what the process may use beyond what is stored.
  budgets.open().reserve(defaultBudgetLimits.maxRequestMemory);
  release();
  assert.equal(budgets.held_bytes, 0);
});
