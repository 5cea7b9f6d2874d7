import type { DateParts } from './calendar.ts';

const time = "'T'HH:mm:ss";
const zone = 'XXX';

/** The patterns of named formats. */
export const namedPatterns: ReadonlyMap<string, string> = new Map([
  ['date', 'yyyy-MM-dd'],
  ['year_month', 'yyyy-MM'],
  ['year', 'yyyy'],
  ['date_hour_minute_second', `yyyy-MM-dd${time}`],
  ['date_hour_minute_second_millis', `yyyy-MM-dd${time}.SSS`],
  ['date_time', `yyyy-MM-dd${time}.SSS${zone}`],
  ['date_time_no_millis', `yyyy-MM-dd${time}${zone}`],
  ['ordinal_date', 'yyyy-DDD'],
  ['basic_date', 'yyyyMMdd'],
  ['basic_date_time', "yyyyMMdd'T'HHmmss.SSSX"],
]);

/** A named format that prints a fraction of at least three digits, and no more than it needs. */
export const nanosFormat = 'date_optional_time_nanos';

/** The patterns that format instants for the named formats with optional time. */
export const optionalTimePatterns: ReadonlyMap<string, string> = new Map([
  ['date_optional_time', `yyyy-MM-dd${time}.SSS${zone}`],
  ['iso8601', `yyyy-MM-dd${time}.SSS${zone}`],
  [nanosFormat, `yyyy-MM-dd${time}.SSSSSSSSS${zone}`],
]);

/** The format of date fields that define none. */
export const defaultDateFormat = 'strict_date_optional_time||epoch_millis';
/** The format of date_nanos fields that define none. */
export const defaultDateNanosFormat = 'strict_date_optional_time_nanos||epoch_millis';

// A number of more than four digits, as milliseconds may be, is no year; one is written with its sign and a month.
const strict =
  /^(-?\d{4}|[+-]\d{5,9}(?=-))(?:-(\d{2})(?:-(\d{2}))?)?(?:T(?:(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)?)?$/;
const lenient =
  /^(-?\d{1,8}|\+\d{5,9}(?=-))(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T(?:(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)?)?$/;

/** Parses a text by strict_date_optional_time or date_optional_time; returns undefined if it does not match. */
export function parseOptionalTime(text: string, isStrict: boolean): DateParts | undefined {
  const match = (isStrict ? strict : lenient).exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second, fraction, zone] = match;
  const hasTime = text.includes('T');
  if (hasTime && (day === undefined || (hour === undefined && zone !== undefined)))
    return undefined;
  return {
    year: Number(year),
    month: number(month),
    day: number(day),
    hour: number(hour),
    minute: number(minute),
    second: number(second),
    nanos: fraction === undefined ? undefined : Number(fraction.padEnd(9, '0')),
    zone,
  };
}

function number(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
