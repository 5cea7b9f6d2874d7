import { Then } from '@cucumber/cucumber';
import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { listAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';
import { defineWordings } from './wordings.ts';

type Values = readonly unknown[];

/** Checks the last sort values of the hits of a page; throws Mismatch. */
type Trend = (values: Values) => void;

defineWordings<Trend>('trend', [
  [/rises from hit to hit/, () => inOrder('rises', isBelow)],
  [/falls from hit to hit/, () => inOrder('falls', (one, other) => isBelow(other, one))],
  [/differs in every hit/, () => expectDifferent],
]);

Then('the last sort value {trend}', function (this: World, trend: Trend) {
  const hits = listAt(jsonOf(this.last), 'hits.hits');
  // One hit alone has nothing to be compared with.
  if (hits.length < 2)
    throw new Mismatch('two hits or more', hits.length, 'there are too few hits');
  trend(hits.map((hit) => listAt(hit, 'sort').at(-1)));
});

function inOrder(word: string, fits: (one: unknown, other: unknown) => boolean): Trend {
  return (values) => {
    const place = values.slice(1).findIndex((value, before) => !fits(values[before], value));
    if (place < 0) return;
    const message = `the last sort value of hit ${place + 1} is not in its place`;
    throw new Mismatch(`a value that ${word} from hit to hit`, values, message);
  };
}

function expectDifferent(values: Values): void {
  const texts = values.map(String);
  const twice = texts.filter((value, place) => texts.indexOf(value) !== place);
  if (twice.length === 0) return;
  throw new Mismatch('no value twice', { twice }, 'hits share their last sort value');
}

/** Compares numbers with numbers and texts with texts; anything else is never below. */
function isBelow(one: unknown, other: unknown): boolean {
  if (isNumber(one) && isNumber(other)) return one < other;
  return typeof one === 'string' && typeof other === 'string' && one < other;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
