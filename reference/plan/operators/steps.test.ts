import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import { column, constant, somewhere } from '../../testing/plan-fixtures.ts';
import { resolveAggregate } from '../aggregates/aggregate-definitions.ts';
import type { CallExpression, Expression } from '../expression.ts';
import type { PlanStep } from '../plan.ts';
import { usedSlots } from '../plan.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { openPlan } from './open-plan.ts';
import type { Row } from '../row.ts';
import { newRun } from './run.ts';

const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
const expressions = 400;

/** Returns steps that make a row of each number below a size. */
function numbers(size: number): readonly PlanStep[] {
  const value = constant('long', ...Array.from({ length: size }, (_, at) => at));
  return [
    { kind: 'row' },
    { kind: 'extend', values: [{ at: 0, value }] },
    { kind: 'expand', from: 0, at: 0 },
  ];
}

/** Returns a step whose aggregates are in slots from 100 on, and whose keys are in those that they have before. */
function aggregateStep(
  calls: readonly (readonly [name: string, ...operands: readonly Expression[]])[],
  keys: readonly number[] = [],
): PlanStep {
  return {
    kind: 'aggregate',
    aggregates: calls.map(([name, ...operands], nth) => {
      const call = resolveAggregate({ name, place: somewhere, operands }, evaluation);
      return { at: 100 + nth, call: { ...call, where: undefined } };
    }),
    keys: keys.map((at) => ({ from: at, at })),
  };
}

/** Expressions that count how often they are computed. */
function countedExpressions() {
  const counts = { computed: 0 };
  const counted = (nth: number): CallExpression => ({
    kind: 'call',
    type: 'long',
    place: somewhere,
    operands: [column(0, 'long')],
    *compute(row) {
      yield;
      counts.computed++;
      return Number(row.get(0)) + nth;
    },
  });
  return { counts, values: Array.from({ length: expressions }, (_, nth) => counted(nth)) };
}

/** Runs steps; returns their rows, the most expressions that are computed in one step, and the number of steps. */
function run(steps: readonly PlanStep[], counts = { computed: 0 }, shows = [100]) {
  const shown = [{ name: 'n', type: 'long' as const, at: 0 }];
  const environment = systemEnvironment();
  const used = new Set([...usedSlots({ steps, shown }), ...shows]);
  const rows: Row[] = [];
  let [most, before, count] = [0, 0, 0];
  for (const row of openPlan(steps, newRun({ source: undefined, evaluation, used }, environment))) {
    count++;
    most = Math.max(most, counts.computed - before);
    before = counts.computed;
    if (row !== undefined) rows.push(row);
  }
  return { rows, most, count };
}

test('many keys of a sort are computed and compared in steps', () => {
  const { counts, values } = countedExpressions();
  const keys = values.map((value) => ({ value, descending: false, nullsFirst: false }));
  const { most, rows } = run([...numbers(100), { kind: 'sort', keys }], counts);
  assert.deepEqual([most, rows.length, counts.computed], [1, 100, 100 * expressions]);
});

test('many keys of groups are computed and numbered in steps', () => {
  const { counts, values } = countedExpressions();
  const computed = values.map((value, nth) => ({ at: 200 + nth, value }));
  const steps: readonly PlanStep[] = [
    ...numbers(100),
    { kind: 'extend', values: computed },
    aggregateStep(
      [['count']],
      computed.map(({ at }) => at),
    ),
  ];
  const { most, rows } = run(steps, counts);
  assert.deepEqual([most, rows.length, counts.computed], [1, 100, 100 * expressions]);
});

test('many rows are sorted and merged in steps', () => {
  const key = { value: column(0, 'long'), descending: true, nullsFirst: false };
  const size = 2 ** 14;
  const { rows, count } = run([...numbers(size), { kind: 'sort', keys: [key] }]);
  assert.deepEqual(
    rows.map((row) => row.get(0)),
    Array.from({ length: size }, (_, at) => size - 1 - at),
  );
  // Each row is written once, and merged several times, 32 in a step; 64 are read in one.
  assert.ok(count >= size + size / 64 + (8 * size) / 32, `${count} steps`);
});

test('many columns of a row are sorted and summed up in steps', () => {
  const many = Array.from({ length: 640 });
  const value = column(0, 'long');
  const keys = many.map(() => ({ value, descending: false, nullsFirst: false }));
  const sorted = run([...numbers(10), { kind: 'sort', keys }]);
  const maxima = aggregateStep(many.map(() => ['max', value] as const));
  const slots = many.map((_, nth) => 100 + nth);
  const summed = run([...numbers(10), maxima], undefined, slots);
  for (const { count } of [sorted, summed]) assert.ok(count >= 100, `${count} steps`);
});

test('values that nobody reads are not computed', () => {
  const { counts, values } = countedExpressions();
  const extend = {
    kind: 'extend',
    values: values.map((value, nth) => ({ at: 200 + nth, value })),
  } as const;
  const filter = { kind: 'filter', condition: column(203, 'boolean') } as const;
  run([...numbers(10), extend, filter], counts);
  assert.equal(counts.computed, 10);
});
