import { parseTime } from '../../base/units.ts';
import type { BodyPart } from '../body.ts';
import { badField, illegalAt, stringOf } from '../body.ts';
import type { CalendarUnit } from './aggregation.ts';

type Members = Readonly<Record<string, BodyPart | undefined>>;

const calendarUnits = new Map<string, CalendarUnit>([
  ['1m', 'minute'],
  ['minute', 'minute'],
  ['1h', 'hour'],
  ['hour', 'hour'],
  ['1d', 'day'],
  ['day', 'day'],
  ['1w', 'week'],
  ['week', 'week'],
  ['1M', 'month'],
  ['month', 'month'],
  ['1q', 'quarter'],
  ['quarter', 'quarter'],
  ['1y', 'year'],
  ['year', 'year'],
]);

/**
 * Returns the interval of a `date_histogram`, given its members and itself. Throws a ServiceError unless exactly one of
 * `calendar_interval` and `fixed_interval` is a valid interval.
 */
export function intervalOf(
  members: Members,
  part: BodyPart,
): { readonly calendar: CalendarUnit } | { readonly fixed_ms: number } {
  const { calendar_interval, fixed_interval } = members;
  if (calendar_interval !== undefined && fixed_interval !== undefined) {
    throw badField(
      part,
      ['date_histogram', 'fixed_interval'],
      'Cannot use [fixed_interval] with [calendar_interval] configuration option.',
    );
  }
  if (calendar_interval !== undefined) {
    const text = stringOf(calendar_interval, 'calendar_interval');
    const calendar = calendarUnits.get(text);
    if (calendar !== undefined) return { calendar };
    throw badField(
      calendar_interval,
      ['date_histogram', 'calendar_interval'],
      `The supplied interval [${text}] could not be parsed as a calendar interval.`,
    );
  }
  if (fixed_interval === undefined) {
    throw illegalAt(part, 'Invalid interval specified, must be non-null and non-empty');
  }
  const fixed_ms = parseTime(
    stringOf(fixed_interval, 'fixed_interval'),
    'date_histogram.fixedInterval',
  );
  if (fixed_ms < 1) throw illegalAt(fixed_interval, 'Zero or negative time interval not supported');
  return { fixed_ms: Math.floor(fixed_ms) };
}
