import { numeric } from '../accepts.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { arithmeticProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { scalar } from '../scalar.ts';

interface Described {
  readonly description: string;
  readonly examples: readonly FunctionExample[];
  /** The reason in the warning if the result is not a finite number. */
  readonly problem?: string;
}

/** Returns the definition of a function of one number that returns a double. */
export function ofNumber(
  name: string,
  compute: (value: number) => number,
  described: Described,
): FunctionDefinition {
  return scalar({
    name,
    parameters: [{ name: 'number', accepts: numeric }],
    returns: 'double',
    description: described.description,
    examples: described.examples,
    row: ([value = 0]) => finite(compute(Number(value)), described.problem),
  });
}

/** Returns the definition of a function of two numbers that returns a double. */
export function ofNumbers(
  name: string,
  parameters: readonly [string, string],
  described: Described & { readonly compute: (a: number, b: number) => number },
): FunctionDefinition {
  const { description, examples, compute, problem } = described;
  return scalar({
    name,
    parameters: parameters.map((own) => ({ name: own, accepts: numeric })),
    returns: 'double',
    description,
    examples,
    row: ([a = 0, b = 0]) => finite(compute(Number(a), Number(b)), problem),
  });
}

function finite(value: number, problem = `not a finite double number: ${value}`): RowResult {
  return Number.isFinite(value) ? value : arithmeticProblem(problem);
}
