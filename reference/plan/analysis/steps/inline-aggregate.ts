import { at } from '../../../base/assert.ts';
import type { Work } from '../../../base/work.ts';
import type { Analysis, Relation } from '../scope.ts';
import { sourceColumns } from '../source-columns.ts';
import { columnAt, noColumns, scopeOf, withColumns } from '../scope.ts';
import type { StatsTree } from './aggregate.ts';
import { finishFigures, resolveFigures, treesOf } from './aggregate.ts';
import { resolveKeys, withKeys, withKeyNames } from './group-keys.ts';

/** INLINESTATS: the columns of the input, then the aggregates of the row's group and its keys. */
export function* inlineAggregate(
  relation: Relation,
  tree: StatsTree,
  analysis: Analysis,
): Work<Relation> {
  const plain = scopeOf(relation, analysis);
  const scope = { ...plain, replaced: sourceColumns(treesOf(tree), plain) };
  const keys = yield* resolveKeys(tree.by, scope);
  const { node: input, columns: keyColumns } = withKeys(relation.node, keys);
  const figures = yield* resolveFigures(
    tree.aggregates,
    withKeyNames(scope, keyColumns),
    input.output.length,
  );
  const node = {
    kind: 'inline_aggregate' as const,
    input,
    aggregates: figures.calls,
    keys: keyColumns.map((column, nth) =>
      columnAt(column.at, column.type, at(keys, nth).value.place),
    ),
    output: [...input.output, ...figures.output],
  };
  const { relation: finished, columns } = yield* finishFigures(tree.aggregates, {
    figures,
    relation: { node, columns: withColumns(noColumns, keyColumns) },
    analysis,
    before: relation,
  });
  return {
    node: finished.node,
    columns: withColumns(relation.columns, [...columns, ...keyColumns]),
  };
}
