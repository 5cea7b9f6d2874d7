import { isDeepStrictEqual } from 'node:util';
import type { DataTable } from '@cucumber/cucumber';
import { jsonOf, parseJson, valueAt, listAt } from '../base/body.ts';
import { Incomplete, Mismatch, at, defined } from '../base/errors.ts';
import { expectNoTotal, hitsOf, idOf } from '../client/hit-list.ts';
import type { World } from '../client/world.ts';
import type { Expectation } from './expectation.ts';
import { namedTable } from './tables.ts';
import { defineChoice, defineChoiceWith, definePhrase, entriesOf } from './wordings.ts';
import { isSameMoment } from '../client/moment.ts';

defineChoice('the last sort value {trend}', [
  [/rises from hit to hit/, (world) => expectOrder(world, 'rises', isBelow)],
  [
    /falls from hit to hit/,
    (world) => expectOrder(world, 'falls', (one, other) => isBelow(other, one)),
  ],
  [/differs in every hit/, expectDifferent],
]);

function lastValues({ last }: World): readonly unknown[] {
  const hits = listAt(jsonOf(last), 'hits.hits');
  // A single hit cannot show a trend.
  if (hits.length < 2)
    throw new Mismatch('at least two hits', hits.length, 'there are too few hits');
  return hits.map((hit) => listAt(hit, 'sort').at(-1));
}

function expectOrder(
  world: World,
  word: string,
  fits: (one: unknown, other: unknown) => boolean,
): void {
  const values = lastValues(world);
  const place = values.slice(1).findIndex((value, before) => !fits(values[before], value));
  if (place < 0) return;
  if (values.every((value) => typeof value === 'string')) {
    throw new Incomplete(
      'the last sort values are texts, whose order the specification leaves open',
    );
  }
  const message = `the last sort value of hit ${place + 1} is out of order`;
  throw new Mismatch(`a value that ${word} from hit to hit`, values, message);
}

function expectDifferent(world: World): void {
  const texts = lastValues(world).map(String);
  const repeated = texts.filter((value, place) => texts.indexOf(value) !== place);
  if (repeated.length === 0) return;
  throw new Mismatch('different values', { repeated }, 'hits share their last sort value');
}

/** True if one value is less than the other; false unless both are numbers or both are texts. */
function isBelow(one: unknown, other: unknown): boolean {
  if (isNumber(one) && isNumber(other)) return one < other;
  return typeof one === 'string' && typeof other === 'string' && one < other;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

defineChoiceWith<[table?: DataTable]>('the sort values of the hits {sortValues}', [
  [/are:/, (world, [table]) => expectValues(world, defined(table, 'table'))],
  [/are the moments:/, (world, [table]) => expectMoments(world, defined(table, 'table'))],
  [/are equal/, expectEqual],
]);

function expectValues(world: World, table: DataTable): void {
  const got = sortValuesOf(world);
  const expected = table
    .raw()
    .map((row) => row.map((cell) => parseJson(world.expand(cell, 'json'))));
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the sort values differ');
}

function expectMoments(world: World, table: DataTable): void {
  const got = sortValuesOf(world);
  const expected = table.raw().map((row) => at(row, 0));
  const same =
    got.length === expected.length &&
    got.every((values, hit) => isMoment(values, at(expected, hit)));
  if (same) return;
  throw new Mismatch(expected, got, 'the sort values are not date strings of these moments');
}

function expectEqual(world: World): void {
  const got = sortValuesOf(world);
  const [first, ...rest] = got;
  if (first === undefined || rest.length === 0) {
    throw new Mismatch('at least two hits', got, 'there is nothing to compare');
  }
  if (rest.every((values) => isDeepStrictEqual(values, first))) return;
  throw new Mismatch('the same sort values in every hit', got, 'the sort values differ');
}

function sortValuesOf(world: World): readonly unknown[] {
  return hitsOf(world).map((hit) => valueAt(hit, 'sort'));
}

/** True if a hit has exactly one sort value, a date string of the expected moment. */
function isMoment(values: unknown, expected: string): boolean {
  if (!Array.isArray(values) || values.length !== 1) return false;
  const [value] = values as unknown[];
  return typeof value === 'string' && isSameMoment(value, expected);
}

defineChoice('the hits are {ids}', [
  [
    /"([^"]*)"( in any order)?/,
    (world, ids, order?: string) => {
      const [listed, found] = [entriesOf(ids), hitsOf(world).map(idOf)];
      const [expected, got] = order ? [listed.toSorted(), found.toSorted()] : [listed, found];
      if (isDeepStrictEqual(got, expected)) return;
      throw new Mismatch(expected, got, `the hits ${order ? '' : 'or their order '}differ`);
    },
  ],
]);

defineChoiceWith<[expected: number]>('there is/are {int} {items}', [
  [/hits?/, (world, [expected]) => expectLength(hitsOf(world), expected, 'hits')],
  [/rows?/, (world, [expected]) => expectLength(namedTable(world).rows, expected, 'rows')],
]);

definePhrase<[string, Expectation]>(
  'in every hit {string} is {expectation}',
  (world, [path, expectation]) => {
    const hits = hitsOf(world);
    if (hits.length === 0) throw new Mismatch('at least one hit', 0, 'there is no hit to check');
    for (const hit of hits) expectation(valueAt(hit, path), path);
  },
);

function expectLength({ length }: readonly unknown[], expected: number, items: string): void {
  if (length !== expected) {
    throw new Mismatch(expected, length, `the number of ${items} differs`);
  }
}

definePhrase<[number]>('no exact total of {int} hits is given', (world, [count]) => {
  hitsOf(world);
  expectNoTotal(world.last, count);
});
