import assert from 'node:assert/strict';
import { createBudgets, defaultBudgetLimits } from '../base/budgets.ts';
import { ServiceError } from '../base/service-error.ts';
import type { QueryResult, QueryTask } from '../plan/task.ts';
import { handClock } from './hand-clock.ts';
import { createAsyncQueries } from '../query/async/async-queries.ts';
import type { AsyncAnswer, AsyncLimits, StartAsync } from '../query/async/async-queries.ts';

/** Limits that tests do not reach by accident. */
export const roomy: AsyncLimits = { running: 10, stored: 10 };
/** A day in milliseconds. */
export const day_ms = 86_400_000;

function resultOf(rows: number, isPartial = false): QueryResult {
  return {
    table: {
      columns: [{ name: 'n', type: 'double' }],
      rows: Array.from({ length: rows }, () => [0]),
    },
    figures: {
      took_ms: 1,
      is_partial: isPartial,
      documents_found: rows,
      values_loaded: rows,
      warnings: [],
    },
  };
}

/** Returns a query that ends when the test resolves it. */
export function slowQuery() {
  let settle: (result: QueryResult) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let isCancelled = false;
  const result = new Promise<QueryResult>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  result.catch(() => undefined);
  const task: QueryTask = {
    result,
    stop: () => settle(resultOf(2, true)),
    cancel() {
      isCancelled = true;
      fail(new ServiceError('task_cancelled_exception', 'cancelled'));
    },
  };
  const finish = (rows: number): void => settle(resultOf(rows));
  return { task, fail: (error: Error) => fail(error), finish, isCancelled: () => isCancelled };
}

/** Returns a registry, its clock, and functions that start queries. */
export function setUp(limits = roomy, maxStoredMemory = 1_000_000) {
  const clock = handClock();
  const budgets = createBudgets({ ...defaultBudgetLimits, maxStoredMemory });
  const queries = createAsyncQueries<string>(clock, limits, budgets);
  const begin = (
    task: QueryTask,
    more: Partial<StartAsync<string>> = {},
  ): Promise<AsyncAnswer<string>> =>
    queries.start({
      begin: () => Promise.resolve(task),
      note: 'noted',
      wait_ms: 1000,
      keep_ms: 5 * day_ms,
      ...more,
    });
  /** Starts a query that does not finish within its first wait. */
  const running = async (more: Partial<StartAsync<string>> = {}) => {
    const query = slowQuery();
    const answering = begin(query.task, more);
    clock.advance(more.wait_ms ?? 1000);
    const answer = await answering;
    assert.equal(answer.result, undefined);
    return { ...query, id: answer.id };
  };
  const now = { wait_ms: 0, keep_ms: undefined };
  return { clock, queries, budgets, begin, running, now };
}

/** Waits until the callbacks of all settled promises have run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

/** Returns a function that checks the type and reason of an error. */
export function refusedAs(type: string, reason: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.type, type);
    assert.match(error.reason, reason);
    return true;
  };
}
