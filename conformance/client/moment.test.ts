import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { isSameDate, isSameMoment, momentOf } from './moment.ts';

const second = 1_000_000_000n;

const moments: readonly (readonly [string, bigint | undefined])[] = [
  ['1970-01-02', 86_400n * second],
  ['1970-01-01T00:00:01Z', second],
  ['1970-01-01T00:00:01', second],
  ['1970-01-01T00:00:01.5Z', second + 500_000_000n],
  ['1970-01-01T00:00:01.000000007Z', second + 7n],
  ['1970-01-01T02:00+02:00', 0n],
  ['1969-12-31T19:00:00.000-0500', 0n],
  ['1969-12-31T23:59:59.999999999Z', -1n],
  ['2024-02-29', 1_709_164_800n * second],
  ['2023-02-29', undefined],
  ['2024-01-01T25:00:00Z', undefined],
  ['2024-01-01 10:00:00', undefined],
  ['1714558830456', undefined],
];

for (const [text, expected] of moments) {
  test(`${text} is ${expected === undefined ? 'not a date' : `the moment ${expected}`}`, () => {
    equal(momentOf(text), expected);
  });
}

for (const text of [
  '2024-03-10T00:00:00+01:00[Europe/Paris]',
  '2024-03-10 00:00:00+01:00[Europe/Paris]',
  '20240310T000000+0100',
  '20240310T000000.000+0100',
  'Sun, 10 Mar 2024 00:00:00 +0100',
]) {
  test(`${text} is midnight in Paris`, () => {
    equal(isSameMoment(text, '2024-03-09T23:00:00Z'), true);
    equal(isSameDate(text, '2024-03-10T00:00:00+01:00'), true);
    equal(isSameMoment(text, '2024-03-09T22:00:00Z'), false);
    equal(isSameDate(text, '2024-03-09T23:00:00+00:00'), false);
  });
}
