import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell, Cells } from '../cells.ts';
import type { PlanStep, SortKey } from '../plan.ts';
import {
  aggregate,
  aggregateStep,
  books,
  column,
  endless,
  openIndices,
  rowsOfPlan,
  source,
  startPlan,
  when,
} from '../../testing/plan-fixtures.ts';

const n = source({ n: 'long', k: 'keyword' });
const sorted = (keys: readonly SortKey[], count = 100, input: readonly PlanStep[] = [n]) => ({
  steps: [...input, { kind: 'sort', keys } as const, { kind: 'limit', count } as const],
  shown: [0, 1],
});
const by = (at: number, descending = false, nullsFirst = descending): SortKey => {
  return { value: column(at, at === 0 ? 'long' : 'keyword'), descending, nullsFirst };
};
const firsts = (rows: readonly Cells[]) => rows.map(([first]) => first);

test('rows are sorted: by the least of several values ascending, by the greatest descending; strings by code points', async () => {
  const cases: readonly (readonly [ReturnType<typeof sorted>, at: 0 | 1, readonly Cell[]])[] = [
    [sorted([by(0)]), 0, [1, 2, [3, 5], 4, null]],
    [sorted([by(0, true)]), 0, [null, [3, 5], 4, 2, 1]],
    [sorted([by(0, true, false)], 2), 0, [[3, 5], 4]],
    [sorted([by(0, false, true)], 2), 0, [null, 1]],
    [sorted([by(1), by(0, true)]), 1, [['a', 'b'], 'a', 'b', '\uffee', '\ud83d\ude00']],
    [sorted([by(1, true)], 1), 1, ['\ud83d\ude00']],
  ];
  const opened = await openIndices([books]);
  for (const [at, [plan, shown, wanted]] of cases.entries()) {
    const rows = await rowsOfPlan(plan, opened);
    assert.deepEqual(
      rows.map((row) => row[shown]),
      wanted,
      `case ${at}`,
    );
  }
});

test('rows are filtered, cut and expanded', async () => {
  const opened = await openIndices([books]);
  const shown = [0, 1];
  const condition = when(0, (value) => Number(value) < 4);
  const filter = { steps: [n, { kind: 'filter', condition } as const], shown };
  assert.deepEqual(firsts(await rowsOfPlan(filter, opened)), [1, 2]);
  const limit = (count: number) => ({ steps: [n, { kind: 'limit', count } as const], shown });
  const { figures, table } = await startPlan(limit(2), opened).result;
  assert.deepEqual(firsts(table.rows), [1, [3, 5]]);
  assert.equal(figures.documents_found, 2);
  assert.deepEqual(await rowsOfPlan(limit(0), opened), []);
  const expand = { steps: [n, { kind: 'expand', from: 0, at: 2 } as const], shown: [2, 1, 0] };
  const expanded = await rowsOfPlan(expand, opened);
  assert.deepEqual(firsts(expanded), [1, 3, 5, null, 4, 2]);
  assert.deepEqual(expanded[2]?.slice(1), [
    ['a', 'b'],
    [3, 5],
  ]);
});

test('null is a group, a row with several values is in the group of each, without keys there is one group', async () => {
  const opened = await openIndices([books]);
  const count = aggregate('count');
  const sum = aggregate('sum', [column(0, 'long')]);
  const above = aggregate(
    'sum',
    [column(0, 'long')],
    when(0, (value) => Number(value) > 1),
  );
  const limit = (count: number): PlanStep => ({ kind: 'limit', count });
  const cases: readonly (readonly [
    steps: readonly PlanStep[],
    shown: readonly number[],
    readonly Cells[],
  ])[] = [
    [
      [n, aggregateStep([count, sum], [1])],
      [100, 101, 1],
      [
        [2, 9, 'a'],
        [2, 8, 'b'],
        [1, 4, '\ud83d\ude00'],
        [1, 2, '\uffee'],
      ],
    ],
    [
      [n, aggregateStep([count], [0])],
      [100, 0],
      [
        [1, 1],
        [1, 3],
        [1, 5],
        [1, null],
        [1, 4],
        [1, 2],
      ],
    ],
    [
      [n, limit(3), aggregateStep([count], [0, 1])],
      [100, 0, 1],
      [
        [1, 1, 'a'],
        [1, 3, 'a'],
        [1, 3, 'b'],
        [1, 5, 'a'],
        [1, 5, 'b'],
        [1, null, 'b'],
      ],
    ],
    [[n, aggregateStep([sum, above])], [100, 101], [[15, 6]]],
    [[n, limit(0), aggregateStep([count, sum])], [100, 101], [[0, null]]],
    [[n, limit(0), aggregateStep([count], [1])], [100, 1], []],
  ];
  for (const [at, [steps, shown, wanted]] of cases.entries()) {
    assert.deepEqual(await rowsOfPlan({ steps, shown }, opened), wanted, `case ${at}`);
  }
});

test('many rows are sorted, and only the first ones kept', async () => {
  const input = endless(2, 400);
  const keys = [
    { ...by(1), value: column(1, 'long') },
    { ...by(0, true), value: column(0, 'long') },
  ];
  for (const most of [10, 5000, 100_000]) {
    const rows = await rowsOfPlan(sorted(keys, most, input), undefined);
    assert.equal(rows.length, most);
    const last = most - 1;
    assert.deepEqual(rows[0], [399, 0]);
    assert.deepEqual(rows[last], [399 - (last % 400), Math.floor(last / 400)]);
  }
});
