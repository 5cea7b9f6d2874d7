import type { Work } from '../../../base/work.ts';
import { mapInSteps } from '../../../base/work.ts';
import type { Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { ColumnType } from '../../column-type.ts';
import type { PlanNode } from '../../plan.ts';
import type { NamedTree } from '../../syntax.ts';
import { extend, nowhere } from '../extend.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Scope, ScopeColumn } from '../scope.ts';
import { noting, treesInStep } from '../scope.ts';
import { shownType } from '../shown-type.ts';
import { aggregateCalls } from './find-aggregates.ts';

/** An expression that rows are grouped by, and its name. */
interface GroupKey {
  readonly name: string;
  readonly type: ColumnType;
  readonly value: Expression;
  readonly broken?: boolean;
}

/** Resolves the BY of STATS; of several keys with one name the last is used. */
export function* resolveKeys(trees: readonly NamedTree[], scope: Scope): Work<readonly GroupKey[]> {
  const own = { ...scope, grouping: true };
  const keys = yield* mapInSteps(trees, treesInStep, (tree) => resolveKey(tree, own));
  const last = new Map(keys.map(({ name }, at) => [name, at]));
  return keys.filter(({ name }, at) => last.get(name) === at);
}

function resolveKey({ name, value: tree }: NamedTree, scope: Scope): GroupKey {
  const { analysis } = scope;
  const [call] = aggregateCalls(tree);
  if (call !== undefined) {
    const problem = `cannot use an aggregate [${call.place.text}] for grouping`;
    analysis.problems.push(new QueryProblem(call.place, problem));
    return broken(name);
  }
  const value = resolveExpression(tree, scope);
  const type = value && noting(analysis, () => shownType(value));
  if (value === undefined || type === undefined) return broken(name);
  return { name, type, value };
}

function broken(name: string): GroupKey {
  const value = { kind: 'constant', type: 'null', values: [], place: nowhere } as const;
  return { name, type: 'null', value, broken: true };
}

/** Returns a node with the computed keys as additional columns, and the columns of all keys. */
export function withKeys(
  input: PlanNode,
  keys: readonly GroupKey[],
): { readonly node: PlanNode; readonly columns: readonly ScopeColumn[] } {
  const computed = keys.filter(({ value }) => value.kind !== 'column');
  const node = extend(input, computed);
  let next = input.output.length;
  const columns = keys.map(({ name, type, value, broken }) => ({
    name,
    type,
    at: value.kind === 'column' ? value.at : next++,
    ...(broken === undefined ? {} : { broken }),
  }));
  return { node, columns };
}

/** Returns a scope in which the keys hide columns with their names: aggregates see what BY defines. */
export function withKeyNames(scope: Scope, keys: readonly ScopeColumn[]): Scope {
  const columns = new Map([...scope.columns, ...keys.map((key) => [key.name, key] as const)]);
  return { ...scope, columns };
}
