import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookCatalog, combinations } from '../../testing/plan-fixtures.ts';
import { runText } from '../../testing/query-examples/run-example.ts';
import type { Cells } from '../cells.ts';

const catalog = bookCatalog();
const smiley = '\ud83d\ude00';
const wide = '\uffee';

/** What queries of `books` do, and their rows. */
const cases: readonly (readonly [steps: string, rows: readonly Cells[]])[] = [
  // Ascending, the least of several values counts, descending the greatest; strings are sorted by code points.
  ['SORT n | KEEP n', [[1], [2], [[3, 5]], [4], [null]]],
  ['SORT n DESC | KEEP n', [[null], [[3, 5]], [4], [2], [1]]],
  ['SORT n DESC NULLS LAST | LIMIT 2 | KEEP n', [[[3, 5]], [4]]],
  ['SORT n NULLS FIRST | LIMIT 2 | KEEP n', [[null], [1]]],
  ['SORT k, n DESC | KEEP k', [[['a', 'b']], ['a'], ['b'], [wide], [smiley]]],
  ['SORT k DESC | LIMIT 1 | KEEP k', [[smiley]]],

  ['WHERE n < 4 | KEEP n', [[1], [2]]],
  ['LIMIT 0', []],
  ['MV_EXPAND n | KEEP n', [[1], [3], [5], [null], [4], [2]]],
  [
    'LIMIT 2 | EVAL x = n | MV_EXPAND x | KEEP x, k, n',
    [
      [1, 'a', 1],
      [3, ['a', 'b'], [3, 5]],
      [5, ['a', 'b'], [3, 5]],
    ],
  ],

  // Null is a group, a row with several values is in the group of each, and without keys there is one group.
  [
    'STATS count(*), sum(n) BY k',
    [
      [2, 9, 'a'],
      [2, 8, 'b'],
      [1, 4, smiley],
      [1, 2, wide],
    ],
  ],
  [
    'STATS count(*) BY n',
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
    'LIMIT 3 | STATS count(*) BY n, k',
    [
      [1, 1, 'a'],
      [1, 3, 'a'],
      [1, 3, 'b'],
      [1, 5, 'a'],
      [1, 5, 'b'],
      [1, null, 'b'],
    ],
  ],
  ['STATS sum(n), above = sum(n) WHERE n > 1', [[15, 6]]],
  ['LIMIT 0 | STATS count(*), sum(n)', [[0, null]]],
  ['LIMIT 0 | STATS count(*) BY k', []],
];

for (const [steps, rows] of cases) {
  test(steps, async () => {
    const { table } = await runText(`FROM books | ${steps}`, catalog);
    assert.deepEqual(table.rows, rows);
  });
}

test('a limit ends the reading of documents', async () => {
  const { figures } = await runText('FROM books | LIMIT 2', catalog);
  assert.equal(figures.documents_found, 2);
});

test('many rows are sorted, and only the first ones kept', async () => {
  for (const most of [10, 5000, 100_000]) {
    const text = `${combinations('ab', 400)} | SORT b, a DESC | LIMIT ${most}`;
    const { rows } = (await runText(text, catalog, { allRows: true })).table;
    assert.equal(rows.length, most);
    const last = most - 1;
    assert.deepEqual(rows[0], [399, 0]);
    assert.deepEqual(rows[last], [399 - (last % 400), Math.floor(last / 400)]);
  }
});
