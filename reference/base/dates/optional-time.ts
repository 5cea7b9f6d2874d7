import type { DateParts } from './calendar.ts';

const strict =
  /^([+-]?\d{4,9})(?:-(\d{2})(?:-(\d{2}))?)?(?:T(?:(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)?)?$/;
const lenient =
  /^([+-]?\d{1,9})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T(?:(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?)?(Z|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)?)?$/;

/** Parses a text by strict_date_optional_time or date_optional_time; returns undefined if it does not match. */
export function parseOptionalTime(text: string, isStrict: boolean): DateParts | undefined {
  const match = (isStrict ? strict : lenient).exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second, fraction, zone] = match;
  const hasTime = text.includes('T');
  if (hasTime && (day === undefined || (hour === undefined && zone !== undefined)))
    return undefined;
  if (isStrict && /^\d{5}/.test(year)) return undefined;
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

/**
 * Parses the most common form fast (`2020-01-31T12:34:56(.123)Z` or a date); returns milliseconds, or undefined if the
 * text has another form, for which the full parser is needed.
 */
export function fastOptionalTime(text: string): number | undefined {
  const { length } = text;
  if (length !== 10 && length !== 20 && length !== 24) return undefined;
  if (!fast.test(text)) return undefined;
  // Date.parse accepts the 31st of any month, so days after the 28th are left to the full parser.
  const tens = text.charCodeAt(8);
  if (tens === 0x33 || (tens === 0x32 && text.charCodeAt(9) === 0x39)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

const fast = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{3})?Z)?$/;

function number(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
