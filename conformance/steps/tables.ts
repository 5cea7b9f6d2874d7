import { isDeepStrictEqual } from 'node:util';
import { type DataTable, Given, Then } from '@cucumber/cucumber';
import { bareMediaType, formatNamed, mediaTypes } from '../decode/formats.ts';
import type { Column, Table } from '../decode/table.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { tableOf } from '../client/answer-table.ts';
import { expectedCell, isSameCell } from '../client/cells.ts';
import { expectSuccess, isRefusal } from '../client/expectations.ts';
import { momentOf } from '../client/moment.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';

const tablesOf = scenarioState((): Map<string, Table> => new Map());

Then('the columns are {string}', function (this: World, names: string) {
  const expected = names.split(',').map((name) => this.expand(name.trim()));
  const got = namesOf(tableOf(this));
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the columns are others, or stand in another order');
});

Then('there is a column {string}', function (this: World, name: string) {
  const got = namesOf(tableOf(this));
  if (!got.includes(this.expand(name))) throw new Mismatch(name, got, 'a column is missing');
});

Then('there is no column {string}', function (this: World, name: string) {
  const got = namesOf(tableOf(this));
  if (got.includes(this.expand(name))) {
    throw new Mismatch(`no column ${name}`, got, 'there is a column too many');
  }
});

Then(
  'the type of the column {string} is {string}',
  function (this: World, name: string, type: string) {
    const table = tableOf(this);
    const got = table.columns[placeOf(table, this.expand(name))]?.type;
    if (got !== type) throw new Mismatch(type, got ?? 'absent', `${name} has another type`);
  },
);

Then('the rows are:', function (this: World, table: DataTable) {
  expectRows(this, table);
});

Then('the request is refused, or the rows are:', function (this: World, table: DataTable) {
  if (!isRefusal(this.last.response.status)) expectRows(this, table);
});

Then('there is/are {int} row(s)', function (this: World, count: number) {
  const { length } = tableOf(this).rows;
  if (length !== count) throw new Mismatch(count, length, 'the number of rows is another');
});

Then(
  'the moments in the column {string} are:',
  function (this: World, name: string, table: DataTable) {
    const answer = tableOf(this);
    const at = placeOf(answer, this.expand(name));
    const got = answer.rows.map((row) => row[at]);
    const expected = table.raw().map(([cell = '']) => cell);
    const same =
      got.length === expected.length && got.every((cell, row) => isMoment(cell, expected[row]));
    if (!same) throw new Mismatch(expected, got, `the dates in ${name} stand for other moments`);
  },
);

Then('the answer is in the format {word}', function (this: World, name: string) {
  const format = formatNamed(name);
  if (format === undefined) throw new KitFault(`no format is called ${name}`);
  expectSuccess(this.last);
  const type = this.last.response.headers['content-type'];
  if (bareMediaType(type) === mediaTypes[format]) return;
  throw new Mismatch(mediaTypes[format], type ?? 'none', 'the answer has another media type');
});

Given('the table is kept as {string}', function (this: World, name: string) {
  tablesOf(this).set(name, tableOf(this));
});

Then('the answer is the table kept as {string}', function (this: World, name: string) {
  expectTable(this, name);
});

Then(
  'the request is refused or the answer is the table kept as {string}',
  function (this: World, name: string) {
    if (!isRefusal(this.last.response.status)) expectTable(this, name);
  },
);

/** The same columns, rows, and where both answers tell them types. */
function expectTable(world: World, name: string): void {
  const expected = tablesOf(world).get(name);
  if (expected === undefined) throw new KitFault(`no table was kept as ${name}`);
  const got = tableOf(world);
  const heads = got.columns.map((column, at) => typedAs(column, expected.columns[at]));
  if (
    !isDeepStrictEqual(
      heads,
      expected.columns.map((column, at) => typedAs(column, got.columns[at])),
    )
  ) {
    throw new Mismatch(expected.columns, got.columns, 'the columns are others');
  }
  const same =
    got.rows.length === expected.rows.length &&
    got.rows.every((row, at) => fits(expected.rows[at] ?? [], row, got.isText));
  if (!same) throw new Mismatch(expected.rows, got.rows, 'the rows are others');
}

/** A column with its type where the other one tells its type too. */
function typedAs({ name, type }: Column, other: Column | undefined): Column {
  return type === undefined || other?.type === undefined ? { name } : { name, type };
}

function expectRows(world: World, table: DataTable): void {
  const { expected, got, isText } = comparedWith(world, table);
  const same =
    expected.length === got.length && expected.every((row, at) => fits(row, got[at], isText));
  if (!same) throw new Mismatch(shown(expected), got, 'the rows are others, or in another order');
}

function namesOf(table: Table): readonly string[] {
  return table.columns.map(({ name }) => name);
}

function placeOf(table: Table, name: string): number {
  const names = namesOf(table);
  const at = names.indexOf(name);
  if (at < 0) throw new Mismatch(name, names, `there is no column ${name}`);
  return at;
}

/** The rows of a feature beside those of the answer, which are cut down to the columns that the feature names. */
function comparedWith(world: World, table: DataTable) {
  const [head = [], ...rows] = table.raw();
  const answer = tableOf(world);
  const places = head.map((name) => placeOf(answer, world.expand(name)));
  const expected = rows.map((row) => row.map((cell) => expectedCell(world.expand(cell))));
  const got = answer.rows.map((row) => places.map((at) => row[at]));
  return { expected, got, isText: answer.isText };
}

/** An expected cell that is undefined fits anything. */
function fits(
  expected: readonly unknown[],
  got: readonly unknown[] = [],
  isText: boolean,
): boolean {
  return expected.every((cell, at) => cell === undefined || isSameCell(cell, got[at], isText));
}

function shown(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return rows.map((row) => row.map((cell) => (cell === undefined ? 'anything' : cell)));
}

function isMoment(got: unknown, expected: string | undefined): boolean {
  const moment = momentOf(expected ?? '');
  if (moment === undefined) throw new KitFault(`"${expected}" is no date`);
  return typeof got === 'string' && momentOf(got) === moment;
}
