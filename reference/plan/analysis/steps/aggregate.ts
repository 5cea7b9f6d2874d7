import type { Work } from '../../../base/work.ts';
import type { AggregateCall } from '../../aggregate.ts';
import type { Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { OutputColumn, PlanNode } from '../../plan.ts';
import type { AggregateTree, CommandTree, ExpressionTree } from '../../syntax.ts';
import type { NewColumn } from '../extend.ts';
import { extend, nowhere } from '../extend.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation, Scope, ScopeColumn } from '../scope.ts';
import { columnAt, noColumns, noting, scopeOf, treesInStep, withColumns } from '../scope.ts';
import { shownType } from '../shown-type.ts';
import {
  aggregateCalls,
  resolveAggregateCall,
  resolveAggregateCondition,
} from './find-aggregates.ts';
import { resolveKeys, withKeyNames, withKeys } from './group-keys.ts';

/** The syntax tree of STATS. */
type StatsTree = Extract<CommandTree, { readonly kind: 'stats' }>;

/** The aggregates of a command, and the column that replaces each call. */
interface Figures {
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
  const scope = scopeOf(relation, analysis);
  const keys = yield* resolveKeys(tree.by, scope);
  const { node: input, columns: own } = withKeys(relation.node, keys);
  const figures = yield* resolveFigures(tree.aggregates, withKeyNames(scope, own));
  const shown = own.map((key, nth) => ({ ...key, at: figures.output.length + nth }));
  const named = own.map(({ name, type }) => ({ name, type }));
  const node: PlanNode = {
    kind: 'aggregate',
    input,
    aggregates: figures.calls,
    keys: own.map(({ at, type }) => columnAt(at, type, nowhere)),
    output: [...figures.output, ...named],
  };
  const { node: finished, columns } = yield* finishFigures(tree.aggregates, {
    figures,
    relation: { node, columns: withColumns(noColumns, shown) },
    analysis,
    before: relation,
  });
  return { node: finished, columns: withColumns(noColumns, [...columns, ...shown]) };
}

/** Resolves all aggregates of a command; their results are the first columns. */
function* resolveFigures(trees: readonly AggregateTree[], scope: Scope): Work<Figures> {
  const calls: AggregateCall[] = [];
  const output: OutputColumn[] = [];
  const replaced = new Map<ExpressionTree, Expression | undefined>();
  for (const [nth, { value, where }] of trees.entries()) {
    if (nth % treesInStep === treesInStep - 1) yield;
    const condition = resolveAggregateCondition(where, scope);
    for (const tree of aggregateCalls(value)) {
      const call = resolveAggregateCall(tree, condition, scope);
      replaced.set(tree, call && columnAt(calls.length, call.type, tree.place));
      if (call === undefined) continue;
      calls.push(call);
      output.push({ name: tree.place.text, type: call.type });
    }
  }
  return { calls, output, replaced };
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
function* finishFigures(
  trees: readonly AggregateTree[],
  { figures, relation, analysis, before }: Finish,
): Work<{ readonly node: PlanNode; readonly columns: readonly ScopeColumn[] }> {
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
  return { node: extend(node, added), columns };
}

/** Resolves an expression over aggregates and keys; it must be more than a key or a constant. */
function resolveFigure(tree: AggregateTree, scope: Scope): Expression | undefined {
  const { value, place } = tree;
  const problem = aggregateCalls(value).length > 0 ? undefined : problemOf(tree, scope);
  if (problem === undefined) return resolveExpression(value, scope);
  scope.analysis.problems.push(new QueryProblem(place, problem));
  return undefined;
}

/** Returns what is wrong with an expression without aggregates. */
function problemOf({ value, place, where }: AggregateTree, { columns }: Scope): string | undefined {
  const { text } = value.place;
  if (where !== undefined) {
    return `WHERE clause allowed only for aggregate functions, none found in [${place.text}]`;
  }
  if (value.kind === 'name' && columns.has(value.name)) {
    return `grouping key [${text}] already specified in the STATS BY clause`;
  }
  return readsColumns(value) ? undefined : `expected an aggregate function but found [${text}]`;
}

function readsColumns(tree: ExpressionTree): boolean {
  return tree.kind === 'name' || (tree.kind === 'call' && tree.operands.some(readsColumns));
}

/** Returns the messages for columns that exist but have no single value for a group. */
function refusalOf(before: Relation): (name: string) => string | undefined {
  return (name) =>
    before.columns.has(name)
      ? `column [${name}] must appear in the STATS BY clause or be used in an aggregate function`
      : undefined;
}
