import type { Expression } from '../expression.ts';
import type { OutputColumn, PlanNode, ProjectNode } from '../plan.ts';
import type { SourceLocation } from '../syntax.ts';

/** A column with the expression that computes it. */
export interface NewColumn extends OutputColumn {
  readonly value: Expression;
}

/** The location of columns that do not occur in the query text. */
export const nowhere: SourceLocation = { line: 0, column: 0, text: '' };

/** Returns a node with the columns of `input`, then the new ones, each of which may read those before it. */
export function extend(input: PlanNode, added: readonly NewColumn[]): PlanNode {
  if (added.length === 0) return input;
  const values = added.map(({ value }) => value);
  const output = [...input.output, ...added.map(({ name, type }) => ({ name, type }))];
  return { kind: 'extend', input, values, output };
}

/** Returns a node with some columns of another node, in this order and under these names. */
export function select(
  input: PlanNode,
  columns: Iterable<OutputColumn & { readonly at: number }>,
): ProjectNode {
  const chosen = [...columns];
  return {
    kind: 'project',
    input,
    places: chosen.map(({ at }) => at),
    output: chosen.map(({ name, type }) => ({ name, type })),
  };
}
