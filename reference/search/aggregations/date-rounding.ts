import { addMonths, floorLocal } from '../../base/dates/date-math.ts';
import { checkZone, localToInstant, zoneOffset } from '../../base/time-zone.ts';
import type { CalendarUnit, DateHistogramAggregation } from './aggregation.ts';

/** Divides time into intervals; instants are milliseconds since the epoch. */
export interface DateRounding {
  /** Returns the start of the interval that contains an instant. */
  readonly floor: (epoch_ms: number) => number;
  /** Returns the start of the interval after the one that starts at `start_ms`. */
  readonly next: (start_ms: number) => number;
}

const letters: Readonly<Record<Exclude<CalendarUnit, 'quarter'>, string>> = {
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'M',
  year: 'y',
};

const lengths_ms: Readonly<Partial<Record<CalendarUnit, number>>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

const months: Readonly<Partial<Record<CalendarUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** Takes the interval of a date histogram and its time zone. Throws a ServiceError if the zone is unknown. */
export function dateRounding(
  interval: DateHistogramAggregation['interval'],
  timeZone: string,
): DateRounding {
  const zone = checkZone(timeZone);
  const floorOf =
    'fixed_ms' in interval
      ? (local_ms: number) => Math.floor(local_ms / interval.fixed_ms) * interval.fixed_ms
      : (local_ms: number) => floorCalendar(local_ms, interval.calendar);
  const nextOf =
    'fixed_ms' in interval
      ? (local_ms: number) => local_ms + interval.fixed_ms
      : (local_ms: number) => nextCalendar(local_ms, interval.calendar);
  const localOf = (epoch_ms: number): number => epoch_ms + zoneOffset(zone, epoch_ms);
  let from_ms = Number.POSITIVE_INFINITY;
  let to_ms = Number.NEGATIVE_INFINITY;
  const next = (start_ms: number): number => {
    const after_ms = localToInstant(zone, nextOf(localOf(start_ms)));
    return after_ms > start_ms ? after_ms : localToInstant(zone, nextOf(nextOf(localOf(start_ms))));
  };
  const floor = (epoch_ms: number): number => {
    if (epoch_ms >= from_ms && epoch_ms < to_ms) return from_ms;
    from_ms = localToInstant(zone, floorOf(localOf(epoch_ms)));
    to_ms = next(from_ms);
    return from_ms;
  };
  return { next, floor };
}

function floorCalendar(local_ms: number, unit: CalendarUnit): number {
  if (unit !== 'quarter') return floorLocal(local_ms, letters[unit]);
  const month_ms = floorLocal(local_ms, 'M');
  return addMonths(month_ms, -(new Date(month_ms).getUTCMonth() % 3));
}

function nextCalendar(local_ms: number, unit: CalendarUnit): number {
  const length_ms = lengths_ms[unit];
  return length_ms === undefined ? addMonths(local_ms, months[unit] ?? 1) : local_ms + length_ms;
}
