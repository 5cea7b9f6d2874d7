import { isDeepStrictEqual } from 'node:util';
import { Then } from '@cucumber/cucumber';
import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { hitsOf, idOf } from '../client/hit-list.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';
import type { Expectation } from './expectation.ts';
import { namedTable } from './tables.ts';
import { defineWordings, entriesOf } from './wordings.ts';

/** Checks a list of ids; throws Mismatch. */
type IdExpectation = (got: readonly string[]) => void;

defineWordings<IdExpectation>('ids', [
  [
    /"([^"]*)"/,
    (_, ids) => (got) => {
      const expected = entriesOf(ids);
      if (isDeepStrictEqual(got, expected)) return;
      throw new Mismatch(expected, got, 'the hits or their order differ');
    },
  ],
  [
    /"([^"]*)" in any order/,
    (_, expectedIds) => (ids) => {
      const [expected, got] = [entriesOf(expectedIds).toSorted(), ids.toSorted()];
      if (isDeepStrictEqual(got, expected)) return;
      throw new Mismatch(expected, got, 'the hits differ');
    },
  ],
]);

Then('the hits are {ids}', function (this: World, expectIds: IdExpectation) {
  expectIds(hitsOf(this).map(idOf));
});

/** Checks the number of hits or rows; throws Mismatch. */
type CountExpectation = (expected: number) => void;

defineWordings<CountExpectation>('items', [
  [/hits?/, (world) => (expected) => expectLength(hitsOf(world), expected, 'hits')],
  [/rows?/, (world) => (expected) => expectLength(namedTable(world).rows, expected, 'rows')],
]);

Then(
  'there is/are {int} {items}',
  function (this: World, expected: number, expectCount: CountExpectation) {
    expectCount(expected);
  },
);

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
