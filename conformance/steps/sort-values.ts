import { isDeepStrictEqual } from 'node:util';
import { Then } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { parseJson } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { hitsOf } from '../client/hit-list.ts';
import { valueAt } from '../client/json-path.ts';
import { momentOf } from '../client/moment.ts';
import type { World } from '../client/world.ts';

Then('the sort values of the hits are:', function (this: World, table: DataTable) {
  const got = sortValuesOf(this);
  const expected = table
    .raw()
    .map((row) => row.map((cell) => parseJson(this.expand(cell, 'json'))));
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the hits have other sort values');
});

Then('the sort values of the hits are the moments:', function (this: World, table: DataTable) {
  const got = sortValuesOf(this);
  const expected = table.raw().map((row) => row[0] ?? '');
  const same = got.length === expected.length && got.every((v, at) => isMoment(v, expected[at]));
  if (same) return;
  throw new Mismatch(expected, got, 'the sort values are no date strings of these moments');
});

Then('the sort values of the hits are equal', function (this: World) {
  const got = sortValuesOf(this);
  const [first, ...rest] = got;
  if (first === undefined || rest.length === 0) {
    throw new Mismatch('at least two hits', got, 'there is nothing to compare');
  }
  if (rest.every((values) => isDeepStrictEqual(values, first))) return;
  throw new Mismatch('the same sort values in every hit', got, 'the sort values differ');
});

function sortValuesOf(world: World): readonly unknown[] {
  return hitsOf(world).map((hit) => valueAt(hit, 'sort'));
}

/** True where the sort values of a hit are just one date string, of the same moment as the expected text. */
function isMoment(values: unknown, expected: string | undefined): boolean {
  const moment = momentOf(expected ?? '');
  if (moment === undefined) throw new KitFault(`"${expected}" is no date`);
  if (!Array.isArray(values) || values.length !== 1) return false;
  const [value] = values as unknown[];
  return typeof value === 'string' && momentOf(value) === moment;
}
