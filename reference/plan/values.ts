import { zoneOffset } from '../base/time-zone.ts';
import { doubleText } from '../base/double-text.ts';
import type { Instant } from '../base/dates/dates.ts';
import { fromNanos, shortFraction } from '../base/dates/dates.ts';
import { compareCodePoints } from '../base/order.ts';
import { decodeIp } from '../store/ip.ts';
import type { Scalar } from './cells.ts';
import type { ValueType } from './column-type.ts';

/** How a value is converted to text. */
export interface ShowOptions {
  /** Time zone of dates: an offset or an id. */
  readonly zone: string;
}

/**
 * Converts a stored value to text, for `to_string` and the text formats: dates in ISO form in the zone, booleans as
 * words, doubles with a fraction (`1.0`, `1.0E10`). Implements `query.time-zone-formats-dates` and
 * `query.time-zone-default-utc`.
 */
export function textOf(value: Scalar, type: ValueType, { zone }: ShowOptions): string {
  if (type === 'date') return dateText(Number(value), zone);
  if (type === 'date_nanos') return dateNanosText(BigInt(value), zone);
  if (type === 'boolean') return Number(value) === 0 ? 'false' : 'true';
  if (type === 'double') return doubleText(Number(value));
  return type === 'ip' ? decodeIp(String(value)) : String(value);
}

/** Takes milliseconds since the epoch; returns `2023-01-15T00:00:00.000+01:00`, with `Z` for offset 0. */
function dateText(epoch_ms: number, zone: string): string {
  const offset_ms = zoneOffset(zone, epoch_ms);
  return `${localText(epoch_ms + offset_ms)}${offsetText(offset_ms)}`;
}

/** Like `dateText`, for nanoseconds since the epoch: with three to nine digits for the fraction of a second. */
function dateNanosText(nanos: bigint, zone: string): string {
  const instant = fromNanos(nanos);
  const offset_ms = zoneOffset(zone, instant.ms);
  const rest = String(instant.nanos).padStart(6, '0');
  return shortFraction(`${localText(instant.ms + offset_ms)}${rest}${offsetText(offset_ms)}`);
}

/** Formats a local time, in ms, without a zone; years beyond four digits have a sign and no leading zeros. */
function localText(local_ms: number): string {
  const text = new Date(local_ms).toISOString().slice(0, -1);
  return text.replace(/^([+-])0*(\d{4,})/, (_, sign: string, year: string) =>
    sign === '-' || year.length > 4 ? `${sign}${year}` : year,
  );
}

/** Like `formatOffset`, but with the seconds that the local mean time of a zone can have. */
function offsetText(offset_ms: number): string {
  if (offset_ms === 0) return 'Z';
  const seconds = Math.round(Math.abs(offset_ms) / 1000);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  return `${offset_ms < 0 ? '-' : '+'}${time.replace(/:00$/, '')}`;
}

/** Compares two values of a type: below 0, 0 or above 0. Strings are ordered by code points. */
export type Compare = (a: Scalar, b: Scalar) => number;

/** Returns the comparison function for a type. */
export function comparerOf(type: ValueType): Compare {
  if (type === 'ip') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  if (type === 'keyword' || type === 'text') {
    return (a, b) => compareCodePoints(String(a), String(b));
  }
  return compareNumbers;
}

/** Compares numbers and bigints with each other; NaN sorts last. */
export function compareNumbers(a: Scalar, b: Scalar): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : 0;
}

/** A date as stored in a row. */
export type StoredDate = number | bigint;

/** Returns the instant of a date as stored in a row. */
export function instantOf(value: StoredDate, type: ValueType | undefined): Instant {
  return type === 'date_nanos' ? fromNanos(BigInt(value)) : { ms: Number(value), nanos: 0 };
}
