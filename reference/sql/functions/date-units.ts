import type { Span } from '../../plan/syntax.ts';

const hour_ms = 3_600_000;

const months = (count: number): Span => ({ months: count, days: 0, ms: 0 });
const days = (count: number): Span => ({ months: 0, days: count, ms: 0 });
const ms = (count: number): Span => ({ months: 0, days: 0, ms: count });

const spans: readonly (readonly [names: string, span: Span])[] = [
  ['millennium millennia', months(12_000)],
  ['century centuries', months(1200)],
  ['decade decades', months(120)],
  ['year years yy yyyy', months(12)],
  ['quarter quarters qq q', months(3)],
  ['month months mm m', months(1)],
  ['week weeks wk ww', days(7)],
  ['day days dd d dayofyear dy y weekday weekdays dw', days(1)],
  ['hour hours hh', ms(hour_ms)],
  ['minute minutes mi n', ms(60_000)],
  ['second seconds ss s', ms(1000)],
  ['millisecond milliseconds ms', ms(1)],
];

const spansByName = new Map(
  spans.flatMap(([names, span]) => names.split(' ').map((name) => [name, span] as const)),
);

/** Takes the full or short name of a unit, in any case; returns its length, or undefined if it is unknown. */
export function spanOfUnit(name: string): Span | undefined {
  return spansByName.get(name.toLowerCase());
}

/** Multiplies a span by a number. */
export function timesSpan(span: Span, count: number): Span {
  return { months: span.months * count, days: span.days * count, ms: span.ms * count };
}

const parts: readonly (readonly [names: string, field: string])[] = [
  ['year years yy yyyy', 'year'],
  ['month months mm m month_of_year', 'month_of_year'],
  ['day days dd d day_of_month dayofmonth dom', 'day_of_month'],
  ['day_of_year dayofyear doy dy y', 'day_of_year'],
  ['iso_day_of_week isodayofweek isodow idow', 'day_of_week'],
  ['hour hours hh hour_of_day', 'hour_of_day'],
  ['minute minutes mi n minute_of_hour', 'minute_of_hour'],
  ['minute_of_day', 'minute_of_day'],
  ['second seconds ss s second_of_minute', 'second_of_minute'],
  ['millisecond milliseconds ms', 'milli_of_second'],
  ['nanosecond nanoseconds ns', 'nano_of_second'],
];

const partsByName = new Map(
  parts.flatMap(([names, field]) => names.split(' ').map((name) => [name, field] as const)),
);

/** Takes the name of a part of a date; returns the field of `date_extract`, or undefined if it is unknown. */
export function fieldOfPart(name: string): string | undefined {
  return partsByName.get(name.toLowerCase());
}

/** Names of parts that are also functions, such as `YEAR(d)`. */
export const partFunctions: readonly string[] = [
  'year month month_of_year day day_of_month dayofmonth dom day_of_year dayofyear doy',
  'day_of_week dayofweek dow iso_day_of_week isodayofweek isodow idow quarter',
  'hour hour_of_day minute minute_of_hour minute_of_day second second_of_minute',
].flatMap((names) => names.split(' '));
