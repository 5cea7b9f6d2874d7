/** A point in time; `nanos` counts 0 … 999,999 within the millisecond. */
export interface Instant {
  readonly ms: number;
  readonly nanos: number;
}

/** The parts of a date that a text names; the others are undefined. */
export interface DateParts {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  readonly dayOfYear?: number | undefined;
  readonly hour?: number | undefined;
  readonly minute?: number | undefined;
  readonly second?: number | undefined;
  /** Nanoseconds of the second, 0 … 999,999,999. */
  readonly nanos?: number | undefined;
  /** The zone that the text names. */
  readonly zone?: string | undefined;
}

/** Takes a date of the Gregorian calendar (month 1–12); returns the days since 1970-01-01. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468;
}

/** Returns the number of days of a month (1–12). */
export function monthLength(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** True if every part that is given is in its range. */
export function validParts(parts: DateParts): boolean {
  const { year = 1970, month = 1, day = 1, dayOfYear = 1 } = parts;
  const yearLength = monthLength(year, 2) + 337;
  return (
    between(month, 1, 12) &&
    between(day, 1, monthLength(year, month)) &&
    between(dayOfYear, 1, yearLength) &&
    validTime(parts)
  );
}

function validTime({ hour = 0, minute = 0, second = 0 }: DateParts): boolean {
  if (hour === 24) return minute === 0 && second === 0;
  return between(hour, 0, 23) && between(minute, 0, 59) && between(second, 0, 59);
}

function between(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** Returns local time in ms, as if it were UTC. Missing parts get their minimum, or with `roundUp` their maximum. */
export function localTime(parts: DateParts, roundUp: boolean): Instant {
  const given = (part: number | undefined, greatest: number): number =>
    part ?? (roundUp ? greatest : 0);
  const nanos = given(parts.nanos, 999_999_999);
  const seconds =
    localDays(parts, roundUp) * 86_400 +
    given(parts.hour, 23) * 3600 +
    given(parts.minute, 59) * 60 +
    given(parts.second, 59);
  return { ms: seconds * 1000 + Math.floor(nanos / 1e6), nanos: nanos % 1e6 };
}

function localDays(parts: DateParts, roundUp: boolean): number {
  const { year = 1970, month = roundUp ? 12 : 1 } = parts;
  if (parts.dayOfYear !== undefined) return daysOf(year, 1, 1) + parts.dayOfYear - 1;
  return daysOf(year, month, parts.day ?? (roundUp ? monthLength(year, month) : 1));
}
