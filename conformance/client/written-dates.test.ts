import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { isSameDate, mayBeDate } from './moment.ts';

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
  ['2024-01-16 00:30:00+01:00', winter, true],
  ['16 January 2024 00:30:00.000 +01:00', winter, true],
  ['Mon, 15 Jan 2024 23:30:00 GMT', '2024-01-15T23:30:00Z', true],
  ['2024-01-15 23:30:00 UTC', winter, false],
  ['2024-01-16 00:30:00', winter, false],
  ['16 January 2024 00:30:00', winter, false],
  ['16 January 2024 01:30:00 +01:00', winter, false],
  ['2024-01-16 00:30:00.250+01:00', winter, false],
];

for (const [got, expected, same] of pairs) {
  test(`${got} is ${same ? '' : 'not '}the same date as ${expected}`, () => {
    equal(isSameDate(got, expected), same);
  });
}

const spellings: readonly (readonly [string, boolean])[] = [
  ['2024-01-16T00:30:00.000+01:00', true],
  ['2024-01-15T23:30:00Z', true],
  ['2024-01-15T20:00:00.000-03:30[America/St_Johns]', true],
  ['2024-01-16T00:30', true],
  ['2024-01-15T23:30', true],
  ['1705361400000', true],
  ['16 January', true],
  ['2024-01-16T00:30:00Z', false],
  ['2024-01-15T22:30:00', false],
  ['2024-01-15T23:30:00+01:00', false],
];

for (const [got, may] of spellings) {
  test(`${got} may ${may ? '' : 'not '}stand for ${winter}`, () => {
    equal(mayBeDate(got, winter), may);
  });
}
