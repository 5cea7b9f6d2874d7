import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import { isDate, isNumeric, isString } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import { callOf, ofEach } from './call.ts';

/** Returns the narrowest type that can contain the values of two types; undefined if there is none. */
export function commonType(a: ValueType, b: ValueType): ValueType | undefined {
  if (a === b || b === 'null') return a;
  if (a === 'null') return b;
  if (isNumeric(a) && isNumeric(b)) return commonNumber(a, b);
  if (isString(a) && isString(b)) return 'keyword';
  return isDate(a) && isDate(b) ? 'date_nanos' : undefined;
}

function commonNumber(a: ValueType, b: ValueType): ValueType | undefined {
  if (a === 'unsigned_long' || b === 'unsigned_long') return undefined;
  return a === 'double' || b === 'double' ? 'double' : 'long';
}

/**
 * Converts an expression to a wider type: integers to long or double, dates to nanoseconds, text to keyword.
 */
export function widen(expression: Expression, type: ValueType): Expression {
  if (expression.type === type) return expression;
  const isSame = type === 'long' || type === 'keyword' || expression.type === 'integer';
  if (expression.type === 'null' || isSame) return { ...expression, type };
  const convert = (value: Scalar): Scalar =>
    type === 'double' ? Number(value) : BigInt(value) * 1_000_000n;
  if (expression.kind === 'constant') {
    return { ...expression, type, values: expression.values.map(convert) };
  }
  const site = { name: `to_${type}`, place: expression.place, operands: [expression] };
  return callOf(site, { ...site, type, body: ofEach(convert) });
}
