import type { SpanType } from './column-type.ts';
import type { Span } from '../base/dates/intervals.ts';

interface Unit {
  readonly type: SpanType;
  readonly months: number;
  readonly days: number;
  readonly ms: number;
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

/** Takes a count and a unit, which is not case-sensitive; returns the span, or undefined if the unit is unknown. */
export function spanOf(
  count: number,
  unit: string,
): { readonly type: SpanType; readonly span: Span } | undefined {
  const found = units.get(unit.toLowerCase());
  if (found === undefined || !Number.isSafeInteger(count)) return undefined;
  const { type, months, days, ms } = found;
  return {
    type,
    span: { months: times(months, count), days: times(days, count), ms: times(ms, count) },
  };
}

function times(size: number, count: number): number {
  return size === 0 ? 0 : size * count;
}

function named(
  names: readonly string[],
  size: Partial<Span>,
): readonly (readonly [string, Unit])[] {
  const type = size.ms === undefined ? 'date_period' : 'time_duration';
  return names.map((name) => [name, { type, months: 0, days: 0, ms: 0, ...size }]);
}
