import { integerLimits } from '../../../store/values/numbers.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall } from '../../expression.ts';
import { arithmeticProblem, dividedByZero } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { applyRows } from '../apply.ts';

/** An arithmetic operator with two operands. */
export type Operator = '+' | '-' | '*' | '/' | '%';

/**
 * Returns a function that applies an operator to two numbers; a result out of the range of the type is null, with a
 * warning.
 */
export function applyArithmetic(operator: Operator, type: ValueType): ApplyCall {
  const compute = type === 'double' ? ofDoubles(operator) : ofIntegers(operator, type);
  return applyRows(type, ([a = 0, b = 0]) => compute(a, b));
}

type Compute = (a: number | bigint | string, b: number | bigint | string) => RowResult;

function ofDoubles(operator: Operator): Compute {
  const compute = doubles[operator];
  return (a, b) => {
    const result = compute(Number(a), Number(b));
    if (Number.isFinite(result)) return result;
    return Number(b) === 0
      ? dividedByZero
      : arithmeticProblem(`not a finite double number: ${result}`);
  };
}

/** Calculates with doubles while the result is a safe integer, which is exact, and otherwise with bigints. */
function ofIntegers(operator: Operator, type: ValueType): Compute {
  const limits = integerLimits.get(type) ?? { min: 0n, max: 0n };
  const least = Number(limits.min);
  const greatest = Number(limits.max);
  const compute = doubles[operator];
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') {
      // Whole numbers have no negative zero, hence the sum with 0.
      const result = Math.trunc(compute(a, b)) + 0;
      const isExact = Number.isSafeInteger(result);
      if (isExact && result >= least && result <= greatest) return result;
    }
    const exact = bigResult(operator, BigInt(a), BigInt(b));
    if (exact === undefined) return dividedByZero;
    if (exact < limits.min || exact > limits.max) return arithmeticProblem(`${type} overflow`);
    const number = Number(exact);
    return Number.isSafeInteger(number) ? number : exact;
  };
}

const doubles: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function bigResult(operator: Operator, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? undefined : a / b;
    case '%':
      return b === 0n ? undefined : a % b;
    default:
      return operator satisfies never;
  }
}
