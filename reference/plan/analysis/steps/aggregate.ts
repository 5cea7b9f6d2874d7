import type { Work } from '../../../base/work.ts';
import type { AggregateCall } from '../../aggregate.ts';
import type { Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { OutputColumn } from '../../plan.ts';
import type { AggregateTree, CommandTree, ExpressionTree, NamedTree } from '../../syntax.ts';
import type { NewColumn } from '../extend.ts';
import { extend } from '../extend.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation, Scope, ScopeColumn } from '../scope.ts';
import { sourceColumns } from '../source-columns.ts';
import { columnAt, noColumns, noting, scopeOf, treesInStep, withColumns } from '../scope.ts';
import { shownType } from '../shown-type.ts';
import {
  aggregateCalls,
  resolveAggregateCall,
  resolveAggregateCondition,
} from './find-aggregates.ts';
import type { GroupKey } from './group-keys.ts';
import { resolveKeys, withKeyNames, withKeys } from './group-keys.ts';

/** The syntax tree of STATS and INLINESTATS. */
export type StatsTree = Extract<CommandTree, { readonly kind: 'stats' }>;

/** The aggregates of a command, and the column that replaces each call. */
export interface Figures {
  readonly calls: readonly AggregateCall[];
  readonly output: readonly OutputColumn[];
  readonly replaced: ReadonlyMap<ExpressionTree, Expression | undefined>;
}

/** STATS: one row for each group; first the results of the aggregates, then the keys. query.stats. */
export function* aggregate(
  relation: Relation,
  tree: StatsTree,
  analysis: Analysis,
): Work<Relation> {
  const plain = scopeOf(relation, analysis);
  const scope = { ...plain, replaced: sourceColumns(treesOf(tree), plain) };
  const keys = yield* resolveKeys(tree.by, scope);
  const named = withKeys(relation.node, keys);
  const figures = yield* resolveFigures(tree.aggregates, withKeyNames(scope, named.columns), 0);
  const isNamed = usesNames(tree.aggregates, keys);
  const first = figures.output.length;
  const keyColumns = keys.map(({ name, type, broken, field }, nth) => ({
    name,
    type,
    at: first + nth,
    ...(broken === undefined ? {} : { broken }),
    ...(field === undefined ? {} : { field }),
  }));
  const output = [...figures.output, ...keys.map(({ name, type }) => ({ name, type }))];
  const node = {
    kind: 'aggregate' as const,
    input: isNamed ? named.node : relation.node,
    aggregates: figures.calls,
    keys: keys.map(({ value }) => value),
    output,
  };
  const { relation: finished, columns } = yield* finishFigures(tree.aggregates, {
    figures,
    relation: { node, columns: withColumns(noColumns, keyColumns) },
    analysis,
    before: relation,
  });
  return { node: finished.node, columns: withColumns(noColumns, [...columns, ...keyColumns]) };
}

/** Returns all expressions of a STATS command. */
export function treesOf({ aggregates, by }: StatsTree): {
  readonly conditions: readonly ExpressionTree[];
  readonly values: readonly ExpressionTree[];
} {
  return {
    conditions: aggregates.flatMap(({ where }) => where ?? []),
    values: [...aggregates, ...by].map(({ value }) => value),
  };
}

/** Resolves all aggregates of a command; the result of the first is the column at position `first`. */
export function* resolveFigures(
  trees: readonly AggregateTree[],
  scope: Scope,
  first: number,
): Work<Figures> {
  const calls: AggregateCall[] = [];
  const output: OutputColumn[] = [];
  const replaced = new Map<ExpressionTree, Expression | undefined>();
  for (const [nth, { value, where }] of trees.entries()) {
    if (nth % treesInStep === treesInStep - 1) yield;
    const condition = resolveAggregateCondition(where, scope);
    for (const tree of aggregateCalls(value)) {
      const call = resolveAggregateCall(tree, condition, scope);
      replaced.set(tree, call && columnAt(first + calls.length, call.type, tree.place));
      if (call === undefined) continue;
      calls.push(call);
      output.push({ name: tree.place.text, type: call.type });
    }
  }
  return { calls, output, replaced };
}

/** True if aggregates use the name of a key that is computed, so that the keys have to be columns of their input. */
function usesNames(trees: readonly AggregateTree[], keys: readonly GroupKey[]): boolean {
  const computed = new Set(
    keys.flatMap(({ name, value }) => (value.kind === 'column' ? [] : name)),
  );
  const uses = (tree: ExpressionTree): boolean =>
    tree.kind === 'name'
      ? computed.has(tree.name)
      : tree.kind === 'call' && tree.operands.some(uses);
  return trees.some(({ value, where }) => uses(value) || (where !== undefined && uses(where)));
}

interface Finish {
  readonly figures: Figures;
  /** The node that computes the aggregates, with the columns that expressions may name next to them. */
  readonly relation: Relation;
  readonly analysis: Analysis;
  /** The relation before the aggregation. */
  readonly before: Relation;
}

/** Computes expressions over aggregates (`1 + avg(x)`) and names the resulting columns. */
export function* finishFigures(
  trees: readonly AggregateTree[],
  { figures, relation, analysis, before }: Finish,
): Work<{ readonly relation: Relation; readonly columns: readonly ScopeColumn[] }> {
  const scope = {
    ...scopeOf(relation, analysis),
    replaced: figures.replaced,
    refusal: refusalOf(before),
  };
  const { node } = relation;
  const added: NewColumn[] = [];
  const columns: ScopeColumn[] = [];
  for (const [nth, tree] of trees.entries()) {
    if (nth % treesInStep === treesInStep - 1) yield;
    const { name } = tree;
    const value = resolveFigure(tree, scope);
    const type = value && noting(analysis, () => shownType(value));
    if (value === undefined || type === undefined) {
      columns.push({ name, type: 'null', at: 0, broken: true });
    } else if (value.kind === 'column') columns.push({ name, type, at: value.at });
    else {
      columns.push({ name, type, at: node.output.length + added.length });
      added.push({ name, type, value });
    }
  }
  return { relation: { ...relation, node: extend(node, added) }, columns };
}

function resolveFigure(
  { value, place }: NamedTree,
  scope: Scope & { readonly analysis: Analysis },
): Expression | undefined {
  if (aggregateCalls(value).length > 0) return resolveExpression(value, scope);
  const problem = `expected an aggregate function but found [${value.place.text}]`;
  scope.analysis.problems.push(new QueryProblem(place, problem));
  return undefined;
}

/** Returns the messages for columns that exist but have no single value for a group. */
function refusalOf(before: Relation): (name: string) => string | undefined {
  return (name) =>
    before.columns.has(name)
      ? `column [${name}] must appear in the STATS BY clause or be used in an aggregate function`
      : undefined;
}
