import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { BudgetLimits } from '../base/budgets.ts';
import { createBudgets, defaultBudgetLimits, withBudget } from '../base/budgets.ts';
import { systemEnvironment } from '../base/environment.ts';
import { testIndex } from '../testing/search-index.ts';
import { checkApproximation } from './approximation.ts';
import type { PlanStep } from './plan.ts';
import {
  aggregate,
  aggregateStep,
  books,
  column,
  constant,
  endless,
  openIndices,
  others,
  source,
  startPlan,
} from '../testing/plan-fixtures.ts';

test('a plain count reads no document and reports one for each count', async () => {
  const counts = [aggregate('count'), aggregate('count', [constant('integer', 1)])];
  const opened = await openIndices([books, others]);
  const steps = [source({}), aggregateStep(counts)];
  const result = await startPlan({ steps, shown: [100, 101] }, opened).result;
  assert.deepEqual(result.table.rows, [[6, 6]]);
  assert.deepEqual([result.figures.documents_found, result.figures.values_loaded], [2, 0]);
});

test('a run that is stopped returns the rows so far, one that is cancelled rejects', async () => {
  const counted = aggregateStep([aggregate('count', [column(0, 'long')])]);
  const stopped = startPlan({ steps: [...endless(5), counted], shown: [100] }, undefined);
  await yieldSeveralTimes();
  stopped.stop();
  const result = await stopped.result;
  assert.equal(result.figures.is_partial, true);
  assert.ok(Number(result.table.rows[0]?.[0]) > 0);
  const cancelled = startPlan({ steps: endless(5), shown: [] }, undefined);
  await yieldSeveralTimes();
  cancelled.cancel();
  await assert.rejects(cancelled.result, { type: 'task_cancelled_exception' });
  const three = { steps: [...endless(9), { kind: 'limit', count: 3 } as const], shown: [] };
  assert.equal((await startPlan(three, undefined).result).table.rows.length, 3);
});

test('the member `approximation` of a request is validated', () => {
  for (const right of [undefined, null, true, false, {}, { num_rows: 5, other: true }]) {
    checkApproximation(right);
  }
  for (const wrong of ['yes', 1, [true], { rows: 0 }, { rows: '5' }, { confidence_level: 2 }]) {
    assert.throws(() => checkApproximation(wrong), { type: 'illegal_argument_exception' });
  }
});

const withLimits = (limits: Partial<BudgetLimits>) => {
  const budget = createBudgets({ ...defaultBudgetLimits, ...limits }).open();
  return { environment: withBudget(systemEnvironment(), budget) };
};

const listSize = 10_000;

test('groups, rows and memory of a query are limited, and the error names the option', async () => {
  const count = aggregateStep([aggregate('count')]);
  const grouped = aggregateStep([aggregate('count')], [0, 1]);
  // One row of lists, whose product has 100 million rows.
  const lists = [...endless(2, listSize), count];
  const refused: readonly (readonly [readonly PlanStep[], Partial<BudgetLimits>, RegExp])[] = [
    [
      [...endless(2), grouped],
      { maxRequestMemory: 2 ** 20 },
      /limit of \[1048576b\] \(--max-request-memory\)/,
    ],
    [endless(3), { maxRequestMemory: 2 ** 22 }, /Data too large.*--max-request-memory/],
    [endless(3), { maxTotalMemory: 2 ** 22 }, /Data too large.*--max-total-memory/],
    [[...endless(3), count], { maxQueryRows: 9999 }, /--max-query-rows/],
    [lists, { maxRequestSteps: 3 }, /--max-request-steps/],
  ];
  for (const [steps, limits, message] of refused) {
    const type = 'circuit_breaking_exception';
    const task = startPlan({ steps, shown: [0, 1, 2, 100] }, undefined, withLimits(limits));
    await assert.rejects(task.result, { type, message });
  }
});

test('the values of lists that are repeated in every row count as rows', async () => {
  const wide = await openIndices([
    testIndex({
      properties: { n: { type: 'long' } },
      runs: [[['1', { n: Array.from({ length: listSize }, (_, at) => at) }]]],
    }),
  ]);
  const list = source({ n: 'long' });
  const expand: PlanStep = { kind: 'expand', from: 0, at: 1 };
  const sum = aggregateStep([aggregate('sum', [column(0, 'long')])]);
  const limits = { maxQueryRows: 10 * listSize * 5, maxRequestMemory: 2 ** 24 };
  const summed = { steps: [list, expand, sum], shown: [100] };
  await assert.rejects(startPlan(summed, wide, withLimits(limits)).result, /--max-query-rows/);
  const count = aggregateStep([aggregate('count', [column(0, 'long')])]);
  const own: PlanStep = { ...expand, at: 0 };
  const counted = { steps: [list, own, count], shown: [100] };
  const result = await startPlan(counted, wide, withLimits(limits)).result;
  assert.deepEqual(
    result.table.rows,
    [[listSize]],
    'a list that only its own rows show does not count',
  );
});

test('a query whose client leaves ends at its next step', async () => {
  let isGone = false;
  const budget = createBudgets().open(() => isGone);
  const environment = withBudget(systemEnvironment(), budget);
  const counted = [...endless(5), aggregateStep([aggregate('count')])];
  const task = startPlan({ steps: counted, shown: [100] }, undefined, { environment });
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
