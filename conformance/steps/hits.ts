import { isDeepStrictEqual } from 'node:util';
import { Then } from '@cucumber/cucumber';
import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { hitsOf, idOf } from '../client/hit-list.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

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

Then('every hit has {string}', function (this: World, path: string) {
  for (const hit of someHits(this)) {
    if (valueAt(hit, path) !== undefined) continue;
    throw new Mismatch('a value', 'absent', `a hit has no ${path}`);
  }
});

Then(
  'every hit has {string} equal to {json}',
  function (this: World, path: string, expected: unknown) {
    for (const hit of someHits(this)) {
      const got = valueAt(hit, path);
      if (isDeepStrictEqual(got, expected)) continue;
      throw new Mismatch(expected, got ?? 'absent', `a hit has another ${path}`);
    }
  },
);

Then('no exact total of {int} hits is given', function (this: World, count: number) {
  hitsOf(this);
  const total = valueAt(jsonOf(this.last), 'hits.total');
  const isBound = valueAt(total, 'relation') === 'gte';
  const value = valueAt(total, 'value') ?? total;
  if (value !== count || isBound) return;
  throw new Mismatch('no exact total', total, 'the response tells the exact total of hits');
});

function someHits(world: World): readonly unknown[] {
  const hits = hitsOf(world);
  if (hits.length > 0) return hits;
  throw new Mismatch('at least one hit', 0, 'there is nothing to look at');
}

function idsOf(world: World): readonly string[] {
  return hitsOf(world).map(idOf);
}

function splitIds(ids: string): readonly string[] {
  return ids.split(',').map((id) => id.trim());
}

function expectCount(world: World, count: number): void {
  const got = hitsOf(world).length;
  if (got !== count) throw new Mismatch(count, got, 'the number of hits is another');
}
