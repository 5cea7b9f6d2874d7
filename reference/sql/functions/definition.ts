import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import { callOf } from '../../query/operators.ts';
import { meaningProblem } from '../sql-problem.ts';

/** A call of a function, with at least the minimum number of operands. */
export interface Written {
  readonly operands: readonly ExpressionTree[];
  /** Returns the operand at a position; must not be called for omitted operands. */
  readonly at: (position: number) => ExpressionTree;
  readonly place: SourceLocation;
  readonly call: (name: string, ...operands: readonly ExpressionTree[]) => ExpressionTree;
}

/** A function of SQL: its number of operands, and its translation into the plan. */
export interface SqlFunction {
  readonly least: number;
  readonly most: number;
  readonly build: (written: Written) => ExpressionTree;
}

/** Functions by name in lower case. */
export type SqlFunctions = Readonly<Record<string, SqlFunction>>;

/** Returns a function that the plan has under the given name, with the same operands. */
export function plain(name: string, least: number, most = least): SqlFunction {
  return { least, most, build: ({ call, operands }) => call(name, ...operands) };
}

/** Returns a function that is translated into another expression of the plan. */
export function rewritten(
  least: number,
  most: number,
  build: (written: Written) => ExpressionTree,
): SqlFunction {
  return { least, most, build };
}

/** Returns the same function under several names. */
export function named(names: string, definition: SqlFunction): SqlFunctions {
  return Object.fromEntries(names.split(' ').map((name) => [name, definition]));
}

/** Takes the operands of a call; returns the call for translation. */
export function written(operands: readonly ExpressionTree[], place: SourceLocation): Written {
  return {
    operands,
    place,
    at: (position) => operands[position] ?? { kind: 'star', place },
    call: (name, ...given) => callOf(name, place, given),
  };
}

/** Returns the text of an operand. Throws verification_exception if it is not a string constant. */
export function constantText(tree: ExpressionTree, what: string): string {
  const [value] = tree.kind === 'literal' && tree.type === 'keyword' ? tree.values : [];
  if (typeof value === 'string') return value;
  throw meaningProblem(
    tree.place,
    `${what} must be a string constant, found value [${tree.place.text}]`,
  );
}

/** Returns the value of an operand. Throws verification_exception if it is not an integer constant. */
export function constantInteger(tree: ExpressionTree, what: string): number {
  const [value] = tree.kind === 'literal' && tree.type === 'integer' ? tree.values : [];
  if (typeof value === 'number') return value;
  throw meaningProblem(
    tree.place,
    `${what} must be an integer constant, found value [${tree.place.text}]`,
  );
}
