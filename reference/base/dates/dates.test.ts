import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../service-error.ts';
import { localToInstant, zoneOffset } from '../time-zone.ts';
import { parseDateMath } from './date-math.ts';
import { checkDateFormat, formatInstant, fromNanos, parseDate, parseInstant } from './dates.ts';

const iso = 'strict_date_optional_time';
const nanosFormat = 'strict_date_optional_time_nanos';

const readings: readonly (readonly [text: string, format: string, expected: string])[] = [
  ['2020-01-31', iso, '2020-01-31T00:00:00.000Z'],
  ['2020-01', iso, '2020-01-01T00:00:00.000Z'],
  ['2020-01-31T12:34:56.789Z', iso, '2020-01-31T12:34:56.789Z'],
  ['2020-01-31T12:34:56.123456789+02:00', iso, '2020-01-31T10:34:56.123456789Z'],
  ['2020-01-31T12', iso, '2020-01-31T12:00:00.000Z'],
  ['1577836800000', `${iso}||epoch_millis`, '2020-01-01T00:00:00.000Z'],
  ['-86400000', `${iso}||epoch_millis`, '1969-12-31T00:00:00.000Z'],
  ['-2024', iso, '-2024-01-01T00:00:00.000Z'],
  ['+12024-01-31', iso, '+12024-01-31T00:00:00.000Z'],
  ['-1', 'epoch_millis', '1969-12-31T23:59:59.999Z'],
  ['1577836800.5', 'epoch_second', '2020-01-01T00:00:00.500Z'],
  ['31/01/2020 04:05 PM', 'dd/MM/yyyy hh:mm a', '2020-01-31T16:05:00.000Z'],
  ['2 Mar 2021', 'd MMM uuuu', '2021-03-02T00:00:00.000Z'],
  ['20200131', 'yyyyMMdd', '2020-01-31T00:00:00.000Z'],
  ['2020-1-2', 'date_optional_time', '2020-01-02T00:00:00.000Z'],
  ['2020-06-01 12:00 Europe/Paris', 'yyyy-MM-dd HH:mm VV', '2020-06-01T10:00:00.000Z'],
];

test('parses dates by their formats', () => {
  for (const [text, format, expected] of readings) {
    assert.equal(
      formatInstant(parseInstant(text, format), nanosFormat),
      expected,
      `${text} ${format}`,
    );
  }
});

test('refuses a text that matches no format', () => {
  const wrong = [
    ['2020-1-2', iso],
    ['2020-02-30', iso],
    ['2021-02-29T00:00:00Z', iso],
    ['2020-04-31T00:00:00Z', iso],
    ['2020-13-01', iso],
    ['+12024', iso],
    ['2020-01-01T00:00+18:01', iso],
    ['abc', `${iso}||epoch_millis`],
    ['2020-01-01T25:00', iso],
    ['2020-01-01x', 'yyyy-MM-dd'],
  ] as const;
  for (const [text, format] of wrong) {
    assert.throws(() => parseDate(text, format), ServiceError, `${text} ${format}`);
  }
  assert.throws(() => checkDateFormat('yyyy-qqqq-bb'), /Unknown pattern letter/);
});

test('formats dates', () => {
  const nanos = parseDate('2020-06-01T10:00:00.123456789Z', iso);
  const written = [
    [iso, 'UTC', '2020-06-01T10:00:00.123Z'],
    [iso, 'Europe/Paris', '2020-06-01T12:00:00.123+02:00'],
    ['epoch_millis', 'UTC', '1591005600123.456789'],
    ['E d MMMM yy, h a', 'UTC', 'Mon 1 June 20, 10 AM'],
    ["yyyy 'o''clock' HHmmZ", '+05:30', "2020 o'clock 1530+0530"],
  ] as const;
  for (const [format, zone, expected] of written) {
    assert.equal(formatInstant(fromNanos(nanos), format, { zone }), expected);
  }
  assert.equal(formatInstant(parseInstant('2020-01-01', iso), 'epoch_millis'), '1577836800000');
});

test('calculates with dates', () => {
  const now_ms = Date.UTC(2024, 1, 29, 13, 14, 15, 16);
  const sums: readonly (readonly [
    text: string,
    expected: string,
    roundUp?: boolean,
    zone?: string,
  ])[] = [
    ['now', '2024-02-29T13:14:15.016Z'],
    ['now-1d/d', '2024-02-28T00:00:00.000Z'],
    ['now/d', '2024-02-29T23:59:59.999999999Z', true],
    ['now+1y', '2025-02-28T13:14:15.016Z'],
    ['2020-01-31||+1M/d', '2020-02-29T00:00:00.000Z'],
    ['2020-01', '2020-01-31T23:59:59.999999999Z', true],
    ['now/w', '2024-02-26T00:00:00.000Z'],
    ['now/d', '2024-02-28T23:00:00.000Z', false, 'Europe/Paris'],
  ];
  for (const [text, expected, roundUp, zone] of sums) {
    const nanos = parseDateMath(text, { format: iso, now_ms, roundUp, zone });
    assert.equal(formatInstant(fromNanos(nanos), nanosFormat), expected, text);
  }
  for (const text of ['now-', 'now-1x', 'now/2d', 'now+1d?']) {
    assert.throws(() => parseDateMath(text, { format: iso, now_ms }), ServiceError, text);
  }
});

test('a zone has an offset at the first and the last instant, and beyond', () => {
  const last_ms = 8.64e15;
  for (const zone of ['Europe/Paris', 'Asia/Kolkata']) {
    for (const ms of [last_ms, 2 * last_ms]) {
      assert.equal(zoneOffset(zone, ms), zoneOffset(zone, last_ms - 172_800_000));
      assert.equal(zoneOffset(zone, -ms), zoneOffset(zone, 172_800_000 - last_ms));
      assert.equal(localToInstant(zone, ms), ms - zoneOffset(zone, ms));
    }
  }
});
