import { isDeepStrictEqual } from 'node:util';
import type { DataTable } from '@cucumber/cucumber';
import { at, defined } from '../base/assert.ts';
import { parseJson } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { hitsOf } from '../client/hit-list.ts';
import { valueAt } from '../client/json-path.ts';
import { momentOf } from '../client/moment.ts';
import type { World } from '../client/world.ts';
import { defineChoice } from './wordings.ts';

defineChoice<[table?: DataTable]>('the sort values of the hits {sortValues}', [
  [/are:/, (world) => (table) => expectValues(world, defined(table, 'table'))],
  [/are the moments:/, (world) => (table) => expectMoments(world, defined(table, 'table'))],
  [/are equal/, (world) => () => expectEqual(world)],
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
  const moment = momentOf(expected);
  if (moment === undefined) throw new KitFault(`"${expected}" is not a date`);
  if (!Array.isArray(values) || values.length !== 1) return false;
  const [value] = values as unknown[];
  return typeof value === 'string' && momentOf(value) === moment;
}
