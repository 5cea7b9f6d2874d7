/** A point in time; `nanos` counts 0 … 999,999 within the millisecond. */
export interface Instant {
  readonly ms: number;
  readonly nanos: number;
}

/** What a text says about a date; what it leaves out is undefined. */
export interface DateParts {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  readonly day_of_year?: number | undefined;
  readonly hour?: number | undefined;
  readonly minute?: number | undefined;
  readonly second?: number | undefined;
  /** Of the second, 0 … 999,999,999. */
  readonly nanos?: number | undefined;
  /** What the text itself says about its zone. */
  readonly zone?: string | undefined;
}

/** Takes a date of the Gregorian calendar (month 1–12); gives the days since 1970-01-01. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leapDays + dayOfYear - 719_468;
}

/** Days of a month (1–12). */
export function monthLength(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** True where every part that is given lies in its range. */
export function validParts(parts: DateParts): boolean {
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const dateIsReal = month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
  const dayOfYear = parts.day_of_year ?? 1;
  const yearLength = monthLength(year, 2) + 337;
  return (
    dateIsReal &&
    dayOfYear >= 1 &&
    dayOfYear <= yearLength &&
    (hour <= 23 || (hour === 24 && minute === 0 && second === 0)) &&
    minute <= 59 &&
    second <= 59
  );
}

/** Takes parts; gives local time in ms as if it were UTC. Missing parts are the first, or with `roundUp` the last ones. */
export function localTime(parts: DateParts, roundUp: boolean): Instant {
  const year = parts.year ?? 1970;
  const month = parts.month ?? (roundUp ? 12 : 1);
  const day = parts.day ?? (roundUp ? monthLength(year, month) : 1);
  const days =
    parts.day_of_year === undefined
      ? daysOf(year, month, day)
      : daysOf(year, 1, 1) + parts.day_of_year - 1;
  const hour = parts.hour ?? (roundUp ? 23 : 0);
  const minute = parts.minute ?? (roundUp ? 59 : 0);
  const second = parts.second ?? (roundUp ? 59 : 0);
  const nanos = parts.nanos ?? (roundUp ? 999_999_999 : 0);
  const seconds = days * 86_400 + hour * 3600 + minute * 60 + second;
  return { ms: seconds * 1000 + Math.floor(nanos / 1e6), nanos: nanos % 1e6 };
}
