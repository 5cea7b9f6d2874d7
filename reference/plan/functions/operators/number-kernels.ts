import type { NumericValues } from '../../../store/segment.ts';
import type { Block } from '../../block.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall, CallContext } from '../../expression.ts';
import { integerLimits } from '../../../store/values/numbers.ts';
import { bothValid, pack, toDense } from '../kernels/dense.ts';
import { arithmeticProblem, dividedByZero, warn } from '../kernels/problems.ts';

/** An arithmetic operator with two operands. */
export type Operator = '+' | '-' | '*' | '/' | '%';

interface Operands {
  readonly left: NumericValues;
  readonly right: NumericValues;
  readonly valid: Uint8Array | undefined;
}

/**
 * Returns a function that applies an operator to two columns of numbers; results out of the range of the type are
 * null, with a warning.
 */
export function applyArithmetic(operator: Operator, type: ValueType): ApplyCall {
  return (blocks, call) => {
    const [first, second] = blocks;
    if (first === undefined || second === undefined) throw new TypeError('two operands expected');
    const a = toDense(first, call);
    const b = toDense(second, call);
    const operands = { left: a.values, right: b.values, valid: bothValid(a.valid, b.valid) };
    if (!(a.values instanceof Float64Array) || !(b.values instanceof Float64Array)) {
      return bigResult(operator, operands, { type, call });
    }
    const out = new Float64Array(call.rows);
    loops[operator]({ left: a.values, right: b.values, out });
    if (type !== 'double' && (operator === '/' || operator === '%')) truncate(out, operator);
    if (type !== 'double' && type !== 'integer' && hasUnsafe(out, operands)) {
      return bigResult(operator, operands, { type, call });
    }
    return checked(out, operands, { type, call });
  };
}

interface Floats {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly out: Float64Array;
}

/** One loop for each operator, so that the operator is not selected again for each row. */
const loops: Readonly<Record<Operator, (operands: Floats) => void>> = {
  '+'({ left, right, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! + right[row]!;
  },
  '-'({ left, right, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! - right[row]!;
  },
  '*'({ left, right, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! * right[row]!;
  },
  '/'({ left, right, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! / right[row]!;
  },
  '%'({ left, right, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! % right[row]!;
  },
};

/**
 * Cuts off the fraction of quotients of whole numbers. This is exact: the quotient of safe integers never rounds up to
 * the next whole number.
 */
function truncate(out: Float64Array, operator: Operator): void {
  if (operator === '/') for (let row = 0; row < out.length; row++) out[row] = Math.trunc(out[row]!);
}

/** Returns whether a result may be inexact. */
function hasUnsafe(out: Float64Array, { right }: Operands): boolean {
  for (let row = 0; row < out.length; row++) {
    const isSafe = Math.abs(out[row]!) <= Number.MAX_SAFE_INTEGER;
    if (!isSafe && right[row] !== 0) return true;
  }
  return false;
}

interface Target {
  readonly type: ValueType;
  readonly call: CallContext;
}

/** The least value of the types that do not have all negative doubles. */
const leastValues: ReadonlyMap<ValueType, number> = new Map([
  ['integer', -(2 ** 31)],
  ['unsigned_long', 0],
]);
const greatestInteger = 2 ** 31 - 1;

function checked(out: Float64Array, operands: Operands, { type, call }: Target): Block {
  if (type !== 'double') dropSigns(out);
  const least = leastValues.get(type) ?? -Number.MAX_VALUE;
  const greatest = type === 'integer' ? greatestInteger : Number.MAX_VALUE;
  let valid: Uint8Array | undefined;
  for (let row = 0; row < call.rows; row++) {
    const value = out[row]!;
    if (value >= least && value <= greatest) continue;
    valid ??= copyOf(operands.valid, call.rows);
    if (valid[row] !== 1) continue;
    valid[row] = 0;
    warn(call, problemOf(operands.right[row], { type, value }));
  }
  return pack(out, valid ?? operands.valid, call.rows);
}

/** Replaces -0 by 0: whole numbers have no negative zero. */
function dropSigns(out: Float64Array): void {
  for (let row = 0; row < out.length; row++) out[row] = out[row]! + 0;
}

function copyOf(valid: Uint8Array | undefined, rows: number): Uint8Array {
  return valid === undefined ? new Uint8Array(rows).fill(1) : valid.slice();
}

function problemOf(
  right: number | bigint | undefined,
  { type, value }: { readonly type: ValueType; readonly value: number },
) {
  if (type === 'double') {
    return Number(right) === 0
      ? dividedByZero
      : arithmeticProblem(`not a finite double number: ${value}`);
  }
  return Number.isFinite(value) ? arithmeticProblem(`${type} overflow`) : dividedByZero;
}

/** Like the loops for doubles, for whole numbers beyond the safe integers. */
function bigResult(
  operator: Operator,
  { left, right, valid }: Operands,
  { type, call }: Target,
): Block {
  const { rows } = call;
  if (type === 'double') return mixedResult(operator, { left, right, valid }, { type, call });
  const limits = integerLimits.get(type) ?? { min: 0n, max: 0n };
  const out = type === 'unsigned_long' ? new BigUint64Array(rows) : new BigInt64Array(rows);
  const kept = copyOf(valid, rows);
  for (let row = 0; row < rows; row++) {
    if (kept[row] !== 1) continue;
    const value = bigValue(operator, BigInt(left[row]!), BigInt(right[row]!));
    if (value !== undefined && value >= limits.min && value <= limits.max) out[row] = value;
    else {
      kept[row] = 0;
      warn(call, value === undefined ? dividedByZero : arithmeticProblem(`${type} overflow`));
    }
  }
  return pack(out, kept, rows);
}

function mixedResult(operator: Operator, operands: Operands, target: Target): Block {
  const left = Float64Array.from(operands.left, Number);
  const right = Float64Array.from(operands.right, Number);
  const out = new Float64Array(target.call.rows);
  loops[operator]({ left, right, out });
  return checked(out, { left, right, valid: operands.valid }, target);
}

function bigValue(operator: Operator, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
    default:
      return operator satisfies never;
  }
}
