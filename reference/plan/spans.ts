import { at } from '../base/assert.ts';
import { addMonths } from '../base/dates/date-math.ts';
import type { Span } from '../base/dates/intervals.ts';
import { timesSpan } from '../base/dates/intervals.ts';
import { localToInstant, zoneOffset } from '../base/time-zone.ts';
import type { SpanType } from './column-type.ts';

interface Unit extends Span {
  readonly type: SpanType;
}

const hour_ms = 3_600_000;

const units: ReadonlyMap<string, Unit> = new Map([
  ...named(['ms', 'millisecond', 'milliseconds'], { ms: 1 }),
  ...named(['s', 'sec', 'second', 'seconds'], { ms: 1000 }),
  ...named(['m', 'min', 'minute', 'minutes'], { ms: 60_000 }),
  ...named(['h', 'hour', 'hours'], { ms: hour_ms }),
  ...named(['d', 'day', 'days'], { days: 1 }),
  ...named(['w', 'week', 'weeks'], { days: 7 }),
  ...named(['mo', 'month', 'months'], { months: 1 }),
  ...named(['q', 'quarter', 'quarters'], { months: 3 }),
  ...named(['y', 'yr', 'year', 'years'], { months: 12 }),
]);

/** The names of the units of spans of time. */
export const spanUnits: readonly string[] = [...units.keys()];

/** A span of time with its type. */
export interface TypedSpan {
  readonly type: SpanType;
  readonly span: Span;
}

/** Takes a count and a unit, which is not case-sensitive; returns the span, or undefined if the unit is unknown. */
export function spanOf(count: number, unit: string): TypedSpan | undefined {
  const found = units.get(unit.toLowerCase());
  if (found === undefined || !Number.isSafeInteger(count)) return undefined;
  return { type: found.type, span: timesSpan(found, count) };
}

function named(
  names: readonly string[],
  size: Partial<Span>,
): readonly (readonly [string, Unit])[] {
  const type = size.ms === undefined ? 'date_period' : 'time_duration';
  return names.map((name) => [name, { type, months: 0, days: 0, ms: 0, ...size }]);
}

/** Parses a span such as `3 days`; returns undefined if the text is not one. */
export function readSpan(text: string): TypedSpan | undefined {
  const match = /^\s*([+-]?\d{1,15})\s*([A-Za-z]+)\s*$/.exec(text);
  return match === null ? undefined : spanOf(Number(match[1]), at(match, 2));
}

/**
 * Returns an instant in ms moved forward by the span; months and days follow the calendar of the zone. NaN if the
 * result is out of the range of dates.
 */
export function shiftDate(epoch_ms: number, span: Span, zone: string): number {
  const after_ms =
    span.months === 0 && span.days === 0 ? epoch_ms : shiftCalendar(epoch_ms, span, zone);
  const result_ms = after_ms + span.ms;
  return Math.abs(result_ms) <= 8.64e15 ? result_ms : Number.NaN;
}

function shiftCalendar(epoch_ms: number, span: Span, zone: string): number {
  const offset_ms = zoneOffset(zone, epoch_ms);
  const local_ms = epoch_ms + offset_ms;
  const moved_ms =
    (span.months === 0 ? local_ms : addMonths(local_ms, span.months)) + span.days * 86_400_000;
  if (!(Math.abs(moved_ms) <= 8.6e15)) return Number.NaN;
  const same_ms = moved_ms - offset_ms;
  // In an hour that occurs twice, the date keeps its offset.
  return zoneOffset(zone, same_ms) === offset_ms ? same_ms : localToInstant(zone, moved_ms);
}
