import type { ValueType } from '../../column-type.ts';
import { isDate, isNumeric } from '../../column-type.ts';
import type { CallSite, ConstantExpression, Evaluation, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { addSpans, timesSpan } from '../span-math.ts';
import { wrongType } from '../arguments.ts';
import { callOf, nullOf, ordinalOf, typeName } from '../call.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { castLiteral, isStringLiteral } from '../literals.ts';
import { commonType, widen } from '../widen.ts';
import { shiftCall } from './shift-date.ts';
import type { Operator } from './compute.ts';
import { applyArithmetic } from './compute.ts';

function operator(
  name: Operator,
  description: string,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return {
    name,
    signature: `a ${name} b`,
    description,
    examples,
    resolve: (site, evaluation) => resolveOperator(name, site, evaluation),
  };
}

function resolveOperator(name: Operator, site: CallSite, evaluation: Evaluation): Expression {
  const [first, second] = site.operands;
  if (first === undefined || second === undefined) {
    throw new QueryProblem(site.place, `[${name}] needs two operands`);
  }
  const takesSpans = name === '+' || name === '-';
  if (takesSpans && (isTemporal(first.type) || isTemporal(second.type))) {
    return resolveTemporal(name, [first, second], { site, evaluation });
  }
  checkNumbers(site, takesSpans ? 'date_nanos, datetime or numeric' : 'numeric');
  const type = commonType(first.type, second.type);
  if (type === undefined) throw incompatible(name, [first, second], site);
  if (first.type === 'null' || second.type === 'null') return nullOf(site.place, type);
  const operands = [widen(first, type), widen(second, type)];
  return callOf(site, { type, operands, apply: applyArithmetic(name, type) });
}

function checkNumbers({ operands, place }: CallSite, label: string): void {
  for (const [at, operand] of operands.entries()) {
    if (operand.type === 'null' || isNumeric(operand.type)) continue;
    throw wrongType(operand, { text: place.text, ordinal: ordinalOf(at, 2), label });
  }
}

function isSpan(type: ValueType): boolean {
  return type === 'date_period' || type === 'time_duration';
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

interface Around {
  readonly site: CallSite;
  readonly evaluation: Evaluation;
}

/** Dates plus or minus spans, spans plus or minus spans; string literals are converted to dates or spans. */
function resolveTemporal(
  name: '+' | '-',
  pair: readonly [Expression, Expression],
  { site, evaluation }: Around,
): Expression {
  const [first, second] = castStrings(pair, evaluation);
  if (first.type === 'null' || second.type === 'null') {
    const other = first.type === 'null' ? second.type : first.type;
    return nullOf(site.place, isDate(other) ? other : 'date');
  }
  if (isSpan(first.type) && isSpan(second.type)) return combineSpans(name, [first, second], site);
  const isTurned = name === '+' && isSpan(first.type);
  const [date, span] = isTurned ? [second, first] : [first, second];
  if (!isDate(date.type) || !isSpan(span.type)) throw incompatible(name, [first, second], site);
  return shiftCall(site, { date, span, sign: name === '+' ? 1 : -1 });
}

function castStrings(
  [first, second]: readonly [Expression, Expression],
  evaluation: Evaluation,
): readonly [Expression, Expression] {
  return [castToOther(first, second, evaluation), castToOther(second, first, evaluation)];
}

function castToOther(one: Expression, other: Expression, evaluation: Evaluation): Expression {
  if (!isStringLiteral(one)) return one;
  if (isSpan(other.type)) return castLiteral(one, 'date', evaluation);
  const isDuration = /(?:milli|sec|min|hour)|\d\s*(?:ms|s|m|h)\s*$/i.test(String(one.values[0]));
  return castLiteral(one, isDuration ? 'time_duration' : 'date_period', evaluation);
}

function combineSpans(
  name: '+' | '-',
  pair: readonly [Expression, Expression],
  site: CallSite,
): ConstantExpression {
  const [first, second] = pair;
  const a = first.kind === 'constant' ? first.span : undefined;
  const b = second.kind === 'constant' ? second.span : undefined;
  if (first.type !== second.type || a === undefined || b === undefined) {
    throw incompatible(name, pair, site);
  }
  const span = addSpans(a, name === '+' ? b : timesSpan(b, -1));
  return { kind: 'constant', type: first.type, place: site.place, values: [], span };
}

const negation: FunctionDefinition = {
  name: 'neg',
  signature: '-a',
  description: 'The number, or the span of time, with the opposite sign.',
  examples: [
    { call: '-(3)', gives: -3 },
    { call: '-(2.5)', gives: -2.5 },
    { call: '-to_ul(1)', gives: null, warns: 'unsigned_long overflow' },
  ],
  resolve(site) {
    const [operand] = site.operands;
    if (operand === undefined) throw new QueryProblem(site.place, '[-] needs an operand');
    if (operand.kind === 'constant' && operand.span !== undefined) {
      return { ...operand, place: site.place, span: timesSpan(operand.span, -1) };
    }
    if (operand.type === 'null') return operand;
    if (!isNumeric(operand.type)) {
      const label = 'numeric, date_period or time_duration';
      throw wrongType(operand, { text: site.place.text, ordinal: 'argument', label });
    }
    const { type } = operand;
    const zero: Expression = { kind: 'constant', type, place: operand.place, values: [0] };
    const isDouble = type === 'double';
    // Multiplication by -1 gives doubles a negative zero, as negation does.
    const factor: Expression = { ...zero, values: [-1] };
    return callOf(site, {
      type,
      operands: isDouble ? [factor, operand] : [zero, operand],
      apply: applyArithmetic(isDouble ? '*' : '-', type),
    });
  },
};

/** `+ - * / %` and negation. */
export const arithmeticFunctions: readonly FunctionDefinition[] = [
  operator('+', 'The sum of two numbers; a date moved forward by a span of time.', [
    { call: '1 + 2', gives: 3 },
    { call: '1 + 0.5', gives: 1.5 },
    { call: '2147483647 + 1', gives: null, warns: 'integer overflow' },
    { call: '9007199254740993 + 1', gives: '9007199254740994' },
    { call: '9223372036854775807 + 1', gives: null, warns: 'long overflow' },
    { call: '"2024-01-31"::date + 1 month', gives: '2024-02-29T00:00:00.000Z' },
    { call: '1 + null', gives: null },
  ]),
  operator('-', 'The difference of two numbers; a date moved back by a span of time.', [
    { call: '1 - 3', gives: -2 },
    { call: 'to_ul(0) - to_ul(1)', gives: null, warns: 'unsigned_long overflow' },
    { call: '"2024-03-01T00:00:00Z"::date - 1 day', gives: '2024-02-29T00:00:00.000Z' },
    {
      call: '"2024-03-31T12:00:00+02:00"::date - 1 day',
      gives: '2024-03-30T12:00:00.000+01:00',
      zone: 'Europe/Paris',
    },
  ]),
  operator('*', 'The product of two numbers.', [
    { call: '6 * 7', gives: 42 },
    { call: '65536 * 65536', gives: null, warns: 'integer overflow' },
    { call: '4611686018427387904 * 1', gives: '4611686018427387904' },
    { call: '1e308 * 10', gives: null, warns: 'not a finite double number' },
  ]),
  operator('/', 'The quotient of two numbers; for whole numbers the fraction is cut off.', [
    { call: '7 / 2', gives: 3 },
    { call: '-7 / 2', gives: -3 },
    { call: '7 / 2.0', gives: 3.5 },
    { call: '1 / 0', gives: null, warns: '/ by zero' },
    { call: '1.0 / 0', gives: null, warns: '/ by zero' },
  ]),
  operator('%', 'The remainder of a division; it has the sign of the dividend.', [
    { call: '7 % 3', gives: 1 },
    { call: '-7 % 3', gives: -1 },
    { call: '7.5 % 2', gives: 1.5 },
    { call: '7 % 0', gives: null, warns: '/ by zero' },
  ]),
  negation,
];
