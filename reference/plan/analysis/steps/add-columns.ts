import type { Work } from '../../../base/work.ts';
import type { NamedTree } from '../../syntax.ts';
import type { NewColumn } from '../extend.ts';
import { extend } from '../extend.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { append, noting, treesInStep } from '../scope.ts';
import { shownType } from '../shown-type.ts';

/** EVAL: each field can refer to those before it, and replaces a column with its name. */
export function* addColumns(
  { node, columns: before }: Relation,
  fields: readonly NamedTree[],
  analysis: Analysis,
): Work<Relation> {
  const columns = new Map(before);
  const scope = { analysis, columns };
  const added: NewColumn[] = [];
  for (const [nth, { name, value: tree }] of fields.entries()) {
    if (nth % treesInStep === treesInStep - 1) yield;
    const value = resolveExpression(tree, scope);
    const type = value && noting(analysis, () => shownType(value));
    const at = node.output.length + added.length;
    if (value === undefined || type === undefined) {
      append(columns, { name, type: 'null', at, broken: true });
    } else if (value.kind === 'column') {
      // A column under another name needs no new values.
      append(columns, { name, type, at: value.at });
    } else {
      append(columns, { name, type, at });
      added.push({ name, type, value });
    }
  }
  return { node: extend(node, added), columns };
}
