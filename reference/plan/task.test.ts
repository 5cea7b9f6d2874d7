import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { BudgetLimits } from '../base/budgets.ts';
import { createBudgets, defaultBudgetLimits, withBudget } from '../base/budgets.ts';
import { systemEnvironment } from '../base/environment.ts';
import { testIndex } from '../testing/search-index.ts';
import { checkApproximation } from './approximation.ts';
import type { PlanNode } from './plan.ts';
import {
  aggregate,
  aggregateNode,
  books,
  column,
  constant,
  endless,
  openIndices,
  others,
  rowsOf,
  sourceNode,
  startPlan,
} from '../testing/plan-fixtures.ts';

test('a plain count reads no document and reports one for each count', async () => {
  const bare = sourceNode({});
  const counts = [aggregate('count'), aggregate('count', [constant('integer', 1)])];
  const opened = await openIndices([books, others]);
  const result = await startPlan(aggregateNode(bare, counts), opened).result;
  assert.deepEqual(rowsOf(result), [[6, 6]]);
  assert.deepEqual([result.figures.documents_found, result.figures.values_loaded], [2, 0]);
});

test('a run that is stopped returns the rows so far, one that is cancelled rejects', async () => {
  const stopped = startPlan(
    aggregateNode(endless(5), [aggregate('count', [column(0, 'long')])]),
    undefined,
  );
  await yieldSeveralTimes();
  stopped.stop();
  const result = await stopped.result;
  assert.equal(result.figures.is_partial, true);
  assert.ok(Number(rowsOf(result)[0]?.[0]) > 0);
  const cancelled = startPlan(endless(5), undefined);
  await yieldSeveralTimes();
  cancelled.cancel();
  await assert.rejects(cancelled.result, { type: 'task_cancelled_exception' });
  const first = startPlan({ kind: 'limit', input: endless(9), count: 3, output: [] }, undefined);
  assert.equal((await first.result).table.pages[0]?.rows, 3);
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

const listSize = 50_000;
/** One row of lists; the product of the first two has 2.5 billion rows, each with a copy of the third. */
const lists = endless(2, listSize);

test('groups, rows and memory of a query are limited, and the error names the option', async () => {
  const keys = [column(0, 'long'), column(1, 'long')];
  const grouped = aggregateNode(endless(2), [aggregate('count')], keys);
  const copied = { ...lists, output: [...lists.output] };
  const refused = [
    [grouped, { maxRequestMemory: 2 ** 20 }, /limit of \[1048576b\] \(--max-request-memory\)/],
    [endless(3), { maxRequestMemory: 2 ** 22 }, /Data too large.*--max-request-memory/],
    [endless(3), { maxTotalMemory: 2 ** 22 }, /Data too large.*--max-total-memory/],
    [aggregateNode(endless(3), [aggregate('count')]), { maxQueryRows: 9999 }, /--max-query-rows/],
    [aggregateNode(copied, [aggregate('count')]), { maxRequestSteps: 3 }, /--max-request-steps/],
  ] as const;
  for (const [node, limits, reason] of refused) {
    await assert.rejects(startPlan(node, undefined, withLimits(limits)).result, {
      type: 'circuit_breaking_exception',
      message: reason,
    });
  }
});

test('lists that are repeated in every row are copied for a few rows at once', async () => {
  const output = [0, 1, 2].map((at) => ({ name: `c${at}`, type: 'long' as const }));
  const wide = await openIndices([
    testIndex({
      properties: { n: { type: 'long' } },
      runs: [[['1', { n: Array.from({ length: listSize }, (_, at) => at) }]]],
    }),
  ]);
  const source = sourceNode({ n: 'long' });
  const copies: PlanNode = {
    kind: 'project',
    input: source,
    places: [0, 0, 0],
    output,
  };
  const expanded: PlanNode = { kind: 'expand', input: copies, at: 0, output };
  const sum = aggregateNode(expanded, [aggregate('sum', [column(1, 'long')])]);
  const limits = { maxQueryRows: 10 * listSize * 5, maxRequestMemory: 2 ** 24 };
  const memory = process.memoryUsage().arrayBuffers;
  await assert.rejects(startPlan(sum, wide, withLimits(limits)).result, /--max-query-rows/);
  assert.ok(process.memoryUsage().arrayBuffers - memory < 2 ** 28);
  const count = aggregateNode(expanded, [aggregate('count', [column(0, 'long')])]);
  const result = await startPlan(count, wide, withLimits(limits)).result;
  assert.deepEqual(rowsOf(result), [[listSize]], 'columns that nobody reads are not copied');
});

test('a query whose client leaves ends at its next step', async () => {
  let isGone = false;
  const budget = createBudgets().open(() => isGone);
  const environment = withBudget(systemEnvironment(), budget);
  const counted = aggregateNode(endless(5), [aggregate('count')]);
  const task = startPlan(counted, undefined, { environment });
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
