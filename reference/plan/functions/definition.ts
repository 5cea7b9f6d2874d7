import type { Scalar } from '../page.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';

/** A value in an example: text for dates, addresses and versions, a list for a multi-value, null for no value. */
export type ExampleValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean)[];

/** A call of a function and its result; a test runs it. */
export interface FunctionExample {
  /** An expression of the query language, without columns. */
  readonly call: string;
  readonly gives: ExampleValue;
  /** Zone of the request; default UTC. */
  readonly zone?: string;
  readonly locale?: string;
  /** Text that the resulting warning contains. */
  readonly warns?: string;
}

/** Settings of the request that a call may override. */
export type OptionName = 'time_zone' | 'locale';

/** A function or operator of the query language. */
export interface FunctionDefinition {
  readonly name: string;
  /** Further names of the function. */
  readonly aliases?: readonly string[];
  /** For example `left(string: string, length: integer): keyword`. */
  readonly signature: string;
  readonly description: string;
  readonly examples: readonly FunctionExample[];
  /** Operands that may be passed by name instead: `{"time_zone": "UTC"}`. */
  readonly options?: readonly OptionName[];
  /** Returns the typed call. Throws a QueryProblem if the operands are wrong. */
  readonly resolve: (site: CallSite, evaluation: Evaluation) => Expression;
}

/** A value; undefined for an omitted operand or null. */
export type MaybeScalar = Scalar | undefined;
