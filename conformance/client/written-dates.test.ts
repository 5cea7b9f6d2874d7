import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { isSameDate } from './written-dates.ts';

const winter = '2024-01-16T00:30:00+01:00';

const pairs: readonly (readonly [string, string, boolean])[] = [
  ['2024-01-16T00:30:00+01:00', winter, true],
  ['2024-01-16T00:30:00.000+0100', winter, true],
  ['2024-01-16T00:30+01', winter, true],
  ['2024-01-16T00:30:00.000+01:00[Europe/Paris]', winter, true],
  ['2024-01-15T23:30:00Z', winter, false],
  ['2024-01-16T00:30:00Z', winter, false],
  ['2024-01-16T00:30:00', winter, false],
  ['2024-01-16T01:30:00+02:00', winter, false],
  ['2024-01-15T23:30:00.000Z', '2024-01-15T23:30:00Z', true],
  ['2024-01-15T23:30:00+00:00', '2024-01-15T23:30:00Z', true],
  ['2024-01-15T23:30:00', '2024-01-15T23:30:00Z', true],
  ['15 January', '2024-01-15T23:30:00Z', false],
];

for (const [got, expected, same] of pairs) {
  test(`${got} is ${same ? '' : 'not '}the same date as ${expected}`, () => {
    equal(isSameDate(got, expected), same);
  });
}
