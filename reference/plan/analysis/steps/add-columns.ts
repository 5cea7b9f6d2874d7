import type { NamedTree } from '../../syntax.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { constantOf, noting, scopeOf, withColumns } from '../scope.ts';
import { shownType } from '../shown-type.ts';
import { extend } from '../extend.ts';
import { sourceColumns } from '../source-columns.ts';

/** EVAL: each field can refer to those before it, and replaces a column with its name. */
export function addColumns(
  relation: Relation,
  fields: readonly NamedTree[],
  analysis: Analysis,
): Relation {
  return fields.reduce((before, field) => addColumn(before, field, analysis), relation);
}

function addColumn(before: Relation, { name, value }: NamedTree, analysis: Analysis): Relation {
  const { relation, replaced } = sourceColumns(before, { values: [value] }, analysis);
  const { node, columns } = relation;
  const found = resolveExpression(value, { ...scopeOf(relation, analysis), replaced });
  const type = found && noting(analysis, () => shownType(found));
  const at = node.output.length;
  if (found === undefined || type === undefined) {
    return { node, columns: withColumns(columns, [{ name, type: 'null', at, broken: true }]) };
  }
  // A column under another name needs no new values.
  if (found.kind === 'column') {
    return {
      node,
      columns: withColumns(columns, [{ name, type, at: found.at, ...constantOf(found) }]),
    };
  }
  return {
    node: extend(node, [{ name, type, value: found }]),
    columns: withColumns(columns, [{ name, type, at, ...constantOf(found) }]),
  };
}
