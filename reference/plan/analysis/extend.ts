import type { Expression } from '../expression.ts';
import type { OutputColumn, PlanNode, ProjectNode } from '../plan.ts';
import type { SourceLocation } from '../syntax.ts';
import { columnAt } from './scope.ts';

/** A column with the expression that computes it. */
export interface NewColumn extends OutputColumn {
  readonly value: Expression;
}

/** The location of columns that do not occur in the query text. */
export const nowhere: SourceLocation = { line: 0, column: 0, text: '' };

/** Returns a node with the columns of `input`, then the new ones. */
export function extend(input: PlanNode, added: readonly NewColumn[]): ProjectNode {
  const kept = input.output.map(({ type }, at) => columnAt(at, type, nowhere));
  return {
    kind: 'project',
    input,
    values: [...kept, ...added.map(({ value }) => value)],
    output: [...input.output, ...added.map(({ name, type }) => ({ name, type }))],
  };
}

/** Returns a node with some columns of another node, in this order and under these names. */
export function select(
  input: PlanNode,
  columns: readonly (OutputColumn & { readonly at: number })[],
): ProjectNode {
  return {
    kind: 'project',
    input,
    values: columns.map(({ at, type }) => columnAt(at, type, nowhere)),
    output: columns.map(({ name, type }) => ({ name, type })),
  };
}
