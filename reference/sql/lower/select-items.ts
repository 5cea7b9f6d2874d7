import { isAggregate } from '../../plan/aggregates/resolve-aggregate.ts';
import type { ExpressionTree, NameTree } from '../../plan/syntax.ts';
import type { SelectStatement } from '../parse/trees.ts';
import { nameOf } from '../parse/trees.ts';
import { meaningProblem } from '../sql-problem.ts';
import { findPart, mapTree } from './any-values.ts';

/** A value of the SELECT list, with its column in the plan and its name in the result. */
export interface Item {
  readonly column: string;
  readonly shown: string;
  readonly alias: string | undefined;
  readonly value: ExpressionTree;
}

/** The names of a statement. */
export interface Names {
  /** The SELECT list; undefined for `*`. */
  readonly items: readonly (Item | undefined)[];
  /** Removes the name of the table from the front of column names. */
  readonly unqualified: (tree: ExpressionTree) => ExpressionTree;
}

/** Returns the name of a column of the plan for a part of the statement; no field can have such a name. */
export function innerName(what: 'item' | 'key' | 'aggregate' | 'row', at: number): string {
  return `\u0000${what} ${at}`;
}

/** Returns a reference to a column of the plan for a part of the statement. */
export function innerColumn(name: string, tree: ExpressionTree): NameTree {
  return nameOf(name, tree.place);
}

/** Returns the names of a statement. */
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

/** Returns the item with an ordinal, as in ORDER BY 1. Throws verification_exception if the list is shorter. */
export function itemOfOrdinal(tree: ExpressionTree, { items }: Names): Item | undefined {
  if (tree.kind !== 'literal' || tree.type !== 'integer') return undefined;
  const ordinal = Number(tree.values[0]);
  const item = items[ordinal - 1];
  if (item !== undefined) return item;
  const reason = `Ordinal [${ordinal}] out of bounds: the list has [${items.length}] values, and an ordinal cannot refer to [*]`;
  throw meaningProblem(tree.place, reason);
}

/** Returns the item with an alias; undefined if the expression is not an alias. */
export function itemOfAlias(tree: ExpressionTree, { items }: Names): Item | undefined {
  if (tree.kind !== 'name') return undefined;
  return items.find((item) => item?.alias === tree.name);
}

/**
 * Replaces aliases by their values, for GROUP BY and HAVING. An alias whose value contains a column of the same name
 * refers to the column.
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

/** Returns whether an expression is a call of an aggregate. */
export function isAggregateCall(tree: ExpressionTree): boolean {
  return tree.kind === 'call' && isAggregate(tree.name);
}

/** Returns whether an expression contains an aggregate. */
export function hasAggregate(tree: ExpressionTree): boolean {
  return findPart(tree, isAggregateCall) !== undefined;
}
