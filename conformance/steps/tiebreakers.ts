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
  // A single hit cannot show a trend.
  if (hits.length < 2)
    throw new Mismatch('at least two hits', hits.length, 'there are too few hits');
  trend(hits.map((hit) => listAt(hit, 'sort').at(-1)));
});

function inOrder(word: string, fits: (one: unknown, other: unknown) => boolean): Trend {
  return (values) => {
    const place = values.slice(1).findIndex((value, before) => !fits(values[before], value));
    if (place < 0) return;
    const message = `the last sort value of hit ${place + 1} is out of order`;
    throw new Mismatch(`a value that ${word} from hit to hit`, values, message);
  };
}

function expectDifferent(values: Values): void {
  const texts = values.map(String);
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
