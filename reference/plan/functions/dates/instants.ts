import type { Instant } from '../../../base/dates/dates.ts';
import { fromNanos } from '../../../base/dates/dates.ts';
import type { ValueType } from '../../column-type.ts';

/** A date as stored in a column. */
export type StoredDate = number | bigint;

/** Returns the instant of a date as stored in a column. */
export function instantOf(value: StoredDate, type: ValueType | undefined): Instant {
  return type === 'date_nanos' ? fromNanos(BigInt(value)) : { ms: Number(value), nanos: 0 };
}
