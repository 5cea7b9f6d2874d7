import { isAggregate } from '../plan/aggregates/aggregate-definitions.ts';
import type {
  AggregateTree,
  CommandTree,
  ExpressionTree,
  NamedTree,
  QueryTree,
  SortTree,
} from '../plan/syntax.ts';
import { callOf } from '../query/operators.ts';
import type { SelectStatement } from './trees.ts';
import { contains, keyOf, mapTree, meaningProblem, nameOf, numberOf } from './trees.ts';

/** A SELECT translated into the query tree. */
export interface LoweredSelect {
  readonly tree: QueryTree;
  /** The name in the result for columns of the plan; columns selected by `*` are not in it and keep their names. */
  readonly shown: ReadonlyMap<string, string>;
}

/** A value of the SELECT list, with its column in the plan and its name in the result. */
interface Item {
  readonly column: string;
  readonly shown: string;
  readonly alias: string | undefined;
  readonly value: ExpressionTree;
}

/** The groups of a statement. */
interface Groups {
  /** Rewrites an expression over groups to use the columns of the keys and aggregates. */
  readonly over: (tree: ExpressionTree) => ExpressionTree;
  readonly aggregates: readonly AggregateTree[];
  readonly keys: readonly NamedTree[];
}

/**
 * Translates a SELECT into the steps of a query: FROM, WHERE, STATS, WHERE for HAVING, EVAL for the list, STATS for
 * DISTINCT, SORT, LIMIT, KEEP. Without ORDER BY, groups are ordered by their keys. `lenient`: expressions use the first
 * of several values. Throws verification_exception if the parts of the statement are not compatible.
 *
 * sql.dialect, sql.filter-with-where.
 */
export function lowerSelect(statement: SelectStatement, lenient: boolean): LoweredSelect {
  const items = statement.items.map(itemOf);
  const values = items.filter((item) => item !== undefined);
  const { having, limit, place } = statement;
  const groups = isGrouped(statement, values) ? groupsOf(statement, values) : undefined;
  const over = (tree: ExpressionTree): ExpressionTree => groups?.over(tree) ?? tree;
  if (values.length < items.length) checkStar(statement, groups);
  const kept = having && over(withoutAliases(having, values));
  const computed = values.map(({ column, value }) => ({ name: column, value: over(value), place }));
  const sorted = sortKeys(statement, { values, over, groups });
  const steps: CommandTree[] = firstSteps(statement);
  if (groups !== undefined) {
    steps.push({ kind: 'stats', aggregates: groups.aggregates, by: groups.keys, place });
  }
  if (kept !== undefined) steps.push({ kind: 'where', condition: kept, place });
  if (computed.length > 0) steps.push({ kind: 'eval', values: computed, place });
  if (statement.distinct) {
    const by = values.map(({ column, value }) => named(column, value));
    steps.push({ kind: 'stats', aggregates: [], by, place });
  }
  if (sorted.length > 0) steps.push({ kind: 'sort', keys: sorted, place });
  if (limit !== undefined) steps.push({ kind: 'limit', count: limit, place });
  const names = items.map((item) => ({
    pattern: item?.column ?? '*',
    literal: item !== undefined,
    place,
  }));
  steps.push({ kind: 'keep', names, place });
  return {
    tree: lenient ? steps.map(ofSingleValues) : steps,
    shown: new Map(values.map(({ column, shown }) => [column, shown])),
  };
}

function itemOf(item: SelectStatement['items'][number], at: number): Item | undefined {
  if (item.kind === 'star') return undefined;
  const { value, alias, place } = item;
  const own = value.kind === 'name' ? value.name : place.text;
  return { column: innerName('item', at), shown: alias ?? own, alias, value };
}

/** Returns the name of a column of the plan for a part of the statement; no field can have such a name. */
function innerName(what: string, at: number): string {
  return `\u0000${what} ${at}`;
}

function named(name: string, { place }: ExpressionTree): NamedTree {
  return { name, value: nameOf(name, place), place };
}

function firstSteps({ table, where, place }: SelectStatement): CommandTree[] {
  const row = { name: innerName('row', 0), value: numberOf('1', place), place };
  const source: CommandTree =
    table === undefined
      ? { kind: 'row', place, values: [row] }
      : { kind: 'from', place: table.place, target: table.target, metadata: [] };
  if (where === undefined) return [source];
  if (hasAggregate(where)) {
    const reason = `Cannot use WHERE filtering on aggregate function [${where.place.text}], use HAVING instead`;
    throw meaningProblem(where.place, reason);
  }
  return [source, { kind: 'where', condition: where, place: where.place }];
}

function isGrouped({ group, having, order }: SelectStatement, values: readonly Item[]): boolean {
  return (
    group !== undefined ||
    having !== undefined ||
    [...values, ...order].some(({ value }) => hasAggregate(value))
  );
}

/** Returns the groups of a statement, whose aggregates are found by `over`. */
function groupsOf({ group = [] }: SelectStatement, values: readonly Item[]): Groups {
  const keys = group.map((tree, at): NamedTree => {
    const value = itemOfOrdinal(tree, values)?.value ?? withoutAliases(tree, values);
    if (hasAggregate(value)) {
      const reason = `Cannot use an aggregate [${tree.place.text}] for grouping`;
      throw meaningProblem(tree.place, reason);
    }
    return { name: innerName('key', at), value, place: tree.place };
  });
  const columns = new Map(keys.map(({ name, value }) => [keyOf(value), name]));
  const aggregates: AggregateTree[] = [];
  const over = (tree: ExpressionTree): ExpressionTree =>
    mapTree(tree, (part) => {
      const key = keyOf(part);
      if (isAggregateCall(part) && !columns.has(key)) {
        const name = innerName('aggregate', aggregates.length);
        columns.set(key, name);
        aggregates.push({ name, value: part, where: undefined, place: part.place });
      }
      const column = columns.get(key);
      if (column !== undefined) return nameOf(column, part.place);
      if (part.kind === 'name') throw notGrouped(part, keys);
      return undefined;
    });
  return { over, aggregates, keys };
}

function notGrouped({ place }: ExpressionTree, keys: readonly NamedTree[]): Error {
  const texts = keys.map((key) => key.value.place.text).join(', ');
  const expected = keys.length === 0 ? 'an aggregate or a GROUP BY of it' : `[${texts}]`;
  return meaningProblem(
    place,
    `Cannot use non-grouped column [${place.text}], expected ${expected}`,
  );
}

interface Sorting {
  readonly values: readonly Item[];
  readonly over: (tree: ExpressionTree) => ExpressionTree;
  readonly groups: Groups | undefined;
}

function sortKeys(statement: SelectStatement, sorting: Sorting): readonly SortTree[] {
  const { order, distinct, place } = statement;
  const { values, over, groups } = sorting;
  if (order.length === 0) {
    const names = distinct
      ? values.map(({ column }) => column)
      : (groups?.keys ?? []).map(({ name }) => name);
    return names.map((name) => {
      return { value: nameOf(name, place), descending: false, nullsFirst: true, place };
    });
  }
  return order.map(({ value, ...direction }) => {
    const item = itemOfOrdinal(value, values) ?? itemOfAlias(value, values);
    const listed = item ?? values.find((other) => keyOf(other.value) === keyOf(value));
    if (listed !== undefined) return { ...direction, value: nameOf(listed.column, value.place) };
    if (!distinct) return { ...direction, value: over(withoutAliases(value, values)) };
    const reason = `Cannot order by [${value.place.text}], which is not in the list of SELECT DISTINCT`;
    throw meaningProblem(value.place, reason);
  });
}

/** Returns the item with an ordinal, as in ORDER BY 1. Throws verification_exception if the list is shorter. */
function itemOfOrdinal(tree: ExpressionTree, values: readonly Item[]): Item | undefined {
  if (tree.kind !== 'literal' || tree.type !== 'integer') return undefined;
  const ordinal = Number(tree.values[0]);
  const item = values[ordinal - 1];
  if (item !== undefined) return item;
  const reason = `Ordinal [${ordinal}] out of bounds: the list has [${values.length}] values`;
  throw meaningProblem(tree.place, reason);
}

function itemOfAlias(tree: ExpressionTree, values: readonly Item[]): Item | undefined {
  if (tree.kind !== 'name') return undefined;
  return values.find(({ alias }) => alias === tree.name);
}

/**
 * Replaces aliases by their values. An alias whose value contains a column of the same name refers to the column, and
 * so do names in aggregates.
 */
function withoutAliases(tree: ExpressionTree, values: readonly Item[]): ExpressionTree {
  return mapTree(tree, (part) => {
    if (isAggregateCall(part)) return part;
    const item = itemOfAlias(part, values);
    if (item === undefined) return undefined;
    const isOwn = contains(
      item.value,
      (inner) => inner.kind === 'name' && inner.name === item.alias,
    );
    return isOwn ? part : item.value;
  });
}

/** Replaces the columns in a step by their first values. */
function ofSingleValues(step: CommandTree): CommandTree {
  const first = (tree: ExpressionTree): ExpressionTree =>
    mapTree(tree, (part) =>
      part.kind === 'name' ? callOf('mv_first', part.place, [part]) : undefined,
    );
  if (step.kind === 'where') return { ...step, condition: first(step.condition) };
  const ofValue = <T extends { readonly value: ExpressionTree }>(holder: T): T => {
    return { ...holder, value: first(holder.value) };
  };
  if (step.kind === 'eval') return { ...step, values: step.values.map(ofValue) };
  return step.kind === 'sort' ? { ...step, keys: step.keys.map(ofValue) } : step;
}

function checkStar({ distinct, table, place }: SelectStatement, groups: Groups | undefined): void {
  if (table === undefined) throw meaningProblem(place, 'Cannot determine columns for [*]');
  if (groups !== undefined) throw meaningProblem(place, 'Cannot use [*] in a query with groups');
  if (distinct) throw meaningProblem(place, 'SELECT DISTINCT needs a list of columns, not [*]');
}

function isAggregateCall(tree: ExpressionTree): boolean {
  return tree.kind === 'call' && isAggregate(tree.name);
}

function hasAggregate(tree: ExpressionTree): boolean {
  return contains(tree, isAggregateCall);
}
