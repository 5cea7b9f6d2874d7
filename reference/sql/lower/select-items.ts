import { isAggregate } from '../../plan/aggregates/resolve-aggregate.ts';
import type { ExpressionTree, NameTree } from '../../plan/syntax.ts';
import type { SelectStatement } from '../parse/statement.ts';
import { nameOf } from '../parse/trees.ts';
import { meaningProblem } from '../sql-problem.ts';
import { findPart, mapTree } from './map-tree.ts';

/** A value of the SELECT list: the column that holds it while the plan runs, and what the answer calls it. */
export interface Item {
  readonly column: string;
  readonly shown: string;
  readonly alias: string | undefined;
  readonly value: ExpressionTree;
}

/** What the names of a statement mean. */
export interface Names {
  /** Undefined stands for `*`. */
  readonly items: readonly (Item | undefined)[];
  /** Takes the name of the table from the front of columns' names. */
  readonly unqualified: (tree: ExpressionTree) => ExpressionTree;
}

/** Columns of the plan that hold parts of the statement; no field can have such a name. */
export function innerName(what: 'item' | 'key' | 'aggregate' | 'row', at: number): string {
  return `\u0000${what} ${at}`;
}

/** Returns a reference to a column that holds a part of the statement. */
export function innerColumn(name: string, tree: ExpressionTree): NameTree {
  return nameOf(name, tree.place);
}

/** Takes a statement; returns its list and what tells columns from tables. */
export function readNames({ table, items }: SelectStatement): Names {
  const prefixes = (table?.qualifiers ?? []).map((name) => `${name}.`);
  const unqualified = (tree: ExpressionTree): ExpressionTree =>
    mapTree(tree, (part) => {
      if (part.kind !== 'name') return undefined;
      const prefix = prefixes.find((before) => part.name.startsWith(before));
      return prefix === undefined ? part : { ...part, name: part.name.slice(prefix.length) };
    });
  return {
    unqualified,
    items: items.map((item, at) => {
      if (item.kind === 'star') return undefined;
      const value = unqualified(item.value);
      const own = value.kind === 'name' ? value.name : item.place.text;
      return { column: innerName('item', at), shown: item.alias ?? own, alias: item.alias, value };
    }),
  };
}

/** Returns the item that a number stands for. Throws verification_exception if the list is shorter. */
export function itemOfOrdinal(tree: ExpressionTree, { items }: Names): Item | undefined {
  if (tree.kind !== 'literal' || tree.type !== 'integer') return undefined;
  const ordinal = Number(tree.values[0]);
  const item = items[ordinal - 1];
  if (item !== undefined) return item;
  const reason = `Ordinal [${ordinal}] out of bounds: the list has [${items.length}] values, and [*] cannot be meant by one`;
  throw meaningProblem(tree.place, reason);
}

/** Returns the item whose alias a name is. */
export function itemOfAlias(tree: ExpressionTree, { items }: Names): Item | undefined {
  if (tree.kind !== 'name') return undefined;
  return items.find((item) => item?.alias === tree.name);
}

/**
 * Puts the values of aliases in their place, for GROUP BY and HAVING. An alias whose value has a column of that name in
 * it means the column.
 */
export function withoutAliases(tree: ExpressionTree, names: Names): ExpressionTree {
  return mapTree(tree, (part) => {
    if (isAggregateCall(part)) return part;
    const item = itemOfAlias(part, names);
    if (item === undefined || part.kind !== 'name') return undefined;
    const isColumn = (inner: ExpressionTree): boolean =>
      inner.kind === 'name' && inner.name === part.name;
    return findPart(item.value, isColumn) === undefined ? item.value : part;
  });
}

/** True for a call of an aggregate. */
export function isAggregateCall(tree: ExpressionTree): boolean {
  return tree.kind === 'call' && isAggregate(tree.name);
}

/** True if an aggregate stands anywhere in a tree. */
export function hasAggregate(tree: ExpressionTree): boolean {
  return findPart(tree, isAggregateCall) !== undefined;
}
