import { type DataTable, Then } from '@cucumber/cucumber';
import { Mismatch } from '../base/errors.ts';
import { tableOf } from '../client/answer-table.ts';
import { isRefusal } from '../client/expectations.ts';
import { isSameDate } from '../client/written-dates.ts';
import type { World } from '../client/world.ts';

Then(
  'the dates in the column {string} are:',
  function (this: World, name: string, table: DataTable) {
    const { columns, rows } = tableOf(this);
    const at = columns.findIndex((column) => column.name === name);
    const got = rows.map((row) => row[at]);
    const expected = table.raw().map(([cell = '']) => cell);
    const same =
      got.length === expected.length &&
      got.every((cell, row) => typeof cell === 'string' && isSameDate(cell, expected[row] ?? ''));
    if (!same) throw new Mismatch(expected, got, `the dates in ${name} are written as others`);
  },
);

Then(
  'the request is refused, or there is no column {string}',
  function (this: World, name: string) {
    if (isRefusal(this.last.response.status)) return;
    const names = tableOf(this).columns.map((column) => column.name);
    if (!names.includes(name)) return;
    throw new Mismatch(`a refusal, or no column ${name}`, names, 'there is a column too many');
  },
);

Then('it is recorded what the rows are', function (this: World) {
  const { columns, rows } = tableOf(this);
  this.observe('columns', columns);
  this.observe('rows', rows);
});

Then('it is recorded how many rows there are', function (this: World) {
  this.observe('rows', tableOf(this).rows.length);
});
