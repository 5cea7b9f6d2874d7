import { toNanos } from '../../base/dates/dates.ts';
import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import { isDate, isNumeric, isSpan } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { StoredDate } from '../values.ts';
import { instantOf } from '../values.ts';
import { ordinalOf, typeName, wrongType } from './arguments.ts';
import type { CellBody } from './call.ts';
import { callOf, nullOf, ofValues } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { defineFor } from './define.ts';
import { arithmeticProblem, dividedByZero, finite, whole } from './problems.ts';
import { timesSpan } from '../../base/dates/intervals.ts';
import { shift } from '../../base/dates/date-math.ts';
import { commonType, widen } from './widen.ts';

/** An arithmetic operator with two operands. */
type Operator = '+' | '-' | '*' | '/' | '%';

function resolveOperator(name: Operator, site: CallSite, evaluation: Evaluation): Expression {
  const [first, second] = site.operands;
  if (first === undefined || second === undefined) {
    throw new QueryProblem(site.place, `[${name}] needs two operands`);
  }
  const takesSpans = name === '+' || name === '-';
  if (takesSpans && (isTemporal(first.type) || isTemporal(second.type))) {
    return resolveTemporal([first, second], site, evaluation);
  }
  checkNumbers(site, takesSpans ? 'date_nanos, datetime or numeric' : 'numeric');
  const type = commonType(first.type, second.type);
  if (type === undefined) throw incompatible(name, [first, second], site);
  if (first.type === 'null' || second.type === 'null') return nullOf(site.place, type);
  const operands = [widen(first, type), widen(second, type)];
  return callOf(site, { type, operands, body: calculation(name, type) });
}

function checkNumbers({ operands, place }: CallSite, label: string): void {
  for (const [at, operand] of operands.entries()) {
    if (operand.type === 'null' || isNumeric(operand.type)) continue;
    throw wrongType(operand, { text: place.text, ordinal: ordinalOf(at, 2), label });
  }
}

function isTemporal(type: ValueType): boolean {
  return isSpan(type) || isDate(type);
}

function incompatible(
  name: string,
  [first, second]: readonly [Expression, Expression],
  site: CallSite,
): QueryProblem {
  return new QueryProblem(
    site.place,
    `[${name}] has arguments with incompatible types [${typeName(first.type)}] and [${typeName(second.type)}]`,
  );
}

/** Returns the expression for a date plus or minus a span; days and months follow the calendar of the zone. */
function resolveTemporal(
  [first, second]: readonly [Expression, Expression],
  site: CallSite,
  { zone }: Evaluation,
): Expression {
  if (first.type === 'null' || second.type === 'null') {
    const other = first.type === 'null' ? second.type : first.type;
    return nullOf(site.place, isDate(other) ? other : 'date');
  }
  const isTurned = site.name === '+' && isSpan(first.type);
  const [date, span] = isTurned ? [second, first] : [first, second];
  if (!isDate(date.type) || !isSpan(span.type))
    throw incompatible(site.name, [first, second], site);
  if (span.kind !== 'constant' || span.span === undefined) {
    throw new QueryProblem(span.place, `[${span.place.text}] must be a constant span of time`);
  }
  const moved = timesSpan(span.span, site.name === '+' ? 1 : -1);
  const body = ofValues((value: StoredDate) => {
    const { ms, nanos } = instantOf(value, date.type);
    const shifted_ms = shift(ms, moved, zone);
    if (Number.isNaN(shifted_ms)) return arithmeticProblem('long overflow');
    if (date.type === 'date') return shifted_ms;
    const result = toNanos({ ms: shifted_ms, nanos });
    return result >= 0n ? whole(result, 'long') : arithmeticProblem('long overflow');
  });
  return callOf(site, { type: date.type, operands: [date], body });
}

/** Calculates with numbers of one type; a result out of its range is null, with a warning. */
function calculation(operator: Operator, type: ValueType): CellBody {
  const [, ofDoubles, ofIntegers] = operators[operator];
  return type === 'double'
    ? ofValues((a: Scalar, b: Scalar) => {
        const result = ofDoubles(Number(a), Number(b));
        return Number.isFinite(result) || Number(b) !== 0 ? finite(result) : dividedByZero;
      })
    : ofValues((a: Scalar, b: Scalar) => {
        const isDivision = operator === '/' || operator === '%';
        if (isDivision && BigInt(b) === 0n) return dividedByZero;
        return whole(ofIntegers(BigInt(a), BigInt(b)), type);
      });
}

/** What an operator does with doubles and with whole numbers. */
type Calculation = readonly [
  description: string,
  ofDoubles: (a: number, b: number) => number,
  ofIntegers: (a: bigint, b: bigint) => bigint,
];

const operators: Readonly<Record<Operator, Calculation>> = {
  '+': [
    'The sum of two numbers; a date moved forward by a span of time.',
    (a, b) => a + b,
    (a, b) => a + b,
  ],
  '-': [
    'The difference of two numbers; a date moved back by a span of time.',
    (a, b) => a - b,
    (a, b) => a - b,
  ],
  '*': ['The product of two numbers.', (a, b) => a * b, (a, b) => a * b],
  '/': [
    'The quotient of two numbers; for whole numbers the fraction is cut off.',
    (a, b) => a / b,
    (a, b) => a / b,
  ],
  '%': [
    'The remainder of a division; it has the sign of the dividend.',
    (a, b) => a % b,
    (a, b) => a % b,
  ],
};

/** `+ - * / %` and negation. */
export const arithmeticFunctions: readonly FunctionDefinition[] = [
  ...(['+', '-', '*', '/', '%'] as const).map((name): FunctionDefinition => ({
    name,
    signature: `a ${name} b`,
    description: operators[name][0],
    resolve: (site, evaluation) => resolveOperator(name, site, evaluation),
  })),
  {
    ...defineFor(
      'neg(number: numeric): the type of number',
      'The number with the opposite sign.',
      ({ type }) =>
        (value: Scalar) =>
          type === 'double' ? -Number(value) : whole(-BigInt(value), type),
    ),
    signature: '-a',
  },
];
