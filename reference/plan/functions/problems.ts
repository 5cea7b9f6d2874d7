import type { EvaluationProblem } from '../expression.ts';

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

/** The problem of a division of whole numbers by zero. */
export const dividedByZero = arithmeticProblem('/ by zero');
