import type {
  CommandTree,
  ExpressionTree,
  NamedTree,
  QueryTree,
  SortTree,
} from '../../plan/syntax.ts';
import type { OrderItem, SelectStatement } from '../parse/trees.ts';
import { TreeNumbers, integerOf } from '../parse/trees.ts';
import { meaningProblem } from '../sql-problem.ts';
import { anyValues, singleValues } from './any-values.ts';
import type { Groups } from './groups.ts';
import { isGrouped, readGroups } from './groups.ts';
import type { Item, Names } from './select-items.ts';
import {
  hasAggregate,
  innerColumn,
  innerName,
  itemOfAlias,
  itemOfOrdinal,
  readNames,
  withoutAliases,
} from './select-items.ts';

/** A SELECT translated into the query tree. */
export interface LoweredSelect {
  readonly tree: QueryTree;
  /** The name in the result for columns of the plan; columns selected by `*` are not in it and keep their names. */
  readonly shown: ReadonlyMap<string, string>;
}

/** How multi-values are treated. */
export interface LowerOptions {
  /** Whether expressions use the first of several values; otherwise several are refused. */
  readonly lenient: boolean;
  /** Whether a condition of WHERE is true for a column if it is true for any of its values. */
  readonly anyValue: boolean;
}

/**
 * Translates a SELECT into the steps of a query. Without ORDER BY, groups are ordered by their keys. Throws
 * verification_exception if its parts are not compatible.
 *
 * sql.dialect, sql.filter-with-where.
 */
export function lowerSelect(statement: SelectStatement, options: LowerOptions): LoweredSelect {
  const names = readNames(statement);
  const groups = isGrouped(statement, names) ? readGroups(statement, names) : undefined;
  const items = names.items.filter((item) => item !== undefined);
  const hasStar = items.length < names.items.length;
  if (hasStar) checkStar(statement, groups);
  const rows =
    groups === undefined ? lowerRows(statement, names) : lowerGroups(statement, names, groups);
  const steps = [...firstSteps(statement, names, options), ...rows, keep(statement, names)];
  return {
    tree: options.lenient ? singleValues(steps) : steps,
    shown: new Map(items.map(({ column, shown }) => [column, shown])),
  };
}

function firstSteps(
  { table, where, place }: SelectStatement,
  { unqualified }: Names,
  { anyValue }: LowerOptions,
): readonly CommandTree[] {
  const source: CommandTree =
    table === undefined
      ? { kind: 'row', place, values: [oneRow(place)] }
      : { kind: 'from', place: table.place, target: table.target, metadata: [] };
  if (where === undefined) return [source];
  const condition = unqualified(where);
  if (hasAggregate(condition)) {
    throw meaningProblem(
      where.place,
      `Cannot use WHERE filtering on aggregate function [${where.place.text}], use HAVING instead`,
    );
  }
  const met = anyValue ? anyValues(condition) : condition;
  return [source, { kind: 'where', condition: met, place: where.place }];
}

function oneRow(place: SelectStatement['place']): NamedTree {
  return { name: innerName('row', 0), value: integerOf(1, place), place };
}

/** Translates a statement without groups: values are computed after sorting and limiting the rows. */
function lowerRows(statement: SelectStatement, names: Names): readonly CommandTree[] {
  const values = evalItems(names, (tree) => tree);
  if (statement.distinct) return [...values, ...distinctRows(statement, names)];
  const keyOf = (tree: ExpressionTree): ExpressionTree =>
    itemOf(tree, names)?.value ?? names.unqualified(tree);
  return [...sortAndLimit(statement, keyOf), ...values];
}

function lowerGroups(
  statement: SelectStatement,
  names: Names,
  groups: Groups,
): readonly CommandTree[] {
  const { having, distinct, place } = statement;
  const plain = (tree: ExpressionTree): ExpressionTree =>
    groups.over(withoutAliases(names.unqualified(tree), names));
  const after: CommandTree[] = [];
  if (having !== undefined) {
    after.push({ kind: 'where', condition: plain(having), place: having.place });
  }
  const values = evalItems(names, groups.over);
  if (distinct) after.push(...values, ...distinctRows(statement, names));
  else {
    const keyOf = (tree: ExpressionTree): ExpressionTree => {
      const item = itemOf(tree, names);
      return item === undefined ? plain(tree) : groups.over(item.value);
    };
    const defaultKeys = groups.keys.map(({ name }) => name);
    const sorted = sortAndLimit(statement, keyOf, defaultKeys.length > 0 ? defaultKeys : undefined);
    after.push(...sorted, ...values);
  }
  const step = groups.step();
  return [{ ...step, place }, ...after];
}

/** Translates SELECT DISTINCT: groups whose keys are the values of the list. */
function distinctRows(statement: SelectStatement, names: Names): readonly CommandTree[] {
  const items = names.items.filter((item) => item !== undefined);
  const { place } = statement;
  const by = items.map((item) => ({
    name: item.column,
    value: innerColumn(item.column, item.value),
    place: item.value.place,
  }));
  const numbers = new TreeNumbers();
  const itemAt = new Map(items.toReversed().map((item) => [numbers.of(item.value), item]));
  const keyOf = (tree: ExpressionTree): ExpressionTree => {
    const item = itemOf(tree, names) ?? itemAt.get(numbers.of(names.unqualified(tree)));
    if (item !== undefined) return innerColumn(item.column, tree);
    throw meaningProblem(
      tree.place,
      `Cannot order by [${tree.place.text}], which is not in the list of SELECT DISTINCT`,
    );
  };
  const columns = items.map(({ column }) => column);
  const sorted = sortAndLimit(statement, keyOf, columns);
  return [{ kind: 'stats', aggregates: [], by, inline: false, place }, ...sorted];
}

function itemOf(tree: ExpressionTree, names: Names): Item | undefined {
  return itemOfOrdinal(tree, names) ?? itemOfAlias(tree, names);
}

/** `defaultKeys` are the columns to sort by if the statement has no ORDER BY. */
function sortAndLimit(
  { order, limit, place }: SelectStatement,
  keyOf: (tree: ExpressionTree) => ExpressionTree,
  defaultKeys: readonly string[] = [],
): readonly CommandTree[] {
  const sortKey = ({ value, descending, nullsFirst, place }: OrderItem): SortTree => ({
    value: keyOf(value),
    descending,
    nullsFirst,
    place,
  });
  const keys: readonly SortTree[] =
    order.length > 0
      ? order.map(sortKey)
      : defaultKeys.map((name) => ({
          value: { kind: 'name', name, place },
          descending: false,
          nullsFirst: true,
          place,
        }));
  const steps: CommandTree[] = [];
  if (keys.length > 0) steps.push({ kind: 'sort', keys, place });
  if (limit !== undefined) steps.push({ kind: 'limit', count: limit, place });
  return steps;
}

function evalItems(
  { items }: Names,
  change: (tree: ExpressionTree) => ExpressionTree,
): readonly CommandTree[] {
  const present = items.filter((item) => item !== undefined);
  const values = present.map(({ column, value }): NamedTree => {
    return { name: column, value: change(value), place: value.place };
  });
  const [first] = values;
  return first === undefined ? [] : [{ kind: 'eval', values, place: first.place }];
}

function keep({ place }: SelectStatement, { items }: Names): CommandTree {
  const names = items.map((item) => ({
    pattern: item?.column ?? '*',
    literal: item !== undefined,
    place,
  }));
  return { kind: 'keep', names, place };
}

function checkStar({ distinct, table, place }: SelectStatement, groups: Groups | undefined): void {
  if (table === undefined) throw meaningProblem(place, 'Cannot determine columns for [*]');
  if (groups !== undefined) throw meaningProblem(place, 'Cannot use [*] in a query with groups');
  if (distinct) throw meaningProblem(place, 'SELECT DISTINCT needs a list of columns, not [*]');
}
