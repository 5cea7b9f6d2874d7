import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import { meaningProblem } from '../sql-problem.ts';
import { callOf } from '../parse/trees.ts';

/** Where a call stands, and its operands: at least as many as its function needs. */
export interface Written {
  readonly operands: readonly ExpressionTree[];
  /** Returns the operand at a position; those that a caller left out are not asked for. */
  readonly at: (position: number) => ExpressionTree;
  readonly place: SourceLocation;
  readonly call: (name: string, ...operands: readonly ExpressionTree[]) => ExpressionTree;
}

/** A function as SQL calls it: how many operands it takes, and what stands for it in the plan. */
export interface SqlFunction {
  readonly least: number;
  readonly most: number;
  readonly build: (written: Written) => ExpressionTree;
}

export type SqlFunctions = Readonly<Record<string, SqlFunction>>;

/** A function that the plan has under this name, with the same operands. */
export function plain(name: string, least: number, most = least): SqlFunction {
  return { least, most, build: ({ call, operands }) => call(name, ...operands) };
}

/** A function that the plan expresses in another way. */
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

/** Takes a call's operands; returns what functions are built from. */
export function written(operands: readonly ExpressionTree[], place: SourceLocation): Written {
  return {
    operands,
    place,
    at: (position) => operands[position] ?? { kind: 'star', place },
    call: (name, ...given) => callOf(name, place, given),
  };
}

/** Returns the text of an operand that has to be a constant. Throws verification_exception if it is none. */
export function constantText(tree: ExpressionTree, what: string): string {
  const [value] = tree.kind === 'literal' && tree.type === 'keyword' ? tree.values : [];
  if (typeof value === 'string') return value;
  throw meaningProblem(
    tree.place,
    `${what} must be a string constant, found value [${tree.place.text}]`,
  );
}

/** Returns an operand that has to be a whole number. Throws verification_exception if it is none. */
export function constantInteger(tree: ExpressionTree, what: string): number {
  const [value] = tree.kind === 'literal' && tree.type === 'integer' ? tree.values : [];
  if (typeof value === 'number') return value;
  throw meaningProblem(
    tree.place,
    `${what} must be an integer constant, found value [${tree.place.text}]`,
  );
}
