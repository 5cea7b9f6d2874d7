import { addMonths } from '../../base/dates/date-math.ts';
import type { Instant } from '../../base/dates/dates.ts';
import { refuse } from '../../base/service-error.ts';
import { offsetReader } from '../../base/time-zone.ts';
import type { StoredDate } from '../values.ts';
import { instantOf } from '../values.ts';
import type { FunctionDefinition } from './define.ts';
import { defineFor } from './define.ts';
import { argumentProblem, invalid } from './problems.ts';
import { checkConstant } from './settings.ts';

type Unit = { readonly months: number } | { readonly days: number } | { readonly nanos: number };

const units: ReadonlyMap<string, Unit> = new Map([
  ['year', { months: 12 }],
  ['quarter', { months: 3 }],
  ['month', { months: 1 }],
  ['week', { days: 7 }],
  ['day', { days: 1 }],
  ['hour', { nanos: 3.6e12 }],
  ['minute', { nanos: 6e10 }],
  ['second', { nanos: 1e9 }],
  ['millisecond', { nanos: 1e6 }],
  ['microsecond', { nanos: 1e3 }],
  ['nanosecond', { nanos: 1 }],
]);

/** Takes the name of a unit, also in the plural; returns the unit, or undefined if it is unknown. */
function unitOf(name: string): Unit | undefined {
  return units.get(name.toLowerCase().replace(/s$/, ''));
}

interface Stretch {
  readonly start: Instant;
  readonly end: Instant;
  readonly offsetOf: (epoch_ms: number) => number;
}

/** Counts the whole units between two instants; negative if the end is before the start. */
function count(unit: Unit, stretch: Stretch): number {
  if ('nanos' in unit) return countNanos(unit.nanos, stretch);
  const { start, end, offsetOf } = stretch;
  const from_ms = start.ms + offsetOf(start.ms) + start.nanos / 1e6;
  const to_ms = end.ms + offsetOf(end.ms) + end.nanos / 1e6;
  if ('days' in unit) return Math.trunc((to_ms - from_ms) / (unit.days * 86_400_000)) + 0;
  return Math.trunc(countMonths(from_ms, to_ms) / unit.months) + 0;
}

function countNanos(size: number, { start, end }: Stretch): number {
  const ms = BigInt(end.ms) - BigInt(start.ms);
  const nanos = ms * 1_000_000n + BigInt(end.nanos - start.nanos);
  return Number(nanos / BigInt(size));
}

function countMonths(from_ms: number, to_ms: number): number {
  const from = new Date(from_ms);
  const to = new Date(to_ms);
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (months > 0 && addMonths(from_ms, months) > to_ms) return months - 1;
  if (months < 0 && addMonths(from_ms, months) < to_ms) return months + 1;
  return months;
}

/** `date_diff`. */
export const dateDifference: FunctionDefinition = defineFor(
  'date_diff(unit: string, start: datetime or date_nanos, end: datetime or date_nanos, {time_zone}): integer',
  'The number of whole units between two dates; negative if the end is before the start.',
  (call) => {
    const { text } = call.site.place;
    const known = [...units.keys()].join(', ');
    checkConstant(
      call.operands[0],
      (name) =>
        unitOf(name) ?? refuse(`A unit of [${known}] is required in [${text}]; received [${name}]`),
    );
    const offsetOf = offsetReader(call.evaluation.zone);
    const [, first, second] = call.types;
    return (unit: string, from: StoredDate, to: StoredDate) => {
      const size = unitOf(unit);
      if (size === undefined) return argumentProblem(`unknown unit [${unit}]`);
      const [start, end] = [instantOf(from, first), instantOf(to, second)];
      const result = count(size, { start, end, offsetOf });
      return Math.abs(result) < 2 ** 31 ? result : invalid(`[${result}] out of [integer] range`);
    };
  },
);
