import { at } from '../base/assert.ts';
import type { Span } from '../base/dates/intervals.ts';
import { timesSpan } from '../base/dates/intervals.ts';
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
