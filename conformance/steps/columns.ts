import type { DataTable } from '@cucumber/cucumber';
import { at, defined, Mismatch } from '../base/errors.ts';
import { writeJson, textOf } from '../base/body.ts';
import { spelledBoolean } from '../client/async-state.ts';
import { momentOf, isSameDate, isSameMoment, mayBeDate } from '../client/moment.ts';
import type { World } from '../client/world.ts';
import { namedTable, namesOf, placeOf } from './tables.ts';
import { defineChoiceWith, entriesOf, definePhrase } from './wordings.ts';
import { expectValue } from '../client/answer-table.ts';
import type { Expectation } from './expectation.ts';
import { pageHolds } from './management-ui.ts';

/** What follows the name of the column: nothing, or a table. */
type Given = [name: string, table?: DataTable];

defineChoiceWith<Given>('the column {string} {column}', [
  [/is present/, (world, [name]) => expectPresence(world, name, true)],
  [/is absent/, (world, [name]) => expectPresence(world, name, false)],
  [/has the type "([^"]*)"/, (world, [name], type) => expectType(world, name, type)],
  [/holds the moments:/, holdsDates(isSameMoment, 'moments')],
  [/holds the dates:/, holdsDates(isSameDate, 'dates')],
  [/holds in any spelling:/, holdsSpelled],
  [/holds nothing but:/, holdsNothingBut],
]);

function expectPresence(world: World, name: string, expected: boolean): void {
  const got = namesOf(namedTable(world));
  if (got.includes(world.expand(name)) === expected) return;
  if (expected) throw new Mismatch(name, got, 'a column is missing');
  throw new Mismatch(`no column ${name}`, got, 'there is an unexpected column');
}

function expectType(world: World, name: string, type: string): void {
  const table = namedTable(world);
  const got = table.columns[placeOf(table, world.expand(name))]?.type;
  if (got !== type) throw new Mismatch(type, got ?? 'absent', `${name} has a different type`);
}

function holdsDates(
  isSame: (cell: string, expected: string) => boolean,
  kind: string,
): (world: World, given: Given) => void {
  return (world, [name, table]) => {
    const got = cellsIn(world, name);
    const expected = firstCells(table);
    const same =
      got.length === expected.length &&
      got.every((cell, row) => typeof cell === 'string' && isSame(cell, at(expected, row)));
    if (!same) throw new Mismatch(expected, got, `the dates in ${name} are different ${kind}`);
  };
}

/**
 * Expects booleans or dates as texts. A spelling that the kit does not know may stand for any value, but for one only, and
 * no other spelling for the same value.
 */
function holdsSpelled(world: World, [name, table]: Given): void {
  const got = cellsIn(world, name).map(String);
  const expected = firstCells(table);
  const fits =
    got.length === expected.length &&
    got.every((cell, row) => mayMean(cell, at(expected, row))) &&
    new Set(got).size === new Set(expected).size &&
    new Set(got.map((cell, row) => `${cell} ${expected[row]}`)).size === new Set(got).size;
  if (!fits) throw new Mismatch(expected, got, `the values in ${name} differ`);
}

/** Expects each cell, whatever its form, to name only these words or numbers, or none. */
function holdsNothingBut(world: World, [name, table]: Given): void {
  const got = cellsIn(world, name);
  for (const [row, allowed] of firstCells(table).entries()) {
    const cell = got[row];
    const words = writeJson(cell ?? '').match(/[\p{L}\d]+/gu) ?? [];
    const other = words.find((word) => !entriesOf(allowed).includes(word));
    if (other === undefined) continue;
    throw new Mismatch(allowed, cell, `${name} of row ${row + 1} shows ${other}`);
  }
}

/** The cells of a column of the latest response. */
function cellsIn(world: World, name: string): readonly unknown[] {
  const answer = namedTable(world);
  const column = placeOf(answer, world.expand(name));
  return answer.rows.map((row) => row[column]);
}

/** The first cell of each row of the table of a step. */
function firstCells(table: DataTable | undefined): readonly string[] {
  return defined(table, 'table')
    .raw()
    .map((row) => at(row, 0));
}

/** False if a text is a known spelling of another boolean or date than the expected one. */
function mayMean(cell: string, expected: string): boolean {
  if (momentOf(expected) !== undefined) return mayBeDate(cell, expected);
  return [expected === 'true', undefined].includes(spelledBoolean(cell));
}

definePhrase<[string, Expectation]>('{string} is {expectation}', ({ last }, [path, expectation]) =>
  expectValue(last, path, expectation),
);

definePhrase<[string, Expectation]>(
  'the header {string} is {expectation}',
  ({ last }, [name, expectation]) =>
    expectation(last.response.headers[name.toLowerCase()], `the header ${name}`),
);

defineChoiceWith<[words: string]>('the {document} does not hold {string}', [
  [
    /body/,
    (world, [text]) => {
      const [words, body] = [world.expand(text), textOf(world.last.response)];
      if (!body.includes(words)) return;
      throw new Mismatch(`a body without ${words}`, body.slice(0, 400), 'the body contains it');
    },
  ],
  [
    /page/,
    (world, [words]) => {
      if (!pageHolds(world, world.expand(words))) return;
      throw new Mismatch('a page without it', 'a page with it', 'the page contains these words');
    },
  ],
]);
