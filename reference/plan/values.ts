import { zoneOffset } from '../base/time-zone.ts';
import { doubleText } from '../base/double-text.ts';
import type { Instant } from '../base/dates/dates.ts';
import { formatInstant, fromNanos, shortFraction } from '../base/dates/dates.ts';
import { decodeIp } from '../store/ip.ts';
import type { Scalar } from './cells.ts';
import type { ValueType } from './column-type.ts';

/**
 * Converts a stored value to text, for `to_string` and the text formats: dates in ISO form in the zone, booleans as
 * words, doubles with a fraction (`1.0`, `1.0E10`). Implements `query.time-zone-formats-dates` and
 * `query.time-zone-default-utc`.
 */
export function textOf(
  value: Scalar,
  type: ValueType,
  { zone }: { readonly zone: string },
): string {
  if (type === 'date' || type === 'date_nanos') {
    const instant = instantOf(BigInt(value), type);
    const offset_ms = zoneOffset(zone, instant.ms);
    return shortFraction(formatInstant(instant, localText, { zone })) + offsetText(offset_ms);
  }
  if (type === 'boolean') return Number(value) === 0 ? 'false' : 'true';
  if (type === 'double') return doubleText(Number(value));
  return type === 'ip' ? decodeIp(String(value)) : String(value);
}

const localText = "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS";

/** Like `formatOffset`, but with the seconds that the local mean time of a zone can have. */
function offsetText(offset_ms: number): string {
  if (offset_ms === 0) return 'Z';
  const seconds = Math.round(Math.abs(offset_ms) / 1000);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  return `${offset_ms < 0 ? '-' : '+'}${time.replace(/:00$/, '')}`;
}

/** A date as stored in a row. */
export type StoredDate = number | bigint;

/** Returns the instant of a date as stored in a row. */
export function instantOf(value: StoredDate, type: ValueType | undefined): Instant {
  return type === 'date_nanos' ? fromNanos(BigInt(value)) : { ms: Number(value), nanos: 0 };
}
