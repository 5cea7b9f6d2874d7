import { packageVersion } from '../../base/package-version.ts';
import type { Work } from '../../base/work.ts';
import { cellOf } from '../cells.ts';
import type { ColumnType } from '../column-type.ts';
import type { SlotValue, SortKey, SourceLoad } from '../plan.ts';
import type { CommandOf, NamedTree, NameTree, SourceLocation } from '../syntax.ts';
import {
  readableColumn,
  resolveColumn,
  resolveCondition,
  resolveValue,
} from './resolve-expression.ts';
import type { Analysis, Columns, Relation, ScopeColumn } from './scope.ts';
import { append, newSlot, noColumns, scopeOf, withColumns, withStep } from './scope.ts';

type MetadataName = Extract<SourceLoad, { readonly kind: 'metadata' }>['name'];

const metadataTypes: Readonly<Record<MetadataName, ColumnType>> = {
  _index: 'keyword',
  _id: 'keyword',
  _version: 'long',
  _source: 'keyword',
  _ignored: 'keyword',
};

/** FROM: the fields of the indices, ascending by name, then the fields named after METADATA. */
export function readSource(metadata: readonly NameTree[], analysis: Analysis): Relation {
  const loads: SourceLoad[] = [];
  const columns: ScopeColumn[] = [];
  for (const { name, type } of analysis.schema.fields.values()) {
    const at = newSlot(analysis);
    loads.push({ kind: 'field', field: name, type });
    columns.push({ name, type, at, field: name });
  }
  for (const { name } of metadata) {
    // The parser knows no other names.
    const known = name as MetadataName;
    const at = newSlot(analysis);
    loads.push({ kind: 'metadata', name: known });
    columns.push({ name, type: metadataTypes[known], at });
  }
  return { steps: [{ kind: 'source', loads }], columns: withColumns(noColumns, columns) };
}

/** EVAL: each value can refer to those before it, and replaces a column with its name. */
export function* addColumns(
  trees: readonly NamedTree[],
  { before, analysis, scope }: Added,
): Work<Relation> {
  const columns = new Map(before.columns);
  const values: SlotValue[] = [];
  for (const tree of trees) {
    const { column, computed } = yield* resolveColumn(tree, {
      analysis,
      columns: scope ?? columns,
    });
    append(columns, column);
    values.push(...computed);
    yield;
  }
  return withStep({ ...before, columns }, { kind: 'extend', values });
}

interface Added {
  readonly before: Relation;
  readonly analysis: Analysis;
  /** The columns that the values can refer to; default: those before them. */
  readonly scope?: Columns;
}

/** ROW: one row of constants. */
export function makeRow(trees: readonly NamedTree[], analysis: Analysis): Work<Relation> {
  const before: Relation = { steps: [{ kind: 'row' }], columns: noColumns };
  return addColumns(trees, { before, analysis, scope: noColumns });
}

/** SHOW INFO: one row about the service. */
export function showInformation(place: SourceLocation, analysis: Analysis): Work<Relation> {
  const facts = { version: packageVersion(), date: 'unknown', hash: 'unknown' };
  const trees = Object.entries(facts).map(([name, fact]): NamedTree => {
    return { name, place, value: { kind: 'literal', type: 'keyword', values: [fact], place } };
  });
  return makeRow(trees, analysis);
}

/** WHERE: the rows for which a condition is true. query.where-restricts-rows, query-filter.filter-with-where. */
export function* keepRows(
  before: Relation,
  tree: CommandOf<'where'>,
  analysis: Analysis,
): Work<Relation> {
  const condition = yield* resolveCondition(tree.condition, scopeOf(before, analysis));
  if (condition.kind !== 'constant') return withStep(before, { kind: 'filter', condition });
  const isTrue = cellOf(condition.values) === 1;
  return isTrue ? before : withStep(before, { kind: 'limit', count: 0 });
}

/** SORT: the rows in the order of one or more keys. */
export function* sortRows(
  before: Relation,
  { keys: trees }: CommandOf<'sort'>,
  analysis: Analysis,
): Work<Relation> {
  const keys: SortKey[] = [];
  for (const { value: tree, descending, nullsFirst } of trees) {
    const { value } = yield* resolveValue(tree, scopeOf(before, analysis));
    keys.push({ value, descending, nullsFirst });
    yield;
  }
  return withStep(before, { kind: 'sort', keys });
}

/** MV_EXPAND: one row for each value of a column. */
export function expandColumn(
  before: Relation,
  { column: tree }: CommandOf<'expand'>,
  analysis: Analysis,
): Relation {
  const found = readableColumn(tree, scopeOf(before, analysis));
  const isShared = [...before.columns.values()].some(
    (other) => other !== found && other.at === found.at,
  );
  const at = isShared ? newSlot(analysis) : found.at;
  const columns = new Map(before.columns).set(found.name, { ...found, at });
  return withStep({ ...before, columns }, { kind: 'expand', from: found.at, at });
}
