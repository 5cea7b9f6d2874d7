import { checkDateFormat, formatInstant, parseInstant } from '../../base/dates/dates.ts';
import type { Floor, Span } from '../../base/dates/intervals.ts';
import { intervalFloor } from '../../base/dates/intervals.ts';
import { dayOfYear } from '../../base/dates/pattern-letters.ts';
import { refuse } from '../../base/service-error.ts';
import { offsetReader } from '../../base/time-zone.ts';
import type { Scalar } from '../cells.ts';
import { isDate, isSpan } from '../column-type.ts';
import type { CallSite, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { StoredDate } from '../values.ts';
import { instantOf } from '../values.ts';
import { callOf, nullOf, ofValues } from './call.ts';
import { dateDifference } from './date-difference.ts';
import type { CheckedCall, FunctionDefinition } from './define.ts';
import { defineCall, defineFor } from './define.ts';
import { plainDateFormat } from './literals.ts';
import { argumentProblem } from './problems.ts';
import { checkConstant } from './settings.ts';

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

/** Returns the call that replaces each date of a field by the start of its interval. */
function floorCall(site: CallSite, field: Expression, floor: Floor): Expression {
  const { type } = field;
  const body = ofValues((value: StoredDate) =>
    type === 'date_nanos'
      ? BigInt(floor(Number(BigInt(value) / 1_000_000n))) * 1_000_000n
      : floor(Number(value)),
  );
  return callOf(site, { type, operands: [field], body });
}

/** Returns the span of an operand. Throws a QueryProblem if it is not a positive constant span. */
function intervalOf(operand: Expression, type: 'DATE_TRUNC' | 'BUCKET'): Span {
  const { place } = operand;
  const found = operand.kind === 'constant' ? operand.span : undefined;
  if (found === undefined) {
    throw new QueryProblem(place, `[${place.text}] must be a constant span of time`);
  }
  const parts = [found.months, found.days, found.ms];
  if (!parts.some((part) => part > 0)) {
    throw new QueryProblem(place, 'Zero or negative time interval is not supported');
  }
  if (parts.filter((part) => part !== 0).length === 1) return found;
  throw new QueryProblem(
    place,
    `Time interval of ${type} is not supported: [${place.text}] mixes units`,
  );
}

/** `bucket`: the buckets of dates follow the calendar of the zone, those of numbers begin at 0. */
function resolveBucket({ site, operands: [field, size], evaluation }: CheckedCall): Expression {
  if (field === undefined || size === undefined) return nullOf(site.place, 'null');
  if (field.type === 'null' || size.type === 'null') return nullOf(site.place, 'date');
  if (isDate(field.type) !== isSpan(size.type)) {
    const reason = `[${site.place.text}] needs dates with a span of time, or numbers with a number`;
    throw new QueryProblem(site.place, reason);
  }
  if (isSpan(size.type)) {
    return floorCall(site, field, intervalFloor(intervalOf(size, 'BUCKET'), evaluation.zone));
  }
  const width = size.kind === 'constant' ? Number(size.values[0]) : 0;
  if (!(width > 0)) {
    const reason = `the size of the buckets of [${site.place.text}] must be a constant above 0`;
    throw new QueryProblem(site.place, reason);
  }
  const body = ofValues((value: Scalar) => Math.floor(Number(value) / width) * width);
  return callOf(site, { type: 'double', operands: [field], body });
}

/** Checks the pattern of a call that has one, if it is a constant. */
function checkPattern({ operands }: CheckedCall, check: (pattern: string) => unknown): void {
  if (operands.length > 1) checkConstant(operands[0], check);
}

/** Functions of dates. */
export const dateFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'date_format(pattern?: string, date: datetime or date_nanos, {time_zone, locale}): keyword',
    'The date formatted by a Java pattern (default ISO form), in the given zone and language or those of the request.',
    (call) => {
      checkPattern(call, checkDateFormat);
      return (first: string | StoredDate, second?: StoredDate) => {
        const [pattern, value] = second === undefined ? [plainDateFormat, first] : [first, second];
        const instant = instantOf(value as StoredDate, call.types.at(-1));
        return formatInstant(instant, String(pattern), call.evaluation);
      };
    },
  ),
  defineFor(
    'date_parse(pattern?: string, string: string, {time_zone, locale}): date',
    'The text parsed as a date by a Java pattern (default ISO form); a text without a zone is in the given zone or that of the request.',
    (call) => {
      checkPattern(call, checkDateFormat);
      return (first: string, second?: string) => {
        const [pattern, text] = second === undefined ? [plainDateFormat, first] : [first, second];
        return parseInstant(text, pattern, call.evaluation).ms;
      };
    },
  ),
  defineFor('now(): date', 'The time at which the query started.', ({ evaluation: { now_ms } }) => {
    return () => Math.floor(now_ms);
  }),
  defineCall(
    'date_trunc(interval: date_period or time_duration, date: datetime or date_nanos, {time_zone}): the type of date',
    'The start of the interval that contains the date, in the given zone or that of the request.',
    ({ site, operands: [interval, field], evaluation: { zone } }) => {
      if (interval === undefined || field === undefined) return nullOf(site.place, 'date');
      if (interval.type === 'null' || field.type === 'null') return nullOf(site.place, 'date');
      return floorCall(site, field, intervalFloor(intervalOf(interval, 'DATE_TRUNC'), zone));
    },
  ),
  defineFor(
    'date_extract(part: string, date: datetime or date_nanos, {time_zone}): long',
    `A part of the date as a number: ${[...fields.keys()].join(', ').toLowerCase()}.`,
    (call) => {
      const { text } = call.site.place;
      checkConstant(
        call.operands[0],
        (part) =>
          fields.has(part.toUpperCase()) || refuse(`invalid date field for [${text}]: ${part}`),
      );
      const offsetOf = offsetReader(call.evaluation.zone);
      return (part: string, value: StoredDate) => {
        const { ms, nanos } = instantOf(value, call.types[1]);
        const read = fields.get(part.toUpperCase());
        const local = new Date(ms + offsetOf(ms));
        return read?.(local, nanos) ?? argumentProblem(`invalid date field: ${part}`);
      };
    },
  ),
  dateDifference,
];

/** `bucket`. */
export const bucketFunction: FunctionDefinition = {
  ...defineCall(
    'bucket(field: numeric or datetime, size: number or span, {time_zone}): double, or the type of the date',
    'The start of the bucket of a given size that contains the value.',
    resolveBucket,
  ),
  aliases: ['bin'],
};
