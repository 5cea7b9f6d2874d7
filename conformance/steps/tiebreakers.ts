import { Then } from '@cucumber/cucumber';
import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { listAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

Then('the last sort value rises from hit to hit', function (this: World) {
  const values = lastSortValues(this);
  assertSteps(values, { word: 'rises', fits: (one, other) => isBelow(one, other) });
});

Then('the last sort value falls from hit to hit', function (this: World) {
  const values = lastSortValues(this);
  assertSteps(values, { word: 'falls', fits: (one, other) => isBelow(other, one) });
});

Then('the last sort values of the hits are all different', function (this: World) {
  const values = lastSortValues(this).map(String);
  const twice = values.filter((value, at) => values.indexOf(value) !== at);
  if (twice.length > 0) {
    throw new Mismatch('no value twice', { twice }, 'hits share their last sort value');
  }
});

/** Throws Mismatch where there are fewer than two hits, since one alone has nothing to be compared with. */
function lastSortValues(world: World): readonly unknown[] {
  const hits = listAt(jsonOf(world.last), 'hits.hits');
  if (hits.length < 2)
    throw new Mismatch('two hits or more', hits.length, 'there are too few hits');
  return hits.map((hit) => listAt(hit, 'sort').at(-1));
}

function assertSteps(
  values: readonly unknown[],
  wanted: {
    readonly word: string;
    readonly fits: (one: unknown, other: unknown) => boolean;
  },
): void {
  const at = values.slice(1).findIndex((value, before) => !wanted.fits(values[before], value));
  if (at < 0) return;
  const message = `the last sort value of hit ${at + 1} is not in its place`;
  throw new Mismatch(`a value that ${wanted.word} from hit to hit`, values, message);
}

/** Compares numbers with numbers and texts with texts; anything else is never below. */
function isBelow(one: unknown, other: unknown): boolean {
  if (isNumber(one) && isNumber(other)) return one < other;
  return typeof one === 'string' && typeof other === 'string' && one < other;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
