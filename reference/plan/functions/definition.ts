import type { Scalar } from '../block.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';

/** A result as an example shows it: text for dates, addresses and versions, a list for a multi-value, null for none. */
export type ExampleValue =
  string | number | boolean | null | readonly (string | number | boolean)[];

export interface FunctionExample {
  /** An expression of the query language, without columns. */
  readonly call: string;
  readonly gives: ExampleValue;
  /** Zone and locale of the request; default UTC and en-US. */
  readonly zone?: string;
  readonly locale?: string;
  /** Text in the warning that it causes. */
  readonly warns?: string;
}

/** What a call may set for itself, instead of what the request says. */
export type OptionName = 'time_zone' | 'locale';

/** A function or operator of the query language. */
export interface FunctionDefinition {
  readonly name: string;
  /** Further names that mean the same. */
  readonly aliases?: readonly string[];
  /** As in `left(string: string, length: integer): keyword`. */
  readonly signature: string;
  readonly description: string;
  readonly examples: readonly FunctionExample[];
  /** Operands that may be given by their names instead: `{"time_zone": "UTC"}`. */
  readonly options?: readonly OptionName[];
  /** Returns the typed call. Throws a QueryProblem if it does not take these operands. */
  readonly resolve: (site: CallSite, evaluation: Evaluation) => Expression;
}

/** A value, an operand that is left out or null (undefined). */
export type MaybeScalar = Scalar | undefined;
