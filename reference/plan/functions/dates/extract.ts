import { daysOf } from '../../../base/dates/calendar.ts';
import { QueryProblem } from '../../expression.ts';
import type { CheckedCall } from '../define.ts';
import { defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';
import type { Clock, StoredDate } from './instants.ts';
import { clockReader } from './instants.ts';

const nanosOfSecond = ({ local, instant }: Clock): number =>
  local.getUTCMilliseconds() * 1e6 + instant.nanos;
const secondOfDay = ({ local }: Clock): number =>
  local.getUTCHours() * 3600 + local.getUTCMinutes() * 60 + local.getUTCSeconds();
const epochDay = ({ local }: Clock): number => Math.floor(local.getTime() / 86_400_000);
const dayOfYear = (clock: Clock): number =>
  epochDay(clock) - daysOf(clock.local.getUTCFullYear(), 1, 1) + 1;
const hour = ({ local }: Clock): number => local.getUTCHours();
const year = ({ local }: Clock): number => local.getUTCFullYear();
const dayOfMonth = ({ local }: Clock): number => local.getUTCDate();

/** The fields of a date, by the names of Java's `ChronoField`. */
const fields: ReadonlyMap<string, (clock: Clock) => number> = new Map([
  ['ALIGNED_DAY_OF_WEEK_IN_MONTH', (clock) => ((dayOfMonth(clock) - 1) % 7) + 1],
  ['ALIGNED_DAY_OF_WEEK_IN_YEAR', (clock) => ((dayOfYear(clock) - 1) % 7) + 1],
  ['ALIGNED_WEEK_OF_MONTH', (clock) => Math.floor((dayOfMonth(clock) - 1) / 7) + 1],
  ['ALIGNED_WEEK_OF_YEAR', (clock) => Math.floor((dayOfYear(clock) - 1) / 7) + 1],
  ['AMPM_OF_DAY', (clock) => Math.floor(hour(clock) / 12)],
  ['CLOCK_HOUR_OF_AMPM', (clock) => hour(clock) % 12 || 12],
  ['CLOCK_HOUR_OF_DAY', (clock) => hour(clock) || 24],
  ['DAY_OF_MONTH', dayOfMonth],
  ['DAY_OF_WEEK', ({ local }) => local.getUTCDay() || 7],
  ['DAY_OF_YEAR', dayOfYear],
  ['EPOCH_DAY', epochDay],
  ['ERA', (clock) => Number(year(clock) > 0)],
  ['HOUR_OF_AMPM', (clock) => hour(clock) % 12],
  ['HOUR_OF_DAY', hour],
  ['INSTANT_SECONDS', ({ instant }) => Math.floor(instant.ms / 1000)],
  ['MICRO_OF_DAY', (clock) => secondOfDay(clock) * 1e6 + Math.floor(nanosOfSecond(clock) / 1000)],
  ['MICRO_OF_SECOND', (clock) => Math.floor(nanosOfSecond(clock) / 1000)],
  ['MILLI_OF_DAY', (clock) => secondOfDay(clock) * 1000 + clock.local.getUTCMilliseconds()],
  ['MILLI_OF_SECOND', ({ local }) => local.getUTCMilliseconds()],
  ['MINUTE_OF_DAY', (clock) => Math.floor(secondOfDay(clock) / 60)],
  ['MINUTE_OF_HOUR', ({ local }) => local.getUTCMinutes()],
  ['MONTH_OF_YEAR', ({ local }) => local.getUTCMonth() + 1],
  ['NANO_OF_DAY', (clock) => secondOfDay(clock) * 1e9 + nanosOfSecond(clock)],
  ['NANO_OF_SECOND', nanosOfSecond],
  ['OFFSET_SECONDS', ({ offset_ms }) => offset_ms / 1000],
  ['PROLEPTIC_MONTH', (clock) => year(clock) * 12 + clock.local.getUTCMonth()],
  ['SECOND_OF_DAY', secondOfDay],
  ['SECOND_OF_MINUTE', ({ local }) => local.getUTCSeconds()],
  ['YEAR', year],
  ['YEAR_OF_ERA', (clock) => (year(clock) > 0 ? year(clock) : 1 - year(clock))],
]);

/** Throws a QueryProblem if the part is a constant and unknown. */
function checkPart({ site, operands: [part] }: CheckedCall): void {
  const name = part?.kind === 'constant' ? String(part.values[0]) : undefined;
  if (part === undefined || name === undefined || fields.has(name.toUpperCase())) return;
  throw new QueryProblem(part.place, `invalid date field for [${site.place.text}]: ${name}`);
}

/** `date_extract`. */
export const extractFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'date_extract(part: string, date: datetime or date_nanos, time_zone?: string): long',
    `A part of the date as a number: ${[...fields.keys()].join(', ').toLowerCase()}.`,
    (call) => {
      checkPart(call);
      const clockOf = clockReader(call.types[1], call.evaluation.zone);
      return (part: string, value: StoredDate) => {
        const read = fields.get(part.toUpperCase());
        return read?.(clockOf(value)) ?? argumentProblem(`invalid date field: ${part}`);
      };
    },
  ),
];
