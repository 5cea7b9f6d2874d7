import type { Instant } from '../../../base/dates/dates.ts';
import { fromNanos } from '../../../base/dates/dates.ts';
import { offsetReader } from '../../../base/time-zone.ts';
import type { ValueType } from '../../column-type.ts';

/** A date as stored in a column. */
export type StoredDate = number | bigint;

/** Returns the instant of a date as stored in a column. */
export function instantOf(value: StoredDate, type: ValueType | undefined): Instant {
  return type === 'date_nanos' ? fromNanos(BigInt(value)) : { ms: Number(value), nanos: 0 };
}

/** The local date and time of an instant in a zone. */
export interface Clock {
  /** Its UTC parts are the local ones. */
  readonly local: Date;
  readonly instant: Instant;
  readonly offset_ms: number;
}

/** Returns a function that reads the local time of dates of a type. */
export function clockReader(
  type: ValueType | undefined,
  zone: string,
): (value: StoredDate) => Clock {
  const offsetOf = offsetReader(zone);
  return (value) => {
    const instant = instantOf(value, type);
    const offset_ms = offsetOf(instant.ms);
    return { local: new Date(instant.ms + offset_ms), instant, offset_ms };
  };
}
