import { integerLimits } from '../../store/values/numbers.ts';
import type { ValueType } from '../column-type.ts';
import type { EvaluationProblem } from '../expression.ts';
import { plain } from '../../base/map-key.ts';

/** The problem of a row with several values if the function accepts only one. */
export const multiValueProblem: EvaluationProblem = {
  type: 'java.lang.IllegalArgumentException',
  reason: 'single-value function encountered multi-value',
};

/** Returns the problem of a result that is out of range, or of a division by zero. */
export function arithmeticProblem(reason: string): EvaluationProblem {
  return { type: 'java.lang.ArithmeticException', reason };
}

/** Returns the problem of an operand with an invalid value. */
export function argumentProblem(reason: string): EvaluationProblem {
  return { type: 'java.lang.IllegalArgumentException', reason };
}

/** Returns the problem of a value that cannot be converted. */
export function invalid(reason: string): EvaluationProblem {
  return { type: 'org.elasticsearch.xpack.esql.core.InvalidArgumentException', reason };
}

/** The problem of a division of whole numbers by zero. */
export const dividedByZero = arithmeticProblem('/ by zero');

/** Returns whether a type has a whole number. */
export function isInRange(value: bigint, type: ValueType): boolean {
  const limits = integerLimits.get(type);
  return limits !== undefined && value >= limits.min && value <= limits.max;
}

/** Returns a whole number as it is stored, or the problem if it is out of the range of its type. */
export function whole(value: bigint, type: ValueType): number | bigint | EvaluationProblem {
  return isInRange(value, type) ? plain(value) : arithmeticProblem(`${type} overflow`);
}

/** Returns a double, or the problem if it is not a finite number. */
export function finite(
  value: number,
  problem = `not a finite double number: ${value}`,
): number | EvaluationProblem {
  return Number.isFinite(value) ? value : arithmeticProblem(problem);
}
