import { daysOf } from '../../../base/dates/calendar.ts';
import { offsetReader } from '../../../base/time-zone.ts';
import { QueryProblem } from '../../expression.ts';
import type { CheckedCall } from '../define.ts';
import { defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';
import type { StoredDate } from './instants.ts';
import { instantOf } from './instants.ts';

/** The fields of a local date, whose UTC parts are the local ones, by the names of Java's `ChronoField`. */
const fields: ReadonlyMap<string, (local: Date, nanos: number) => number> = new Map([
  ['DAY_OF_MONTH', (local) => local.getUTCDate()],
  ['DAY_OF_WEEK', (local) => local.getUTCDay() || 7],
  ['DAY_OF_YEAR', dayOfYear],
  ['HOUR_OF_DAY', (local) => local.getUTCHours()],
  ['MILLI_OF_SECOND', (local) => local.getUTCMilliseconds()],
  ['MINUTE_OF_HOUR', (local) => local.getUTCMinutes()],
  ['MONTH_OF_YEAR', (local) => local.getUTCMonth() + 1],
  ['NANO_OF_SECOND', (local, nanos) => local.getUTCMilliseconds() * 1e6 + nanos],
  ['SECOND_OF_MINUTE', (local) => local.getUTCSeconds()],
  ['YEAR', (local) => local.getUTCFullYear()],
]);

function dayOfYear(local: Date): number {
  return Math.floor(local.getTime() / 86_400_000) - daysOf(local.getUTCFullYear(), 1, 1) + 1;
}

/** Throws a QueryProblem if the part is a constant and unknown. */
function checkPart({ site, operands: [part] }: CheckedCall): void {
  const name = part?.kind === 'constant' ? String(part.values[0]) : undefined;
  if (part === undefined || name === undefined || fields.has(name.toUpperCase())) return;
  throw new QueryProblem(part.place, `invalid date field for [${site.place.text}]: ${name}`);
}

/** `date_extract`. */
export const extractFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'date_extract(part: string, date: datetime or date_nanos, {time_zone}): long',
    `A part of the date as a number: ${[...fields.keys()].join(', ').toLowerCase()}.`,
    (call) => {
      checkPart(call);
      const offsetOf = offsetReader(call.evaluation.zone);
      return (part: string, value: StoredDate) => {
        const { ms, nanos } = instantOf(value, call.types[1]);
        const read = fields.get(part.toUpperCase());
        const local = new Date(ms + offsetOf(ms));
        return read?.(local, nanos) ?? argumentProblem(`invalid date field: ${part}`);
      };
    },
  ),
];
