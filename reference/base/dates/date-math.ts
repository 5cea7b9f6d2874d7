import { defined } from '../assert.ts';
import { ServiceError } from '../service-error.ts';
import { localToInstant, zoneOffset } from '../time-zone.ts';
import { daysOf, monthLength, type Instant } from './calendar.ts';
import { parseInstant, toNanos } from './dates.ts';
import type { Span } from './intervals.ts';
import { day_ms, localFloor, timesSpan } from './intervals.ts';

/** How a date with calculation is read. */
export interface DateMathOptions {
  /** Format of the part before `||`, or of the whole text. */
  readonly format: string;
  readonly now_ms: number;
  /**
   * True to round to the last moment of a unit, and to give missing parts their maximum (for upper bounds of ranges).
   */
  readonly roundUp?: boolean | undefined;
  readonly zone?: string | undefined;
  /** Language of the names of months and days; default en-US. */
  readonly locale?: string | undefined;
}

/** Maximum length of a date with its calculation. */
const maxLength = 200;

const span = (months: number, days: number, ms: number): Span => ({ months, days, ms });

/** The units of time by their letters. */
export const timeUnits: ReadonlyMap<string, Span> = new Map([
  ['q', span(3, 0, 0)],
  ['y', span(12, 0, 0)],
  ['M', span(1, 0, 0)],
  ['w', span(0, 7, 0)],
  ['d', span(0, 1, 0)],
  ['h', span(0, 0, 3_600_000)],
  ['H', span(0, 0, 3_600_000)],
  ['m', span(0, 0, 60_000)],
  ['s', span(0, 0, 1000)],
]);

/**
 * Takes a date with calculation (`now-1d/d`, `2020-01-01||+1M/d`) or without; returns nanoseconds since the epoch.
 * Throws parse_exception if the calculation is invalid, and illegal_argument_exception if the date is.
 */
export function parseDateMath(text: string, options: DateMathOptions): bigint {
  if (text.length > maxLength) {
    throw mathError(
      `the date [${text.slice(0, maxLength)}…] is longer than [${maxLength}] characters`,
    );
  }
  const { anchor, operations } = splitMath(text, options);
  const step = /([+\-/])(\d*)([yMwdhHms])/y;
  let instant = anchor;
  let read = 0;
  for (let match = step.exec(operations); match !== null; match = step.exec(operations)) {
    read = step.lastIndex;
    instant = calculate(instant, match, options);
    if (!(Math.abs(instant.ms) <= 8.64e15)) throw mathError(`date math [${text}] is out of range`);
  }
  if (read !== operations.length) {
    throw mathError(
      `unit or operator not supported in date math [${text}] at [${operations.slice(read)}]`,
    );
  }
  return toNanos(instant);
}

function calculate(instant: Instant, step: RegExpExecArray, options: DateMathOptions): Instant {
  const [, operator, digits = '', name = ''] = step;
  const unit = defined(timeUnits.get(name), `unit ${name}`);
  const count = digits === '' ? 1 : Number(digits);
  if (operator !== '/') {
    const more = timesSpan(unit, operator === '-' ? -count : count);
    return { ...instant, ms: shift(instant.ms, more, options.zone ?? 'UTC') };
  }
  if (count !== 1) {
    throw mathError(`rounding \`/\` can only be used on single unit types [/${digits}${name}]`);
  }
  return round(instant, unit, options);
}

function mathError(reason: string): ServiceError {
  return new ServiceError('parse_exception', reason);
}

function splitMath(
  text: string,
  options: DateMathOptions,
): { readonly anchor: Instant; readonly operations: string } {
  if (text.startsWith('now')) {
    return { anchor: { ms: Math.floor(options.now_ms), nanos: 0 }, operations: text.slice(3) };
  }
  const at = text.indexOf('||');
  const date = at === -1 ? text : text.slice(0, at);
  const operations = at === -1 ? '' : text.slice(at + 2);
  const anchor = parseInstant(date, options.format, {
    zone: options.zone,
    locale: options.locale,
    roundUp: options.roundUp === true && operations === '',
  });
  return { anchor, operations };
}

/**
 * Returns an instant in ms moved by a span; months and days follow the calendar of the zone. NaN if the result is out of the
 * range of dates.
 */
export function shift(epoch_ms: number, more: Span, zone: string): number {
  const moved_ms =
    more.months === 0 && more.days === 0
      ? epoch_ms + more.ms
      : localToInstant(zone, later(epoch_ms + zoneOffset(zone, epoch_ms), more));
  return Math.abs(moved_ms) <= 8.64e15 ? moved_ms : Number.NaN;
}

/** Takes local time in ms; returns it a span later. */
export function later(local_ms: number, { months, days, ms }: Span): number {
  return addMonths(local_ms, months) + days * day_ms + ms;
}

/** Takes local time in ms; returns it `months` later, on the last day of that month if it has no such day. */
export function addMonths(local_ms: number, months: number): number {
  const date = new Date(local_ms);
  const total = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  const day = Math.min(date.getUTCDate(), monthLength(year, month));
  const within = ((local_ms % day_ms) + day_ms) % day_ms;
  return daysOf(year, month, day) * day_ms + within;
}

function round({ ms }: Instant, unit: Span, { zone = 'UTC', roundUp }: DateMathOptions): Instant {
  const floor_ms = localFloor(unit)(ms + zoneOffset(zone, ms));
  if (roundUp !== true) return { ms: localToInstant(zone, floor_ms), nanos: 0 };
  return { ms: localToInstant(zone, later(floor_ms, unit)) - 1, nanos: 999_999 };
}
