import { ServiceError } from '../../../base/service-error.ts';
import type { Scalar } from '../../block.ts';
import type { CallContext, EvaluationProblem } from '../../expression.ts';

/** A row has several values, but the function takes one. */
export const multiValueProblem: EvaluationProblem = {
  type: 'java.lang.IllegalArgumentException',
  reason: 'single-value function encountered multi-value',
};

/** Returns the problem of a result that lies outside of its type, or of a division by zero. */
export function arithmeticProblem(reason: string): EvaluationProblem {
  return { type: 'java.lang.ArithmeticException', reason };
}

/** Returns the problem of an operand whose value a function does not take. */
export function argumentProblem(reason: string): EvaluationProblem {
  return { type: 'java.lang.IllegalArgumentException', reason };
}

/** Notes a problem of a row that thereby becomes null. */
export function warn({ evaluation, place }: CallContext, problem: EvaluationProblem): void {
  evaluation.warn(place, problem);
}

export const dividedByZero = arithmeticProblem('/ by zero');

/** Runs `work`; a ServiceError that it throws becomes the problem of the row. */
export function orProblem(work: () => Scalar): Scalar | EvaluationProblem {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return argumentProblem(error.reason);
    throw error;
  }
}
