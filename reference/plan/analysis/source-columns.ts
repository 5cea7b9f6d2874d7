import { defined } from '../../base/assert.ts';
import type { ColumnType } from '../column-type.ts';
import { columnTypes } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { resolveCall } from '../functions/functions.ts';
import type { PlanNode, SourceLoad } from '../plan.ts';
import type { CallTree, ExpressionTree, LiteralTree } from '../syntax.ts';
import { textOf } from '../values.ts';
import { nowhere, select } from './extend.ts';
import { checkSupported, columnOf } from './resolve-expression.ts';
import type { Analysis, Relation } from './scope.ts';
import { columnAt, noting, scopeOf } from './scope.ts';

/** A relation with additional columns of its source, and the expressions that replace the calls that need them. */
export interface SourceColumns {
  readonly relation: Relation;
  readonly replaced: ReadonlyMap<ExpressionTree, Expression | undefined>;
}

/**
 * Takes expressions; adds the columns that only the source can compute: which documents match the full-text queries in
 * conditions (`match(field, "text")`, `field : "text"`), and the values of a field that has different types in several
 * indices and is cast to one (`field::long`).
 */
export function sourceColumns(
  relation: Relation,
  trees: {
    readonly conditions?: readonly ExpressionTree[];
    readonly values?: readonly ExpressionTree[];
  },
  analysis: Analysis,
): SourceColumns {
  const { conditions = [], values = [] } = trees;
  const replaced = new Map<ExpressionTree, Expression | undefined>();
  const loader = loaderOf(relation.node);
  for (const call of callsIn(conditions, (tree) => tree.name === 'match')) {
    const load = noting(analysis, () => matchLoad(call, relation, analysis));
    replaced.set(call, load && columnAt(loader.add(load, 'boolean'), 'boolean', call.place));
  }
  const isCast = (tree: CallTree) => castField(tree, relation, analysis) !== undefined;
  for (const call of callsIn([...conditions, ...values], isCast)) {
    replaced.set(
      call,
      noting(analysis, () => castColumns(call, { relation, analysis, loader })),
    );
  }
  return { relation: { ...relation, node: loader.node() }, replaced };
}

/** Adds columns to the source of a chain of nodes. */
interface Loader {
  /** Returns the position of the new column. */
  readonly add: (load: SourceLoad, type: ColumnType) => number;
  readonly node: () => PlanNode;
}

function loaderOf(start: PlanNode): Loader {
  let node = start;
  return {
    add(load, type) {
      node = withLoad(node, load, type);
      return node.output.length - 1;
    },
    node: () => node,
  };
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
function castField(
  { name, operands }: CallTree,
  { columns }: Relation,
  { schema }: Analysis,
): string | undefined {
  const [operand, ...others] = operands;
  if (!name.startsWith('to_') || operand?.kind !== 'name' || others.length > 0) return undefined;
  const column = columns.findLast((each) => each.name === operand.name);
  if (column?.type !== 'unsupported' || column.field === undefined) return undefined;
  return schema.fields.get(column.field)?.conflict === undefined ? undefined : column.field;
}

interface CastSite {
  readonly relation: Relation;
  readonly analysis: Analysis;
  readonly loader: Loader;
}

/** Loads the field once as each of its types; a document has values in one of these columns. */
function castColumns(
  call: CallTree,
  { relation, analysis, loader }: CastSite,
): Expression | undefined {
  const { name, place } = call;
  const field = defined(castField(call, relation, analysis), 'field of a cast');
  const conflict = defined(analysis.schema.fields.get(field)?.conflict, `types of ${field}`);
  const types = new Set([...conflict.keys()].map(shownType));
  types.delete('unsupported');
  const casts = [...types].map((type) => {
    const column = columnAt(loader.add({ kind: 'field', field, type }, type), type, place);
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

function matchLoad(call: CallTree, relation: Relation, analysis: Analysis): SourceLoad | undefined {
  const { operands, place } = call;
  const [field, query, ...others] = operands;
  if (field === undefined || query === undefined || others.length > 0) {
    throw new QueryProblem(place, `[match] takes a field and a text, found [${place.text}]`);
  }
  const scope = scopeOf(relation, analysis);
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
  return { kind: 'match', field: column.field, query: queryText(query, analysis) };
}

function queryText({ values, type }: LiteralTree, { evaluation }: Analysis): string {
  const [value = ''] = values;
  return typeof value === 'string' ? value : textOf(value, type, { zone: evaluation.zone });
}

/** Returns a chain of nodes with one more column of its source as the last column. */
function withLoad(node: PlanNode, load: SourceLoad, type: ColumnType): PlanNode {
  const added = { name: '', type };
  switch (node.kind) {
    case 'source':
      return { ...node, loads: [...node.loads, load], output: [...node.output, added] };
    case 'filter':
    case 'sort':
    case 'limit':
    case 'expand': {
      const input = withLoad(node.input, load, type);
      return { ...node, input, output: input.output };
    }
    case 'project': {
      const input = withLoad(node.input, load, type);
      const value = columnAt(input.output.length - 1, type, nowhere);
      return { ...node, input, values: [...node.values, value], output: [...node.output, added] };
    }
    case 'extract':
    case 'inline_aggregate': {
      const input = withLoad(node.input, load, type);
      const before = input.output.length - 1;
      const own = node.output.slice(before);
      const output = [...input.output, ...own];
      const places = output.map((column, at) => ({ ...column, at }));
      const [moved] = places.splice(before, 1);
      return select({ ...node, input, output }, moved === undefined ? places : [...places, moved]);
    }
    case 'row':
    case 'aggregate':
    default:
      throw new TypeError('no field of an index goes through here');
  }
}
