import { defined } from '../../base/assert.ts';
import type { ColumnType } from '../column-type.ts';
import { columnTypes } from '../column-type.ts';
import type { ColumnExpression, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { resolveCall } from '../functions/resolve-call.ts';
import type { SourceLoad } from '../plan.ts';
import type { CallTree, ExpressionTree, LiteralTree } from '../syntax.ts';
import { textOf } from '../values.ts';
import { checkSupported, columnOf } from './resolve-expression.ts';
import type { HiddenColumn } from './hidden-columns.ts';
import type { Analysis, Scope } from './scope.ts';
import { columnAt, noting } from './scope.ts';

/** The expressions of a command that may need columns that only the source can compute. */
export interface SourceTrees {
  readonly conditions?: readonly ExpressionTree[];
  readonly values?: readonly ExpressionTree[];
}

/**
 * Returns expressions for the calls that only the source can compute, and adds the columns that they read to the hidden
 * columns of the source: which documents match the full-text queries in conditions (`match(field, "text")`,
 * `field : "text"`), and the values of a field that has different types in several indices and is cast to one
 * (`field::long`).
 */
export function sourceColumns(
  { conditions = [], values = [] }: SourceTrees,
  scope: Scope,
): ReadonlyMap<ExpressionTree, Expression | undefined> {
  const { analysis } = scope;
  const replaced = new Map<ExpressionTree, Expression | undefined>();
  for (const call of callsIn(conditions, (tree) => tree.name === 'match')) {
    const load = noting(analysis, () => matchLoad(call, scope));
    replaced.set(call, load && hiddenColumn({ load, type: 'boolean' }, call, analysis));
  }
  const isCast = (tree: CallTree) => castField(tree, scope) !== undefined;
  for (const call of callsIn([...conditions, ...values], isCast)) {
    replaced.set(
      call,
      noting(analysis, () => castColumns(call, scope)),
    );
  }
  return replaced;
}

function hiddenColumn(
  column: HiddenColumn,
  { place }: CallTree,
  { hidden }: Analysis,
): ColumnExpression {
  return columnAt(hidden.placeOf(column), column.type, place);
}

function callsIn(
  trees: readonly ExpressionTree[],
  isWanted: (tree: CallTree) => boolean,
): readonly CallTree[] {
  return trees.flatMap((tree) => {
    if (tree.kind !== 'call') return [];
    return isWanted(tree) ? [tree] : callsIn(tree.operands, isWanted);
  });
}

/** Returns the name of the field with conflicting types that a call casts; undefined for other calls. */
function castField({ name, operands }: CallTree, { columns, analysis }: Scope): string | undefined {
  const [operand, ...others] = operands;
  if (!name.startsWith('to_') || operand?.kind !== 'name' || others.length > 0) return undefined;
  const column = columns.get(operand.name);
  if (column?.type !== 'unsupported' || column.field === undefined) return undefined;
  const field = analysis.schema.fields.get(column.field);
  return field?.conflict === undefined ? undefined : column.field;
}

/** Loads the field once as each of its types; a document has values in one of these columns. */
function castColumns(call: CallTree, scope: Scope): Expression | undefined {
  const { name, place } = call;
  const { analysis } = scope;
  const field = defined(castField(call, scope), 'field of a cast');
  const conflict = defined(analysis.schema.fields.get(field)?.conflict, `types of ${field}`);
  const types = new Set([...conflict.keys()].map(shownType));
  types.delete('unsupported');
  const casts = [...types].map((type) => {
    const column = hiddenColumn({ load: { kind: 'field', field, type }, type }, call, analysis);
    return resolveCall({ name, place, operands: [column] }, analysis.evaluation);
  });
  const [only] = casts;
  if (casts.length <= 1) return only;
  return resolveCall({ name: 'coalesce', place, operands: casts }, analysis.evaluation);
}

/** Returns the column type for a field type of a mapping. */
function shownType(mapped: string): ColumnType {
  if (mapped === 'byte' || mapped === 'short') return 'integer';
  if (mapped.endsWith('float')) return 'double';
  return columnTypes.find((type) => type === mapped) ?? 'unsupported';
}

function matchLoad(call: CallTree, scope: Scope): SourceLoad | undefined {
  const { operands, place } = call;
  const [field, query, ...others] = operands;
  if (field === undefined || query === undefined || others.length > 0) {
    throw new QueryProblem(place, `[match] takes a field and a text, found [${place.text}]`);
  }
  const column = field.kind === 'name' ? columnOf(field, scope) : undefined;
  if (column?.broken === true) return undefined;
  if (field.kind !== 'name' || column?.field === undefined) {
    throw new QueryProblem(
      place,
      `[MATCH] function cannot operate on [${field.place.text}], which is not a field from an index mapping`,
    );
  }
  checkSupported(field, column, scope);
  if (query.kind !== 'literal' || query.values.length !== 1) {
    throw new QueryProblem(
      place,
      `second argument of [${place.text}] must be a constant, received [${query.place.text}]`,
    );
  }
  return { kind: 'match', field: column.field, query: queryText(query, scope.analysis) };
}

function queryText({ values, type }: LiteralTree, { evaluation }: Analysis): string {
  const [value = ''] = values;
  return typeof value === 'string' ? value : textOf(value, type, { zone: evaluation.zone });
}
