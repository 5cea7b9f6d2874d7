import { integerLimits } from '../../store/values/numbers.ts';
import type { ValueType } from '../column-type.ts';
import type { EvaluationProblem } from '../expression.ts';
import { plain } from '../map-key.ts';
import { arithmeticProblem } from './problems.ts';

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
