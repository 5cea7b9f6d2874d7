import type { CallSite, Evaluation, Expression } from '../expression.ts';

/** A function or operator of the query language. */
export interface FunctionDefinition {
  readonly name: string;
  /** Further names of the function. */
  readonly aliases?: readonly string[];
  /** For example `left(string: string, length: integer): keyword`. */
  readonly signature: string;
  readonly description: string;
  /** Returns the typed call. Throws a QueryProblem if the operands are wrong. */
  readonly resolve: (site: CallSite, evaluation: Evaluation) => Expression;
}
