import type { ValueType } from '../../column-type.ts';
import type { ApplyCall } from '../../expression.ts';
import { QueryProblem, type Expression } from '../../expression.ts';
import type { Span } from '../../syntax.ts';
import { date, span } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import { applyRows } from '../apply.ts';
import { castLiteral, constantText, isStringLiteral } from '../literals.ts';
import type { Floor } from './intervals.ts';
import { intervalFloor } from './intervals.ts';
import { zoneParameter, zoneOf } from './instants.ts';
import { readSpan } from '../span-math.ts';

/** Returns a function that replaces each date by the start of its interval. */
export function applyFloor(type: ValueType, floor: Floor): ApplyCall {
  if (type !== 'date_nanos') return applyRows(type, ([value = 0]) => floor(Number(value)));
  return applyRows(type, ([value = 0]) => {
    const ms = Number(BigInt(value) / 1_000_000n);
    return BigInt(floor(ms)) * 1_000_000n;
  });
}

/** Returns the span of an operand. Throws a QueryProblem if it is not a positive constant span. */
export function intervalOf(operand: Expression, type: 'DATE_TRUNC' | 'BUCKET'): Span {
  const found = operand.kind === 'constant' ? operand.span : undefined;
  if (found === undefined) {
    throw new QueryProblem(
      operand.place,
      `[${operand.place.text}] must be a constant span of time`,
    );
  }
  if (found.months > 0 || found.days > 0 || found.ms > 0) {
    const kinds = [found.months, found.days, found.ms].filter((part) => part !== 0);
    if (kinds.length === 1) return found;
    throw new QueryProblem(
      operand.place,
      `Time interval of ${type} is not supported: [${operand.place.text}] mixes units`,
    );
  }
  throw new QueryProblem(operand.place, 'Zero or negative time interval is not supported');
}

/** Functions that truncate dates. */
export const truncateFunctions: readonly FunctionDefinition[] = [
  {
    name: 'date_trunc',
    options: ['time_zone'],
    signature:
      'date_trunc(interval: date_period or time_duration, date: datetime or date_nanos, time_zone?: string): the type of date',
    description:
      'The start of the interval that contains the date, in the given zone or that of the request.',
    examples: [
      {
        call: 'date_trunc(1 day, "2024-05-05T23:00:00Z"::date, {"time_zone": "Europe/Paris"})',
        gives: '2024-05-05T22:00:00.000Z',
      },
      {
        call: 'date_trunc(1 month, "2024-05-17T10:00:00Z"::date)',
        gives: '2024-05-01T00:00:00.000Z',
      },
      { call: 'date_trunc(1 week, "2024-05-05"::date)', gives: '2024-04-29T00:00:00.000Z' },
      { call: 'date_trunc(10 years, "2024-05-05"::date)', gives: '2021-01-01T00:00:00.000Z' },
      {
        call: 'date_trunc(15 minutes, "2024-05-05T10:44:00Z"::date)',
        gives: '2024-05-05T10:30:00.000Z',
      },
      {
        call: 'date_trunc("1 day", "2024-05-05T23:00:00Z")',
        gives: '2024-05-06T00:00:00.000+02:00',
        zone: 'Europe/Paris',
      },
      {
        call: 'date_trunc(1 day, "2024-03-31T12:00:00Z"::date)',
        gives: '2024-03-31T00:00:00.000+01:00',
        zone: 'Europe/Paris',
      },
      {
        call: 'date_trunc(1 hour, "2024-10-27T01:30:00Z"::date)',
        gives: '2024-10-27T02:00:00.000+01:00',
        zone: 'Europe/Paris',
      },
      {
        call: 'date_trunc(1 hour, "2024-10-27T00:30:00Z"::date)',
        gives: '2024-10-27T02:00:00.000+02:00',
        zone: 'Europe/Paris',
      },
      {
        call: 'date_trunc(1 day, "2024-05-05T23:00:00Z"::date, "Asia/Tokyo")',
        gives: '2024-05-05T15:00:00.000Z',
      },
      {
        call: 'date_trunc(1 hour, "2024-05-05T10:44:00.123456789Z"::date_nanos)',
        gives: '2024-05-05T10:00:00.000Z',
      },
    ],
    resolve(site, evaluation) {
      const [first, ...rest] = site.operands;
      const cast =
        first !== undefined && isStringLiteral(first) ? castSpan(first, evaluation) : first;
      const operands = cast === undefined ? rest : [cast, ...rest];
      const parameters = [
        { name: 'interval', accepts: span, constant: true as const },
        { name: 'date', accepts: date },
        zoneParameter,
      ];
      const [interval, field, zone] = checkArguments({ ...site, operands }, parameters, evaluation);
      if (interval === undefined || field === undefined) return nullOf(site.place, 'date');
      if (field.type === 'null' || interval.type === 'null') return nullOf(site.place, 'date');
      const floor = intervalFloor(intervalOf(interval, 'DATE_TRUNC'), zoneOf(zone, evaluation));
      return callOf(site, {
        type: field.type,
        operands: [field],
        apply: applyFloor(field.type, floor),
      });
    },
  },
];

/** Converts a string literal to a span. */
export function castSpan(
  literal: Parameters<typeof castLiteral>[0],
  evaluation: Parameters<typeof castLiteral>[2],
): Expression {
  const found = readSpan(constantText(literal));
  return castLiteral(literal, found?.type ?? 'date_period', evaluation);
}
