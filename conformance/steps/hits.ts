import { isDeepStrictEqual } from 'node:util';
import { Then } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { jsonOf, parseJson } from '../driver/body.ts';
import { Mismatch } from '../driver/errors.ts';
import { expectSuccess } from './expectations.ts';
import { listAt, valueAt } from './json-path.ts';
import type { World } from './world.ts';

Then('the hits are {string}', function (this: World, ids: string) {
  const got = idsOf(this);
  const expected = splitIds(ids);
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the hits are others, or stand in another order');
});

Then('the hits in any order are {string}', function (this: World, ids: string) {
  const got = idsOf(this).toSorted();
  const expected = splitIds(ids).toSorted();
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the hits are others');
});

Then('there is/are {int} hit(s)', function (this: World, count: number) {
  expectCount(this, count);
});

Then('there are no hits', function (this: World) {
  expectCount(this, 0);
});

Then('the sort values of the hits are:', function (this: World, table: DataTable) {
  const got = hitsOf(this).map((hit) => valueAt(hit, 'sort'));
  const expected = table
    .raw()
    .map((row) => row.map((cell) => parseJson(this.expand(cell, 'json'))));
  if (isDeepStrictEqual(got, expected)) return;
  throw new Mismatch(expected, got, 'the hits have other sort values');
});

Then(
  'every hit has {string} equal to {json}',
  function (this: World, path: string, expected: unknown) {
    const hits = hitsOf(this);
    if (hits.length === 0) throw new Mismatch('at least one hit', 0, 'there is nothing to look at');
    for (const hit of hits) {
      const got = valueAt(hit, path);
      if (isDeepStrictEqual(got, expected)) continue;
      throw new Mismatch(expected, got ?? 'absent', `the hit ${idOf(hit)} has another ${path}`);
    }
  },
);

/** The hits of the latest response; throws Mismatch where it is no success or has no list of hits. */
function hitsOf(world: World): readonly unknown[] {
  expectSuccess(world.last);
  const body = jsonOf(world.last);
  if (Array.isArray(valueAt(body, 'hits.hits'))) return listAt(body, 'hits.hits');
  throw new Mismatch('a list in hits.hits', body, 'the response holds no list of hits');
}

function idsOf(world: World): readonly string[] {
  return hitsOf(world).map(idOf);
}

function idOf(hit: unknown): string {
  return String(valueAt(hit, '_id'));
}

function splitIds(ids: string): readonly string[] {
  return ids.split(',').map((id) => id.trim());
}

function expectCount(world: World, count: number): void {
  const got = hitsOf(world).length;
  if (got !== count) throw new Mismatch(count, got, `the response holds ${got} hits`);
}
