import { isDeepStrictEqual } from 'node:util';
import { type DataTable, Then } from '@cucumber/cucumber';
import { bareMediaType, formatNamed, mediaTypes } from '../decode/formats.ts';
import type { Column, Table } from '../decode/table.ts';
import { at } from '../base/assert.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { tableOf } from '../client/answer-table.ts';
import { expectedCell, isSameCell } from '../client/cells.ts';
import { expectSuccess } from '../client/expectations.ts';
import { momentOf } from '../client/moment.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';
import { isSameDate } from '../client/written-dates.ts';
import { defineWordings, entriesOf } from './wordings.ts';

/** The tables that a scenario has kept, by name. */
export const tablesOf = scenarioState((): Map<string, Table> => new Map());

Then('the columns are {string}', function (this: World, names: string) {
  const expected = entriesOf(names).map((name) => this.expand(name));
  const got = namesOf(tableOf(this));
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the columns or their order differ');
});

defineWordings<boolean>('presence', [
  [/a/, () => true],
  [/no/, () => false],
]);

Then(
  'there is {presence} column {string}',
  function (this: World, isExpected: boolean, name: string) {
    const got = namesOf(tableOf(this));
    if (got.includes(this.expand(name)) === isExpected) return;
    if (isExpected) throw new Mismatch(name, got, 'a column is missing');
    throw new Mismatch(`no column ${name}`, got, 'there is an unexpected column');
  },
);

Then(
  'the type of the column {string} is {string}',
  function (this: World, name: string, type: string) {
    const table = tableOf(this);
    const got = table.columns[placeOf(table, this.expand(name))]?.type;
    if (got !== type) throw new Mismatch(type, got ?? 'absent', `${name} has a different type`);
  },
);

Then('the rows are:', function (this: World, table: DataTable) {
  expectRows(this, table);
});

/** A comparison of a cell with the expected date, and the message for a difference. */
interface DateComparison {
  readonly isSame: (cell: string, expected: string) => boolean;
  readonly problem: string;
}

defineWordings<DateComparison>('dates', [
  [/moments/, () => ({ isSame: isSameMoment, problem: 'are different moments' })],
  [/dates/, () => ({ isSame: isSameDate, problem: 'are different dates' })],
]);

Then(
  'the {dates} in the column {string} are:',
  function (this: World, { isSame, problem }: DateComparison, name: string, table: DataTable) {
    const answer = tableOf(this);
    const column = placeOf(answer, this.expand(name));
    const got = answer.rows.map((row) => row[column]);
    const expected = table.raw().map((row) => at(row, 0));
    const same =
      got.length === expected.length &&
      got.every((cell, row) => typeof cell === 'string' && isSame(cell, at(expected, row)));
    if (!same) throw new Mismatch(expected, got, `the dates in ${name} ${problem}`);
  },
);

defineWordings<() => void>('answer', [
  [/in the format (\w+)/, (world, name) => () => expectFormat(world.last, name)],
  [/the table kept as "([^"]*)"/, (world, name) => () => expectTable(world, name)],
]);

Then('the answer is {answer}', function (this: World, check: () => void) {
  check();
});

function expectFormat(exchange: Exchange, name: string): void {
  const format = formatNamed(name);
  if (format === undefined) throw new KitFault(`there is no format ${name}`);
  expectSuccess(exchange);
  const type = exchange.response.headers['content-type'];
  if (bareMediaType(type) === mediaTypes[format]) return;
  throw new Mismatch(
    mediaTypes[format],
    type ?? 'absent',
    'the response has a different media type',
  );
}

/** Throws Mismatch unless the response has the columns and rows of a kept table, and equal types if both have types. */
export function expectTable(world: World, name: string): void {
  const expected = tablesOf(world).get(name);
  if (expected === undefined) throw new KitFault(`no table was kept as ${name}`);
  const got = tableOf(world);
  const headers = got.columns.map((column, at) => typedAs(column, expected.columns[at]));
  if (
    !isDeepStrictEqual(
      headers,
      expected.columns.map((column, at) => typedAs(column, got.columns[at])),
    )
  ) {
    throw new Mismatch(expected.columns, got.columns, 'the columns differ');
  }
  const same =
    got.rows.length === expected.rows.length &&
    got.rows.every((row, place) => fits(at(expected.rows, place), row, got.isText));
  if (!same) throw new Mismatch(expected.rows, got.rows, 'the rows differ');
}

/** A column, without its type if the other column has none. */
function typedAs({ name, type }: Column, other: Column | undefined): Column {
  return type === undefined || other?.type === undefined ? { name } : { name, type };
}

/** Throws Mismatch unless the response has exactly these rows, in this order. */
export function expectRows(world: World, table: DataTable): void {
  const { expected, got, isText } = comparedWith(world, table);
  const same =
    expected.length === got.length && expected.every((row, at) => fits(row, got[at], isText));
  if (!same) throw new Mismatch(shown(expected), got, 'the rows or their order differ');
}

function namesOf(table: Table): readonly string[] {
  return table.columns.map(({ name }) => name);
}

function placeOf(table: Table, name: string): number {
  const names = namesOf(table);
  const place = names.indexOf(name);
  if (place < 0) throw new Mismatch(name, names, `there is no column ${name}`);
  return place;
}

/** The rows of a table in a feature file, and the rows of the response, restricted to the columns of that table. */
function comparedWith(world: World, table: DataTable) {
  const [header, ...rows] = table.raw();
  if (header === undefined) throw new KitFault('the table of the step is empty');
  const answer = tableOf(world);
  const places = header.map((name) => placeOf(answer, world.expand(name)));
  const expected = rows.map((row) => row.map((cell) => expectedCell(world.expand(cell))));
  const got = answer.rows.map((row) => places.map((at) => row[at]));
  return { expected, got, isText: answer.isText };
}

/** True if a row has the expected cells; an expected cell that is undefined matches any value. */
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

function isSameMoment(got: string, expected: string): boolean {
  const moment = momentOf(expected);
  if (moment === undefined) throw new KitFault(`"${expected}" is not a date`);
  return momentOf(got) === moment;
}
