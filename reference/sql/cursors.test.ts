import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBudgets, defaultBudgetLimits } from '../base/budgets.ts';
import { ServiceError } from '../base/service-error.ts';
import { handClock } from '../testing/hand-clock.ts';
import type { Paging, SqlPage } from './cursors.ts';
import { createSqlCursors } from './cursors.ts';
import type { SqlTable } from './run-statement.ts';

const paging: Paging = { fetch_size: 4, keep_ms: 45_000, columnar: false, zone: 'UTC' };

/** Returns a table of numbers from 0. */
function numbers(count: number): SqlTable {
  const rows = Array.from({ length: count }, (_, at) => [at]);
  return { columns: [{ name: 'n', type: 'double', typeName: 'double' }], rows };
}

function valuesOf({ table }: SqlPage): readonly number[] {
  return table.rows.map(([cell]) => Number(cell));
}

/** Returns cursors, and the budgets that their memory counts against. */
function setUp(clock = handClock(), maxStoredMemory = 1_000_000) {
  const budgets = createBudgets({ ...defaultBudgetLimits, maxStoredMemory });
  return { cursors: createSqlCursors(clock, budgets), budgets };
}

function isRefused(type: string) {
  return (error: unknown): boolean => error instanceof ServiceError && error.type === type;
}

it('returns each row once, in pages, and frees the result with the last page', async () => {
  const { cursors, budgets } = setUp();
  let page = await cursors.open(numbers(10), paging);
  const pages = [valuesOf(page)];
  while (page.cursor !== undefined) {
    assert.equal(cursors.count(), 1);
    assert.ok(budgets.held_bytes > 80);
    page = cursors.next(page.cursor, {});
    pages.push(valuesOf(page));
  }
  assert.deepEqual(pages, [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
  assert.deepEqual([cursors.count(), budgets.held_bytes], [0, 0]);
});

it('keeps nothing if the rows fit into one page', async () => {
  const { cursors, budgets } = setUp();
  for (const count of [0, 1, 4])
    assert.equal((await cursors.open(numbers(count), paging)).cursor, undefined);
  assert.deepEqual([cursors.count(), budgets.held_bytes], [0, 0]);
});

it('returns a page again until the last one is fetched', async () => {
  const { cursors } = setUp();
  const { cursor = '' } = await cursors.open(numbers(10), paging);
  assert.deepEqual(valuesOf(cursors.next(cursor, {})), valuesOf(cursors.next(cursor, {})));
});

it('frees a result when its keep time ends; each page restarts the keep time', async () => {
  const clock = handClock();
  const { cursors, budgets } = setUp(clock);
  const { cursor = '' } = await cursors.open(numbers(10), paging);
  clock.advance(44_999);
  const { cursor: second = '' } = cursors.next(cursor, { keep_ms: 1000 });
  clock.advance(1000);
  assert.throws(() => cursors.next(second, {}), isRefused('search_context_missing_exception'));
  assert.deepEqual([cursors.count(), budgets.held_bytes], [0, 0]);
});

it('closes a result once', async () => {
  const { cursors, budgets } = setUp();
  const { cursor = '' } = await cursors.open(numbers(10), paging);
  assert.ok(budgets.held_bytes > 80);
  assert.equal(cursors.close(cursor), true);
  assert.equal(budgets.held_bytes, 0);
  assert.equal(cursors.close(cursor), false);
  assert.throws(() => cursors.next(cursor, {}), isRefused('search_context_missing_exception'));
});

it('refuses invalid cursors', async () => {
  const { cursors } = setUp();
  const { cursor = '' } = await cursors.open(numbers(10), paging);
  const beyond = Buffer.from(cursor, 'base64url').toString('latin1').replace(/:4$/, ':10');
  const forged = Buffer.from(beyond, 'latin1').toString('base64url');
  for (const wrong of ['', 'abc', `${cursor}A`, cursor.slice(1), forged]) {
    assert.throws(() => cursors.next(wrong, {}), isRefused('illegal_argument_exception'), wrong);
  }
});

it('refuses results beyond the limits on their number and memory', async () => {
  const few = createSqlCursors(handClock(), createBudgets(), 1);
  const { cursor = '' } = await few.open(numbers(5), paging);
  await assert.rejects(few.open(numbers(5), paging), isRefused('too_many_requests_exception'));
  few.close(cursor);
  await few.open(numbers(5), paging);
  const small = setUp(handClock(), 2000);
  const refused = /\[2000b\] \(--max-stored-memory\)$/;
  await assert.rejects(small.cursors.open(numbers(1000), paging), refused);
  assert.deepEqual([small.cursors.count(), small.budgets.held_bytes], [0, 0]);
});
