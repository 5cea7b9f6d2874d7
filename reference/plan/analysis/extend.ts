import type { Expression } from '../expression.ts';
import type { OutputColumn, PlanNode, ProjectNode } from '../plan.ts';
import type { SourceLocation } from '../syntax.ts';
import { columnAt } from './scope.ts';

export interface NewColumn extends OutputColumn {
  readonly value: Expression;
}

/** The location of columns that are not in the query text. */
export const nowhere: SourceLocation = { line: 0, column: 0, text: '' };

/** Returns a node that has the columns of another and new ones after them. */
export function extend(input: PlanNode, added: readonly NewColumn[]): ProjectNode {
  const kept = input.output.map(({ type }, at) => columnAt(at, type, nowhere));
  return {
    kind: 'project',
    input,
    values: [...kept, ...added.map(({ value }) => value)],
    output: [...input.output, ...added.map(({ name, type }) => ({ name, type }))],
  };
}

/** Returns a node that has some columns of another, in this order and by these names. */
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
