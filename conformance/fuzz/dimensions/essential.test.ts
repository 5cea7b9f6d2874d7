import assert from 'node:assert/strict';
import { test } from 'node:test';
import { essentialClauses } from './essential.ts';
import type { DimensionTable, Row } from './table.ts';

const table: DimensionTable = {
  levels: { format: ['json', 'csv', 'tsv'], header: ['unsaid', 'absent'], way: ['one', 'other'] },
  never: [{ format: ['json'], header: ['absent'] }],
  lacking: () => [],
  shared: [],
  most: 1,
  kept: [],
  clauses: { json: ['a.json'], csv: ['a.csv'], tsv: ['a.tsv'], one: ['a.one'], other: ['a.other'] },
  together: [{ values: { header: ['absent'], format: ['csv'] }, clauses: ['a.absent-csv'] }],
};

async function blamed(row: Row, fails: (row: Row) => boolean): Promise<string> {
  const clauses = await essentialClauses(table, { row, noted: row }, (changed) =>
    Promise.resolve(fails(changed)),
  );
  return clauses.join(' ');
}

const row = { format: 'csv', header: 'absent', way: 'one' };

test('only the values without which a failure is gone are blamed', async () => {
  assert.equal(await blamed(row, ({ format }) => format === 'csv'), 'a.csv');
  assert.equal(await blamed(row, ({ way }) => way === 'one'), 'a.one');
  const both = await blamed(row, ({ format, way }) => format === 'csv' && way === 'one');
  assert.equal(both, 'a.csv a.one');
});

test('clauses about several values together come before those of each', async () => {
  assert.equal(await blamed(row, ({ header }) => header === 'absent'), 'a.absent-csv');
});

test('a failure that stays whatever is changed is about all of its values', async () => {
  assert.equal(await blamed(row, () => true), 'a.csv a.one a.absent-csv');
});

test('another value is tried with one of a dimension without clauses that it can meet', async () => {
  const never = [{ format: ['json', 'tsv'], end: ['first'] }];
  const ended = { ...table, levels: { ...table.levels, end: ['first', 'last'] }, never };
  const failed = { ...row, end: 'first' };
  const clauses = await essentialClauses(ended, { row: failed, noted: failed }, ({ way }) =>
    Promise.resolve(way === 'one'),
  );
  assert.deepEqual(clauses, ['a.one']);
});
