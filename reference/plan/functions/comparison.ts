import { compareValues } from '../../base/order.ts';
import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import { isDate, isNumeric, isTextual } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { ordinalOf, typeName, wrongType } from './arguments.ts';
import { callOf, nullOf, ofValues } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { castLiteral, isStringLiteral } from './literals.ts';
import { commonType, widen } from './widen.ts';

/** Types that a string literal is converted to if the other operand has the type. */
const literalTypes: readonly ValueType[] = ['date', 'date_nanos', 'ip', 'boolean'];

/**
 * Takes two operands of a comparison; returns them with one type: string literals are converted, numbers and dates
 * widened. Throws a QueryProblem if the types cannot be compared.
 */
export function alignOperands(
  first: Expression,
  second: Expression,
  { site, evaluation }: { readonly site: CallSite; readonly evaluation: Evaluation },
): readonly [Expression, Expression] {
  const a = castLiteralTo(first, second, evaluation);
  const b = castLiteralTo(second, first, evaluation);
  const type = commonType(a.type, b.type);
  if (type === undefined) throw mismatch(a, b, site);
  return [widen(a, type), widen(b, type)];
}

function castLiteralTo(one: Expression, other: Expression, evaluation: Evaluation): Expression {
  if (!isStringLiteral(one) || !literalTypes.includes(other.type)) return one;
  return castLiteral(one, other.type, evaluation);
}

function mismatch(a: Expression, b: Expression, site: CallSite): QueryProblem {
  const { text } = site.place;
  if (isNumeric(a.type) && isNumeric(b.type)) {
    return new QueryProblem(
      site.place,
      `first argument of [${text}] is [${a.type}] and second is [${b.type}]. [unsigned_long] can only be operated on together with another [unsigned_long]`,
    );
  }
  const first = isNumeric(a.type) ? 'numeric' : typeName(a.type);
  return new QueryProblem(
    site.place,
    `first argument of [${text}] is [${first}] so second argument must also be [${first}] but was [${typeName(b.type)}]`,
  );
}

function resolveComparison(
  site: CallSite,
  evaluation: Evaluation,
  test: (order: number) => boolean,
): Expression {
  const [first, second] = site.operands;
  if (first === undefined || second === undefined) {
    throw new QueryProblem(site.place, `[${site.name}] needs two operands`);
  }
  const operands = alignOperands(first, second, { site, evaluation });
  checkComparable(operands, site);
  if (first.type === 'null' || second.type === 'null') return nullOf(site.place, 'boolean');
  const body = ofValues((a: Scalar, b: Scalar) => test(compareValues(a, b)));
  return callOf(site, { type: 'boolean', operands, body });
}

/** Throws a QueryProblem for types that cannot be compared; booleans have no order. */
function checkComparable(operands: readonly Expression[], site: CallSite): void {
  const isEquality = site.name === '==' || site.name === '!=';
  for (const [at, operand] of operands.entries()) {
    const { type } = operand;
    const isOrdered = isNumeric(type) || isDate(type) || isTextual(type) || type === 'null';
    if (isOrdered || (isEquality && type === 'boolean')) continue;
    const label = `${isEquality ? 'boolean, ' : ''}date_nanos, datetime, ip, keyword, numeric or text`;
    throw wrongType(operand, { text: site.place.text, ordinal: ordinalOf(at, 2), label });
  }
}

/** Each comparison, and whether it is true by the order of its operands (below 0, 0, above 0). */
const comparisons: readonly (readonly [
  name: string,
  description: string,
  test: (order: number) => boolean,
])[] = [
  [
    '==',
    'True if the values are equal; a string compared with a date or an IP address is converted to it.',
    (order) => order === 0,
  ],
  ['!=', 'True if the values differ.', (order) => order !== 0],
  ['<', 'True if the first value is less than the second.', (order) => order < 0],
  ['<=', 'True if the first value is less than or equal to the second.', (order) => order <= 0],
  ['>', 'True if the first value is greater than the second.', (order) => order > 0],
  ['>=', 'True if the first value is greater than or equal to the second.', (order) => order >= 0],
];

/** `== != < <= > >=`. */
export const comparisonFunctions: readonly FunctionDefinition[] = comparisons.map(
  ([name, description, test]) => ({
    name,
    signature: `a ${name} b`,
    description,
    resolve: (site, evaluation) => resolveComparison(site, evaluation, test),
  }),
);
