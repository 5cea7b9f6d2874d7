import { isDeepStrictEqual } from 'node:util';
import { Then } from '@cucumber/cucumber';
import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { hitsOf, idOf } from '../client/hit-list.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';
import type { Expectation } from './expectation.ts';
import { namedTable } from './tables.ts';
import { defineChoice, entriesOf } from './wordings.ts';

defineChoice('the hits are {ids}', [
  [
    /"([^"]*)"/,
    (world, ids) => () => {
      const [expected, got] = [entriesOf(ids), hitsOf(world).map(idOf)];
      if (isDeepStrictEqual(got, expected)) return;
      throw new Mismatch(expected, got, 'the hits or their order differ');
    },
  ],
  [
    /"([^"]*)" in any order/,
    (world, ids) => () => {
      const expected = entriesOf(ids).toSorted();
      const got = hitsOf(world).map(idOf).toSorted();
      if (isDeepStrictEqual(got, expected)) return;
      throw new Mismatch(expected, got, 'the hits differ');
    },
  ],
]);

defineChoice<[expected: number]>('there is/are {int} {items}', [
  [/hits?/, (world) => (expected) => expectLength(hitsOf(world), expected, 'hits')],
  [/rows?/, (world) => (expected) => expectLength(namedTable(world).rows, expected, 'rows')],
]);

Then(
  'in every hit {string} is {expectation}',
  function (this: World, path: string, expectation: Expectation) {
    const hits = hitsOf(this);
    if (hits.length === 0) throw new Mismatch('at least one hit', 0, 'there is no hit to check');
    for (const hit of hits) expectation(valueAt(hit, path), path);
  },
);

function expectLength({ length }: readonly unknown[], expected: number, items: string): void {
  if (length !== expected) {
    throw new Mismatch(expected, length, `the number of ${items} differs`);
  }
}

Then('no exact total of {int} hits is given', function (this: World, count: number) {
  hitsOf(this);
  const total = valueAt(jsonOf(this.last), 'hits.total');
  const isBound = valueAt(total, 'relation') === 'gte';
  const value = valueAt(total, 'value') ?? total;
  if (value !== count || isBound) return;
  throw new Mismatch('no exact total', total, 'the response has the exact total of hits');
});
