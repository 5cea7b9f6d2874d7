import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { BudgetLimits } from '../base/budgets.ts';
import { createBudgets, defaultBudgetLimits, withBudget } from '../base/budgets.ts';
import { systemEnvironment } from '../base/environment.ts';
import { MemoryCatalog } from '../store/catalog.ts';
import { combinations } from '../testing/plan-fixtures.ts';
import type { QueryGiven } from '../testing/query-examples/run-example.ts';
import { runText, startText } from '../testing/query-examples/run-example.ts';
import { checkApproximation } from './approximation.ts';

const catalog = new MemoryCatalog(systemEnvironment());
const listSize = 10_000;
const wide = catalog.create('wide', { mappings: { properties: { n: { type: 'long' } } } });
wide.index({
  id: '1',
  source: JSON.stringify({ n: Array.from({ length: listSize }, (_, at) => at) }),
});
wide.refresh();

/** Queries with so many rows that they do not end by themselves. */
const [pairs, triples, many] = ['ab', 'abc', 'abcde'].map((names) => combinations(names, 500));
const all: QueryGiven = { allRows: true };

test('a run that is stopped returns the rows so far, one that is cancelled rejects', async () => {
  const stopped = await startText(`${many} | STATS count(a)`, catalog, all);
  await yieldSeveralTimes();
  stopped.stop();
  const result = await stopped.result;
  assert.equal(result.figures.is_partial, true);
  assert.ok(Number(result.table.rows[0]?.[0]) > 0);
  const cancelled = await startText(`${many}`, catalog, all);
  await yieldSeveralTimes();
  cancelled.cancel();
  await assert.rejects(cancelled.result, { type: 'task_cancelled_exception' });
  const three = await runText(`${many} | LIMIT 3`, catalog, all);
  assert.equal(three.table.rows.length, 3);
});

test('the member `approximation` of a request is validated', () => {
  for (const right of [undefined, null, true, false, {}, { num_rows: 5, other: true }]) {
    checkApproximation(right);
  }
  for (const wrong of ['yes', 1, [true], { rows: 0 }, { rows: '5' }, { confidence_level: 2 }]) {
    assert.throws(() => checkApproximation(wrong), { type: 'illegal_argument_exception' });
  }
});

const withLimits = (limits: Partial<BudgetLimits>): QueryGiven => {
  const budget = createBudgets({ ...defaultBudgetLimits, ...limits }).open();
  return { ...all, environment: withBudget(systemEnvironment(), budget) };
};

test('groups, rows and memory of a query are limited, and the error names the option', async () => {
  // One row of lists, whose product has 100 million rows.
  const lists = 'FROM wide | EVAL m = n | MV_EXPAND n | MV_EXPAND m | STATS count(*)';
  const refused: readonly (readonly [string, Partial<BudgetLimits>, RegExp])[] = [
    [
      `${pairs} | STATS count(*) BY a, b`,
      { maxRequestMemory: 2 ** 20 },
      /limit of \[1048576b\] \(--max-request-memory\)/,
    ],
    [`${triples}`, { maxRequestMemory: 2 ** 22 }, /Data too large.*--max-request-memory/],
    [`${triples}`, { maxTotalMemory: 2 ** 22 }, /Data too large.*--max-total-memory/],
    [`${triples} | STATS count(*)`, { maxQueryRows: 9999 }, /--max-query-rows/],
    [lists, { maxRequestSteps: 3 }, /--max-request-steps/],
  ];
  for (const [text, limits, message] of refused) {
    const type = 'circuit_breaking_exception';
    await assert.rejects(runText(text, catalog, withLimits(limits)), { type, message });
  }
});

test('the values of lists that are repeated in every row count as rows', async () => {
  const limits = { maxQueryRows: 10 * listSize * 5, maxRequestMemory: 2 ** 24 };
  const summed = 'FROM wide | EVAL m = n | MV_EXPAND m | STATS sum(n), count(m)';
  await assert.rejects(runText(summed, catalog, withLimits(limits)), /--max-query-rows/);
  const counted = 'FROM wide | MV_EXPAND n | STATS count(n)';
  const { table } = await runText(counted, catalog, withLimits(limits));
  assert.deepEqual(table.rows, [[listSize]], 'a list that only its own rows show does not count');
});

test('a query whose client leaves ends at its next step', async () => {
  let isGone = false;
  const budget = createBudgets().open(() => isGone);
  const environment = withBudget(systemEnvironment(), budget);
  const text = `${many} | STATS count(*)`;
  const task = await startText(text, catalog, { ...all, environment });
  await yieldSeveralTimes();
  isGone = true;
  const { steps } = budget;
  await assert.rejects(task.result, { type: 'task_cancelled_exception' });
  assert.ok(budget.steps <= steps + 1);
});

/** Yields to the event loop several times, so that running tasks make progress. */
async function yieldSeveralTimes(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}
