import { at } from '../../../base/assert.ts';
import { isDate, isNumeric, isString, isWhole } from '../../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { Scalar } from '../../page.ts';
import { isSpan } from '../accepts.ts';
import { applyRows } from '../apply.ts';
import { asConstant, wrongType } from '../arguments.ts';
import { callOf, nullOf, ordinalOf, typeName } from '../call.ts';
import { intervalFloor } from '../dates/intervals.ts';
import { floorCall, intervalOf } from '../dates/truncate.ts';
import type { FunctionDefinition } from '../definition.ts';
import { castLiteral, isStringLiteral } from '../literals.ts';
import { checked, zoneOf } from '../settings.ts';
import { pickInterval } from './pick-interval.ts';

interface BucketCall {
  readonly site: CallSite;
  readonly evaluation: Evaluation;
  readonly field: Expression;
  /** The operands after the field; string literals are not yet converted. */
  readonly rest: readonly Expression[];
}

function resolveBucket(site: CallSite, evaluation: Evaluation): Expression {
  const [given, ...others] = site.operands;
  const rest = others.map(asConstant);
  if (given === undefined || rest.length === 0 || rest.length > 4) {
    throw new QueryProblem(site.place, 'error building [bucket]: expects two or four arguments');
  }
  const field = isStringLiteral(given) ? castLiteral(given, 'date', evaluation) : given;
  if (field.type !== 'null' && !isNumeric(field.type) && !isDate(field.type)) {
    const label = 'numeric or datetime';
    throw wrongType(field, { text: site.place.text, ordinal: 'first argument', label });
  }
  for (const [index, operand] of rest.entries()) {
    if (operand.kind === 'constant') continue;
    throw new QueryProblem(
      operand.place,
      `${ordinalOf(index + 1, Infinity)} of [${site.place.text}] must be a constant, received [${operand.place.text}]`,
    );
  }
  if (field.type === 'null') return nullOf(site.place, 'date');
  const call = { site, evaluation, field, rest };
  return isDate(field.type) ? dateBucket(call) : numberBucket(call);
}

function dateBucket({ site, evaluation, field, rest }: BucketCall): Expression {
  const [size] = rest;
  if (size === undefined) return nullOf(site.place, field.type);
  if (isWhole(size.type)) return countedDates({ site, evaluation, field, rest });
  const span = isStringLiteral(size) ? castLiteral(size, 'date_period', evaluation) : size;
  if (!isSpan(span.type)) {
    const label = 'integral, date_period or time_duration';
    throw wrongType(span, { text: site.place.text, ordinal: 'second argument', label });
  }
  if (rest.length > 2) throw wrongCount(site, field, { size: span, wanted: 'two' });
  const zone = zoneOf(zoneOperand(rest[1], site), evaluation);
  const floor = intervalFloor(intervalOf(span, 'BUCKET'), zone);
  return floorCall(site, field, floor);
}

function zoneOperand(operand: Expression | undefined, site: CallSite): Expression | undefined {
  if (operand === undefined || isString(operand.type)) return operand;
  throw wrongType(operand, {
    text: site.place.text,
    ordinal: 'third argument',
    label: 'string (a time zone)',
  });
}

interface Counts {
  readonly size: Expression;
  readonly wanted: string;
}

function wrongCount(site: CallSite, field: Expression, { size, wanted }: Counts): QueryProblem {
  return new QueryProblem(
    site.place,
    `function expects exactly ${wanted} arguments when the first one is of type [${typeName(field.type).toUpperCase()}] and the second of type [${size.type.toUpperCase()}]`,
  );
}

/** At most a number of buckets between two dates: the shortest usual interval that does not exceed it. */
function countedDates({ site, evaluation, field, rest }: BucketCall): Expression {
  const [size, from, to, own] = rest;
  if (size === undefined || from === undefined || to === undefined) {
    throw wrongCount(site, field, { size: size ?? field, wanted: 'four' });
  }
  const zone = zoneOf(own, evaluation);
  const from_ms = boundOf(from, evaluation);
  const to_ms = boundOf(to, evaluation);
  const span = checked(at(site.operands, 1), () =>
    pickInterval({ most: Number(constantOf(size)), from_ms, to_ms, zone }),
  );
  return floorCall(site, field, intervalFloor(span, zone));
}

function boundOf(end: Expression, evaluation: Evaluation): number {
  const bound = isStringLiteral(end) ? castLiteral(end, 'date', evaluation) : end;
  const value = constantOf(bound);
  if (bound.type === 'date_nanos') return Number(BigInt(value) / 1_000_000n);
  if (bound.type === 'date' || isNumeric(bound.type)) return Number(value);
  throw new QueryProblem(end.place, `[${end.place.text}] is not a date`);
}

function constantOf(expression: Expression): number | bigint {
  const value = expression.kind === 'constant' ? expression.values[0] : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw new QueryProblem(expression.place, `[${expression.place.text}] is not a number`);
}

/** Buckets of a size, or of the smallest size 1, 5, 10, 50 … with at most a number of buckets between two numbers. */
function numberBucket({ site, field, rest }: BucketCall): Expression {
  const numbers = rest.map((operand, index) => {
    if (isNumeric(operand.type)) return Number(constantOf(operand));
    const ordinal = ordinalOf(index + 1, Infinity);
    throw wrongType(operand, { text: site.place.text, ordinal, label: 'numeric' });
  });
  const [, from, to, more] = numbers;
  const size = at(numbers, 0);
  const isCounted = from !== undefined && to !== undefined;
  if (more !== undefined || (from !== undefined && !isCounted)) {
    throw new QueryProblem(site.place, 'error building [bucket]: expects two or four arguments');
  }
  const width = isCounted ? roundWidth((to - from) / size) : size;
  if (!(width > 0)) {
    throw new QueryProblem(
      site.place,
      `the size of the buckets of [${site.place.text}] must be above 0`,
    );
  }
  const apply = applyRows((value: Scalar) => Math.floor(Number(value) / width) * width);
  return callOf(site, { type: 'double', operands: [field], apply });
}

function roundWidth(raw: number): number {
  const power = 10 ** Math.ceil(Math.log10(raw));
  return raw < power / 2 ? power / 2 : power;
}

/** `bucket`. */
export const groupingFunctions: readonly FunctionDefinition[] = [
  {
    name: 'bucket',
    aliases: ['bin'],
    signature:
      'bucket(field: numeric or datetime, size: number or span, time_zone?: string) or bucket(field, buckets: integer, from, to, time_zone?: string): double, or the type of the date',
    description:
      'The start of the bucket that contains the value: buckets of a given size, or of the smallest round size with at most the given number of buckets between two values.',
    resolve: resolveBucket,
  },
];
