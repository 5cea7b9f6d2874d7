import { daysOf } from './calendar.ts';
import { localToInstant, offsetReader } from '../time-zone.ts';

/** A span of time: calendar months and days, or milliseconds. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

/** Multiplies a span by a number. */
export function timesSpan(span: Span, count: number): Span {
  const times = (value: number): number => (value === 0 ? 0 : value * count);
  return { months: times(span.months), days: times(span.days), ms: times(span.ms) };
}

/** Returns the start, in ms, of the interval in which an instant lies. */
export type Floor = (epoch_ms: number) => number;

/** A day in milliseconds. */
export const day_ms = 86_400_000;

/**
 * Takes the length of intervals and a zone; returns a function that finds their starts. Days, weeks (from Monday),
 * months, quarters and years follow the calendar of the zone, also across changes of its offset; several months are
 * counted from the year 1, several days from 1970-01-01. Implements `query.time-zone-functions`.
 */
export function intervalFloor(span: Span, zone: string): Floor {
  const offsetOf = offsetReader(zone);
  const floorLocal = localFloor(span);
  return (epoch_ms) => {
    const offset_ms = offsetOf(epoch_ms);
    const local_ms = floorLocal(epoch_ms + offset_ms);
    const start_ms = local_ms - offset_ms;
    // If the offset changed within the interval, the start is computed with the offset at that time.
    const isSteady = offsetOf(start_ms) === offset_ms;
    return isSteady ? start_ms : Math.min(localToInstant(zone, local_ms), epoch_ms);
  };
}

/** Returns the function that finds the start of the interval in which a local time lies. */
export function localFloor({ months, days, ms }: Span): (local_ms: number) => number {
  if (months > 0) return monthFloor(months);
  const length_ms = days > 0 ? days * day_ms : ms;
  // 1970-01-01 was a Thursday, three days into its week.
  const shift_ms = days === 7 ? 3 * day_ms : 0;
  return (local_ms) => Math.floor((local_ms + shift_ms) / length_ms) * length_ms - shift_ms;
}

function monthFloor(months: number): (local_ms: number) => number {
  return (local_ms) => {
    const date = new Date(local_ms);
    const count = (date.getUTCFullYear() - 1) * 12 + date.getUTCMonth();
    const first = Math.floor(count / months) * months;
    const year = Math.floor(first / 12);
    return daysOf(year + 1, first - year * 12 + 1, 1) * day_ms;
  };
}
