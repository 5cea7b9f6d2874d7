import type { Work } from '../../base/work.ts';
import { aggregateNames, isAggregate } from '../aggregates/aggregate-definitions.ts';
import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { functionNames, isFunction, resolveCall } from '../functions/resolve-call.ts';
import { didYouMean } from '../../base/similar-names.ts';
import type { SourceField } from '../source/source-schema.ts';
import type { CallTree, ExpressionTree, NamedTree, NameTree } from '../syntax.ts';
import type { ColumnType } from '../column-type.ts';
import type { SlotValue } from '../plan.ts';
import type { Scope, ScopeColumn } from './scope.ts';
import { columnAt, newSlot } from './scope.ts';

type Resolved = Work<Expression>;

const groupingFunctions: ReadonlySet<string> = new Set(['bucket', 'bin']);

/**
 * Takes a parsed expression and the names that it may use; returns it with types. Throws a QueryProblem if it is wrong. It
 * pauses between calls, since those of constants are computed at once.
 */
export function* resolveExpression(tree: ExpressionTree, scope: Scope): Resolved {
  const replaced = scope.replaced?.get(tree);
  if (replaced !== undefined) return replaced;
  switch (tree.kind) {
    case 'literal':
      return { ...tree, kind: 'constant' };
    case 'name': {
      const column = readableColumn(tree, scope);
      return columnAt(column.at, column.type, tree.place);
    }
    case 'star':
      throw new QueryProblem(tree.place, 'A star is only allowed in [count(*)]');
    case 'call':
      return yield* resolveOperands(tree, scope);
    default:
      return tree satisfies never;
  }
}

/** Like `resolveExpression`, for a value that a column can contain: not a span of time. */
export function* resolveValue(
  tree: ExpressionTree,
  scope: Scope,
): Work<{ readonly value: Expression; readonly type: ColumnType }> {
  const value = yield* resolveExpression(tree, scope);
  const { type, place } = value;
  if (type !== 'date_period' && type !== 'time_duration') return { value, type };
  throw new QueryProblem(place, `cannot use [${place.text}] as a column, its type is [${type}]`);
}

/** Returns a column for an expression, and the value to compute unless another slot has it. */
export function* resolveColumn(
  { name, value: tree }: Pick<NamedTree, 'name' | 'value'>,
  scope: Scope,
): Work<{ readonly column: ScopeColumn; readonly computed: readonly SlotValue[] }> {
  const { value, type } = yield* resolveValue(tree, scope);
  if (value.kind === 'column') return { column: { name, type, at: value.at }, computed: [] };
  const at = newSlot(scope.analysis);
  return { column: { name, type, at }, computed: [{ at, value }] };
}

/** Like `resolveExpression`, for a condition. */
export function* resolveCondition(tree: ExpressionTree, scope: Scope): Resolved {
  const found = yield* resolveExpression(tree, scope);
  if (found.type === 'boolean' || found.type === 'null') return found;
  throw new QueryProblem(
    tree.place,
    `Condition expression needs to be boolean, found [${found.type.toUpperCase()}]`,
  );
}

function* resolveOperands(tree: CallTree, scope: Scope): Resolved {
  const { name, place, options } = tree;
  checkName(tree, scope);
  const operands = yield* resolveAll(tree.operands, scope);
  return yield* resolveCall({ name, place, operands, options }, scope.analysis.evaluation);
}

/** Returns several expressions with types. */
export function* resolveAll(
  trees: readonly ExpressionTree[],
  scope: Scope,
): Work<readonly Expression[]> {
  const resolved: Expression[] = [];
  for (const tree of trees) resolved.push(yield* resolveExpression(tree, scope));
  return resolved;
}

function checkName(tree: CallTree, { grouping }: Scope): void {
  const { name, place } = tree;
  if (isAggregate(name)) {
    throw new QueryProblem(
      place,
      `aggregate function [${place.text}] not allowed outside STATS command`,
    );
  }
  if (!isFunction(name)) {
    const known = [...functionNames, ...aggregateNames].filter((each) => /^[a-z]/.test(each));
    throw new QueryProblem(place, `Unknown function [${name}]${didYouMean(name, known)}`);
  }
  if (groupingFunctions.has(name) && grouping !== true) {
    throw new QueryProblem(
      place,
      `cannot use grouping function [${place.text}] outside of the BY of STATS`,
    );
  }
}

/** Returns the column with a name; throws a QueryProblem if its values cannot be read. */
export function readableColumn(tree: NameTree, scope: Scope): ScopeColumn {
  const column = columnOf(tree, scope);
  if (column.type !== 'unsupported') return column;
  const field = scope.analysis.schema.fields.get(column.field ?? column.name);
  throw new QueryProblem(tree.place, unsupportedReason(tree.name, field));
}

/** Returns the column with a name; throws a QueryProblem if there is none. */
export function columnOf({ name, place }: NameTree, scope: Scope): ScopeColumn {
  const { columns, refusal } = scope;
  const found = columns.get(name);
  if (found !== undefined) return found;
  throw new QueryProblem(
    place,
    refusal?.(name) ?? `Unknown column [${name}]${didYouMean(name, columns.keys())}`,
  );
}

function unsupportedReason(name: string, field: SourceField | undefined): string {
  const conflict = field?.conflict;
  if (conflict === undefined) {
    return `Cannot use field [${name}] with unsupported type [${field?.mappedType ?? 'unsupported'}]`;
  }
  const types = [...conflict].map(([type, indices]) => `[${type}] in [${indices.join(', ')}]`);
  return `Cannot use field [${name}] due to ambiguities being mapped as [${conflict.size}] incompatible types: ${types.join(', ')}`;
}
