import type { ValueType } from '../column-type.ts';
import { isDate, isNumeric, isString } from '../column-type.ts';
import type { ApplyCall, Expression } from '../expression.ts';
import { pack, toDense } from './kernels/dense.ts';
import { applyEach } from './kernels/lists.ts';

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
  const apply = type === 'double' ? toDouble : toNanos;
  if (expression.kind === 'constant') {
    const values = expression.values.map((value) =>
      type === 'double' ? Number(value) : BigInt(value) * 1_000_000n,
    );
    return { ...expression, type, values };
  }
  const { place } = expression;
  return { kind: 'call', name: `to_${type}`, place, type, operands: [expression], apply };
}

const doubles = applyEach('double', Number);

const toDouble: ApplyCall = (operands, call) => {
  const [block] = operands;
  const isNumber = block?.kind === 'numeric' && block.values instanceof Float64Array;
  return isNumber ? block : doubles(operands, call);
};

const eachNanos = applyEach('date_nanos', (value) => BigInt(value) * 1_000_000n);

const toNanos: ApplyCall = (operands, call) => {
  const [block] = operands;
  if (block?.kind !== 'numeric' || block.starts !== undefined) return eachNanos(operands, call);
  const { values } = toDense(block, call);
  const nanos = new BigInt64Array(call.rows);
  for (let row = 0; row < call.rows; row++) nanos[row] = BigInt(values[row]!) * 1_000_000n;
  return pack(nanos, undefined, call.rows);
};
