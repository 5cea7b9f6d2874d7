import type { Work } from '../../base/work.ts';
import type { AggregateCall } from '../aggregates/definition.ts';
import { isAggregate, resolveAggregate } from '../aggregates/aggregate-definitions.ts';
import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { SlotValue } from '../plan.ts';
import type { AggregateTree, CallTree, CommandOf, ExpressionTree, NamedTree } from '../syntax.ts';
import { resolveAll, resolveColumn, resolveCondition } from './resolve-expression.ts';
import type { Analysis, Relation, Scope, ScopeColumn } from './scope.ts';
import { columnAt, newSlot, noColumns, scopeOf, withColumns, withStep } from './scope.ts';

/** STATS: one row for each group; first the results of the aggregates, then the keys. query.stats. */
export function* aggregate(
  before: Relation,
  tree: CommandOf<'stats'>,
  analysis: Analysis,
): Work<Relation> {
  const scope = scopeOf(before, analysis);
  const keys = yield* resolveKeys(tree.by, scope);
  // The keys hide columns with their names: aggregates see what BY defines.
  const inner = { ...scope, columns: new Map([...before.columns, ...keys.columns]) };
  const { aggregates, replaced } = yield* resolveAggregates(tree.aggregates, inner);
  const own = [...keys.columns.values()].map((key) => ({ ...key, at: newSlot(analysis) }));
  const froms = [...keys.columns.values()].map(({ at }) => at);
  const grouped = withStep(withStep(before, { kind: 'extend', values: keys.computed }), {
    kind: 'aggregate',
    aggregates,
    keys: own.map(({ at }, nth) => ({ from: froms[nth] ?? 0, at })),
  });
  const columns = withColumns(noColumns, own);
  const figures: ScopeColumn[] = [];
  const values: SlotValue[] = [];
  for (const figure of tree.aggregates) {
    const found = yield* resolveFigure(figure, { analysis, columns, replaced, refusal });
    figures.push(found.column);
    values.push(...found.computed);
    yield;
  }
  const { steps } = withStep(grouped, { kind: 'extend', values });
  return { steps, columns: withColumns(noColumns, [...figures, ...own]) };

  /** Returns the messages for columns that exist but have no single value for a group. */
  function refusal(name: string): string | undefined {
    return before.columns.has(name)
      ? `column [${name}] must appear in the STATS BY clause or be used in an aggregate function`
      : undefined;
  }
}

/** Resolves the BY of STATS; of several keys with one name the last is used. */
function* resolveKeys(trees: readonly NamedTree[], scope: Scope) {
  const columns: ScopeColumn[] = [];
  const computed: SlotValue[] = [];
  for (const tree of trees) {
    yield;
    const [call] = aggregateCalls(tree.value);
    if (call !== undefined) {
      const problem = `cannot use an aggregate [${call.place.text}] for grouping`;
      throw new QueryProblem(call.place, problem);
    }
    const found = yield* resolveColumn(tree, { ...scope, grouping: true });
    columns.push(found.column);
    computed.push(...found.computed);
  }
  return { columns: withColumns(noColumns, columns), computed };
}

/** Resolves all aggregates of a command; returns also the column that replaces each call. */
function* resolveAggregates(trees: readonly AggregateTree[], scope: Scope) {
  const aggregates: { readonly at: number; readonly call: AggregateCall }[] = [];
  const replaced = new Map<ExpressionTree, Expression>();
  for (const { value, where } of trees) {
    const condition = where && (yield* resolveCondition(where, scope));
    for (const tree of aggregateCalls(value)) {
      const call = yield* resolveAggregateCall(tree, condition, scope);
      const at = newSlot(scope.analysis);
      replaced.set(tree, columnAt(at, call.type, tree.place));
      aggregates.push({ at, call });
      yield;
    }
  }
  return { aggregates, replaced };
}

/** Returns the outermost calls of aggregates in an expression. */
function aggregateCalls(tree: ExpressionTree): readonly CallTree[] {
  if (tree.kind !== 'call') return [];
  return isAggregate(tree.name) ? [tree] : tree.operands.flatMap(aggregateCalls);
}

/** Returns an aggregate with its operands resolved. */
function* resolveAggregateCall(
  { name, place, operands: trees, options }: CallTree,
  where: Expression | undefined,
  scope: Scope,
): Work<AggregateCall> {
  const [inner] = trees.flatMap(aggregateCalls);
  if (inner !== undefined) {
    const problem = `nested aggregations [${inner.place.text}] not allowed inside other aggregations [${place.text}]`;
    throw new QueryProblem(inner.place, problem);
  }
  // `count(*)` counts rows, like `count()`.
  const isStar = name === 'count' && trees.length === 1 && trees[0]?.kind === 'star';
  const operands = yield* resolveAll(isStar ? [] : trees, scope);
  const site = { name, place, operands, options };
  return { ...resolveAggregate(site, scope.analysis.evaluation), where };
}

/** Resolves an expression over aggregates and keys (`1 + avg(x)`); it must be more than a key or a constant. */
function* resolveFigure(tree: AggregateTree, scope: Scope): ReturnType<typeof resolveColumn> {
  const problem = aggregateCalls(tree.value).length > 0 ? undefined : problemOf(tree, scope);
  if (problem !== undefined) throw new QueryProblem(tree.place, problem);
  return yield* resolveColumn(tree, scope);
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
