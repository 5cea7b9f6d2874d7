import type { ValueType } from '../../column-type.ts';
import { isDate, isNumeric } from '../../column-type.ts';
import type { ApplyCall, CallSite, Evaluation, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { comparerOf, compareNumbers } from '../../values.ts';
import { callOf, nullOf, typeName } from '../call.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { applyRows } from '../apply.ts';
import { isTextual } from '../../column-type.ts';
import { castLiteral, isStringLiteral } from '../literals.ts';
import { commonType, widen } from '../widen.ts';

/** A comparison operator. */
type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Types that a string literal is converted to if the other operand has the type. */
const literalTypes: readonly ValueType[] = ['date', 'date_nanos', 'ip', 'version', 'boolean'];

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
  comparison: Comparison,
  site: CallSite,
  evaluation: Evaluation,
): Expression {
  const [first, second] = site.operands;
  if (first === undefined || second === undefined) {
    throw new QueryProblem(site.place, `[${comparison}] needs two operands`);
  }
  const operands = alignOperands(first, second, { site, evaluation });
  const [{ type }] = operands;
  checkComparable(comparison, operands, site);
  if (first.type === 'null' || second.type === 'null') return nullOf(site.place, 'boolean');
  return callOf(site, { type: 'boolean', operands, apply: comparisonOf(comparison, type) });
}

/** Throws a QueryProblem for types that cannot be compared; booleans have no order. */
function checkComparable(
  comparison: Comparison,
  operands: readonly Expression[],
  site: CallSite,
): void {
  const isEquality = comparison === '==' || comparison === '!=';
  for (const [at, { type, place }] of operands.entries()) {
    const isOrdered = isNumeric(type) || isDate(type) || isTextual(type) || type === 'null';
    if (isOrdered || (isEquality && type === 'boolean')) continue;
    const label = `${isEquality ? 'boolean, ' : ''}date_nanos, datetime, ip, keyword, numeric, text or version`;
    throw new QueryProblem(
      place,
      `${at === 0 ? 'first' : 'second'} argument of [${site.place.text}] must be [${label}], found value [${place.text}] type [${typeName(type)}]`,
    );
  }
}

/** Whether a comparison is true, by the order of its operands (below 0, 0, above 0). */
const tests: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Returns a function that compares columns of a type. */
export function comparisonOf(comparison: Comparison, type: ValueType): ApplyCall {
  const test = tests[comparison];
  const compare = isTextual(type) ? comparerOf(type) : compareNumbers;
  return applyRows('boolean', ([a = 0, b = 0]) => Number(test(compare(a, b))));
}

function comparison(
  name: Comparison,
  description: string,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return {
    name,
    signature: `a ${name} b`,
    description,
    examples,
    resolve: (site, evaluation) => resolveComparison(name, site, evaluation),
  };
}

/** `== != < <= > >=`. */
export const comparisonFunctions: readonly FunctionDefinition[] = [
  comparison(
    '==',
    'True if the values are equal; a string compared with a date, an IP address or a version is converted to it.',
    [
      { call: '1 == 1.0', gives: true },
      { call: '"a" == "b"', gives: false },
      { call: '"2024-01-01T00:00:00Z"::date == "2024-01-01"', gives: true },
      { call: '"127.0.0.1"::ip == "127.0.0.1"', gives: true },
      { call: '[1, 2] == 1', gives: null, warns: 'single-value function encountered multi-value' },
      { call: 'null == 1', gives: null },
    ],
  ),
  comparison('!=', 'True if the values differ.', [
    { call: '1 != 2', gives: true },
    { call: '"a" != "a"', gives: false },
  ]),
  comparison('<', 'True if the first value is less than the second.', [
    { call: '1 < 2', gives: true },
    { call: '"1.9.0"::version < "1.10.0"', gives: true },
    { call: '"B" < "a"', gives: true },
  ]),
  comparison('<=', 'True if the first value is less than or equal to the second.', [
    { call: '9007199254740993 <= 9007199254740992', gives: false },
  ]),
  comparison('>', 'True if the first value is greater than the second.', [
    { call: '"2024-01-02"::date > "2024-01-01"', gives: true },
  ]),
  comparison('>=', 'True if the first value is greater than or equal to the second.', [
    { call: '2 >= 2', gives: true },
  ]),
];
