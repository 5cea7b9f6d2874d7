import { isDeepStrictEqual } from 'node:util';
import type { DataTable } from '@cucumber/cucumber';
import { bareMediaType, formatNamed, mediaTypes } from '../decode/formats.ts';
import { type Column, named, type Table } from '../decode/table.ts';
import { at, KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { tableOf } from '../client/answer-table.ts';
import { expectedCell, isSameCell, isSameInBoth } from '../client/cells.ts';
import { expectSuccess } from '../client/expectations.ts';
import { scenarioState } from '../client/scenario-state.ts';
import type { World } from '../client/world.ts';
import { expectNoRows } from './async-queries.ts';
import { expectFastest, expectNoLater, expectNoSooner } from '../client/response-time.ts';
import { defineChoice, definePhrase, entriesOf } from './wordings.ts';

/** The tables that a scenario has kept, by name. */
export const tablesOf = scenarioState((): Map<string, Table> => new Map());

definePhrase<[string]>('the columns are {string}', (world, [names]) => {
  const expected = entriesOf(names).map((name) => world.expand(name));
  const got = namesOf(namedTable(world));
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the columns or their order differ');
});

definePhrase<[DataTable]>('the rows are:', (world, [table]) => expectRows(world, table));

defineChoice('the answer {answer}', [
  [/is in the format (\w+)/, ({ last }, name) => expectFormat(last, name)],
  [/is the table kept as "([^"]*)"/, expectTable],
  [/holds no rows/, ({ last }) => expectNoRows(last)],
  [/came no sooner than "([^"]*)"/, expectNoSooner],
  [/came no later than "([^"]*)"/, (world, duration) => expectNoLater(world, duration)],
  [
    /comes no later than "([^"]*)" in one of (\d+) requests/,
    (world, duration, most) => expectFastest(world, duration, Number(most)),
  ],
]);

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
  const got = named(tableOf(world), namesOf(expected));
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
    got.rows.every((row, place) =>
      at(expected.rows, place).every((cell, nth) => isSameInBoth(cell, row[nth], got.isText)),
    );
  if (!same) throw new Mismatch(expected.rows, got.rows, 'the rows differ');
}

/** A column, without its type if the other column has none. */
function typedAs({ name, type }: Column, other: Column | undefined): Column {
  return type === undefined || other?.type === undefined ? { name } : { name, type };
}

/** Throws Mismatch unless the response has exactly these rows, in this order, as one version of its format reads them. */
export function expectRows(world: World, table: DataTable): void {
  const answer = tableOf(world);
  const readings = answer.otherwise === undefined ? [answer] : [answer, answer.otherwise];
  const compared = readings.map((reading) => comparedWith(world, table, reading));
  const isSame = ({ expected, got, isText }: ReturnType<typeof comparedWith>): boolean =>
    expected.length === got.length && expected.every((row, nth) => fits(row, got[nth], isText));
  if (compared.some(isSame)) return;
  const { expected, got } = at(compared, 0);
  const shown = expected.map((row) => row.map((cell) => (cell === undefined ? 'anything' : cell)));
  throw new Mismatch(shown, got, 'the rows or their order differ');
}

/** The table of the latest response. Throws KitFault if the request leaves open whether it contains the names. */
export function namedTable(world: World): Table {
  const table = tableOf(world);
  if (table.mayBeginWithNames !== true) return table;
  throw new KitFault('the request does not say whether the answer contains the names of columns');
}

export function namesOf(table: Table): readonly string[] {
  return table.columns.map(({ name }) => name);
}

export function placeOf(table: Table, name: string): number {
  const names = namesOf(table);
  const place = names.indexOf(name);
  if (place < 0) throw new Mismatch(name, names, `there is no column ${name}`);
  return place;
}

/** The rows of a table in a feature file, and the rows of the response, restricted to the columns of that table. */
function comparedWith(world: World, table: DataTable, reading = tableOf(world)) {
  const [header, ...rows] = table.raw();
  if (header === undefined) throw new KitFault('the table of the step is empty');
  const names = header.map((name) => world.expand(name));
  const answer = named(reading, names);
  // A text without rows need not hold the names.
  const isBare = answer.isText && answer.rows.length + answer.columns.length === 0;
  const places = isBare ? [] : names.map((name) => placeOf(answer, name));
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
