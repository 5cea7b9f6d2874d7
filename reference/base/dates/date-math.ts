import { ServiceError } from '../service-error.ts';
import { localToInstant, zoneOffset } from '../time-zone.ts';
import { daysOf, monthLength, type Instant } from './calendar.ts';
import { parseInstant, toNanos } from './dates.ts';

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

const units_ms = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['H', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
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
    const [, operator = '', digits = '', unit = ''] = match;
    instant = calculate(instant, { operator, digits, unit }, options);
    if (!(Math.abs(instant.ms) <= 8.64e15)) throw mathError(`date math [${text}] is out of range`);
  }
  if (read !== operations.length) {
    throw mathError(
      `unit or operator not supported in date math [${text}] at [${operations.slice(read)}]`,
    );
  }
  return toNanos(instant);
}

function calculate(
  instant: Instant,
  step: { readonly operator: string; readonly digits: string; readonly unit: string },
  options: DateMathOptions,
): Instant {
  const { operator, digits, unit } = step;
  const count = digits === '' ? 1 : Number(digits);
  if (operator !== '/') {
    return add(instant, { count: operator === '-' ? -count : count, unit }, options);
  }
  if (count !== 1) {
    throw mathError(`rounding \`/\` can only be used on single unit types [/${digits}${unit}]`);
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

function add(
  instant: Instant,
  step: { readonly count: number; readonly unit: string },
  { zone = 'UTC' }: DateMathOptions,
): Instant {
  const { count, unit } = step;
  const size_ms = units_ms.get(unit);
  if (size_ms !== undefined && unit !== 'd' && unit !== 'w') {
    return { ms: instant.ms + count * size_ms, nanos: instant.nanos };
  }
  const local_ms = instant.ms + zoneOffset(zone, instant.ms);
  const moved_ms =
    size_ms === undefined
      ? addMonths(local_ms, unit === 'y' ? count * 12 : count)
      : local_ms + count * size_ms;
  return { ms: localToInstant(zone, moved_ms), nanos: instant.nanos };
}

/** Takes local time in ms; returns it `months` later, on the last day of that month if it has no such day. */
export function addMonths(local_ms: number, months: number): number {
  const date = new Date(local_ms);
  const total = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  const day = Math.min(date.getUTCDate(), monthLength(year, month));
  const within = ((local_ms % 86_400_000) + 86_400_000) % 86_400_000;
  return daysOf(year, month, day) * 86_400_000 + within;
}

function round(instant: Instant, unit: string, options: DateMathOptions): Instant {
  const zone = options.zone ?? 'UTC';
  const local_ms = instant.ms + zoneOffset(zone, instant.ms);
  const floor_ms = floorLocal(local_ms, unit);
  if (options.roundUp !== true) return { ms: localToInstant(zone, floor_ms), nanos: 0 };
  const size_ms = units_ms.get(unit);
  const next_ms =
    size_ms === undefined ? addMonths(floor_ms, unit === 'y' ? 12 : 1) : floor_ms + size_ms;
  return { ms: localToInstant(zone, next_ms) - 1, nanos: 999_999 };
}

/**
 * Takes local time in ms and a unit (y M w d h H m s); returns the start of the unit it lies in (weeks start on
 * Monday).
 */
export function floorLocal(local_ms: number, unit: string): number {
  const date = new Date(local_ms);
  if (unit === 'y') return daysOf(date.getUTCFullYear(), 1, 1) * 86_400_000;
  if (unit === 'M') return daysOf(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) * 86_400_000;
  const size_ms = units_ms.get(unit) ?? 1;
  // 1970-01-01 was a Thursday, three days into its week.
  const shift_ms = unit === 'w' ? 3 * 86_400_000 : 0;
  return Math.floor((local_ms + shift_ms) / size_ms) * size_ms - shift_ms;
}
