import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression } from '../expression.ts';
import type { PlanNode, SortKey } from '../plan.ts';
import type { TestValue } from '../../testing/plan-fixtures.ts';
import {
  aggregate,
  aggregateNode,
  books,
  column,
  constant,
  endless,
  openIndices,
  rowsOf,
  rowsOfPlan,
  sourceNode,
  startPlan,
  when,
} from '../../testing/plan-fixtures.ts';

const n = sourceNode({ n: 'long', k: 'keyword' });
const sorted = (keys: readonly SortKey[], count = 100, input: PlanNode = n): PlanNode => {
  const { output } = input;
  return { kind: 'limit', input: { kind: 'sort', input, keys, output }, count, output };
};
const by = (at: number, descending = false, nullsFirst = descending): SortKey => {
  return { value: column(at, at === 0 ? 'long' : 'keyword'), descending, nullsFirst };
};
const firsts = (rows: readonly (readonly TestValue[])[]) => rows.map(([first]) => first);

test('rows are sorted: by the least of several values ascending, by the greatest descending; strings by code points', async () => {
  const cases: readonly (readonly [PlanNode, at: 0 | 1, readonly TestValue[]])[] = [
    [sorted([by(0)]), 0, [1, 2, [3, 5], 4, null]],
    [sorted([by(0, true)]), 0, [null, [3, 5], 4, 2, 1]],
    [sorted([by(0, true, false)], 2), 0, [[3, 5], 4]],
    [sorted([by(0, false, true)], 2), 0, [null, 1]],
    [sorted([by(1), by(0, true)]), 1, [['a', 'b'], 'a', 'b', '\uffee', '\ud83d\ude00']],
    [sorted([by(1, true)], 1), 1, ['\ud83d\ude00']],
  ];
  const opened = await openIndices([books]);
  for (const [at, [node, shown, wanted]] of cases.entries()) {
    const rows = await rowsOfPlan(node, opened);
    assert.deepEqual(
      rows.map((row) => row[shown]),
      wanted,
      `case ${at}`,
    );
  }
});

test('rows are filtered, cut and expanded', async () => {
  const opened = await openIndices([books]);
  const filter: PlanNode = {
    kind: 'filter',
    input: n,
    condition: when(0, (value) => Number(value) < 4),
    output: n.output,
  };
  assert.deepEqual(firsts(await rowsOfPlan(filter, opened)), [1, 2]);
  const limit = (count: number): PlanNode => ({ kind: 'limit', input: n, count, output: n.output });
  const { figures, ...result } = await startPlan(limit(2), opened).result;
  assert.deepEqual(firsts(rowsOf({ figures, ...result })), [1, [3, 5]]);
  assert.equal(figures.documents_found, 2);
  assert.deepEqual(await rowsOfPlan(limit(0), opened), []);
  const expand: PlanNode = { kind: 'expand', input: n, at: 0, output: n.output };
  const expanded = await rowsOfPlan(expand, opened);
  assert.deepEqual(firsts(expanded), [1, 3, 5, null, 4, 2]);
  assert.deepEqual(expanded[2]?.[1], ['a', 'b']);
});

test('columns are extracted from texts', async () => {
  const extract: PlanNode = {
    kind: 'extract',
    input: n,
    value: column(1, 'keyword'),
    place: { line: 1, column: 1, text: 'k' },
    extract: (text) => (text === 'a' ? [text.length, [text, text]] : undefined),
    output: [...n.output, { name: 'l', type: 'integer' }, { name: 'x', type: 'keyword' }],
  };
  const rows = await rowsOfPlan(extract, await openIndices([books]));
  assert.deepEqual(
    rows.map((row) => row.slice(2)),
    [
      [1, ['a', 'a']],
      [1, ['a', 'a']],
      [null, null],
      [null, null],
      [null, null],
    ],
  );
});

test('null is a group, a row with several values is in the group of each, without keys there is one group', async () => {
  const opened = await openIndices([books]);
  const count = aggregate('count');
  const sum = aggregate('sum', [column(0, 'long')]);
  const [k, key] = [column(1, 'keyword'), column(0, 'long')];
  const cases: readonly (readonly [PlanNode, readonly (readonly TestValue[])[]])[] = [
    [
      aggregateNode(n, [count, sum], [k]),
      [
        [2, 9, 'a'],
        [2, 8, 'b'],
        [1, 4, '\ud83d\ude00'],
        [1, 2, '\uffee'],
      ],
    ],
    [
      aggregateNode(n, [count], [key]),
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
      aggregateNode({ kind: 'limit', input: n, count: 3, output: n.output }, [count], [key, k]),
      [
        [1, 1, 'a'],
        [1, 3, 'a'],
        [1, 3, 'b'],
        [1, 5, 'a'],
        [1, 5, 'b'],
        [1, null, 'b'],
      ],
    ],
    [
      aggregateNode(n, [
        sum,
        aggregate(
          'sum',
          [key],
          when(0, (value) => Number(value) > 1),
        ),
      ]),
      [[15, 6]],
    ],
    [
      aggregateNode({ kind: 'limit', input: n, count: 0, output: n.output }, [count, sum]),
      [[0, null]],
    ],
    [aggregateNode({ kind: 'limit', input: n, count: 0, output: n.output }, [count], [k]), []],
  ];
  for (const [at, [node, wanted]] of cases.entries()) {
    assert.deepEqual(await rowsOfPlan(node, opened), wanted, `case ${at}`);
  }
});

test('many rows are sorted in runs that are merged', async () => {
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

test('comparisons with numbers choose the right rows, with and without nulls', async () => {
  const compared = (name: string, value: number): Expression => {
    const operands = [column(0, 'long'), constant('long', value)];
    const holds: Readonly<Record<string, (own: number) => boolean>> = {
      '==': (own) => own === value,
      '>': (own) => own > value,
      '>=': (own) => own >= value,
      '<': (own) => own < value,
      '<=': (own) => own <= value,
    };
    return { ...when(0, (own) => holds[name]?.(Number(own)) === true), name, operands };
  };
  const cases: readonly (readonly [Expression, dense: readonly number[]])[] = [
    [compared('==', 3), [3]],
    [compared('>', 3), [4, 5]],
    [compared('>=', 3), [3, 4, 5]],
    [compared('<', 2), [0, 1]],
    [compared('<=', 2), [0, 1, 2]],
  ];
  const output = [{ name: 'n', type: 'long' }] as const;
  const row: PlanNode = { kind: 'row', values: [constant('long', 0, 1, 2, 3, 4, 5)], output };
  const dense: PlanNode = { kind: 'expand', input: row, at: 0, output };
  const opened = await openIndices([books]);
  for (const [condition, wanted] of cases) {
    const filtered = (input: PlanNode): PlanNode => ({ kind: 'filter', input, condition, output });
    assert.deepEqual(firsts(await rowsOfPlan(filtered(dense), undefined)), wanted);
    const total = aggregateNode(filtered(dense), [aggregate('count')]);
    assert.deepEqual(await rowsOfPlan(total, undefined), [[wanted.length]]);
    const single = [1, 4, 2].filter((own) => wanted.includes(own));
    const sparse = sourceNode({ n: 'long' });
    assert.deepEqual(firsts(await rowsOfPlan(filtered(sparse), opened)), single);
  }
});
