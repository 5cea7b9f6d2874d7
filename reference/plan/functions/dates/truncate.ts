import type { ApplyCall, CallSite } from '../../expression.ts';
import { QueryProblem, type Expression } from '../../expression.ts';
import { applyRows } from '../apply.ts';
import { callOf, nullOf } from '../call.ts';
import { defineCall, defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import type { StoredDate } from './instants.ts';
import type { Floor, Span } from '../../../base/dates/intervals.ts';
import { intervalFloor } from '../../../base/dates/intervals.ts';

/** Returns the call that replaces each date of a field by the start of its interval. */
export function floorCall(site: CallSite, field: Expression, floor: Floor): Expression {
  const { type } = field;
  const apply: ApplyCall = applyRows((value: StoredDate) =>
    type === 'date_nanos'
      ? BigInt(floor(Number(BigInt(value) / 1_000_000n))) * 1_000_000n
      : floor(Number(value)),
  );
  return callOf(site, { type, operands: [field], apply });
}

/** Returns the span of an operand. Throws a QueryProblem if it is not a positive constant span. */
export function intervalOf(operand: Expression, type: 'DATE_TRUNC' | 'BUCKET'): Span {
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

/** `date_trunc` and `now`. */
export const truncateFunctions: readonly FunctionDefinition[] = [
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
];
