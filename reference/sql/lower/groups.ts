import type { AggregateTree, CommandTree, ExpressionTree, NamedTree } from '../../plan/syntax.ts';
import type { SelectStatement } from '../parse/trees.ts';
import { TreeNumbers } from '../parse/trees.ts';
import { meaningProblem } from '../sql-problem.ts';
import { mapTree } from './any-values.ts';
import type { Names } from './select-items.ts';
import {
  hasAggregate,
  innerColumn,
  innerName,
  isAggregateCall,
  itemOfOrdinal,
  withoutAliases,
} from './select-items.ts';

/** The groups of a statement and their aggregates. */
export interface Groups {
  /** Rewrites an expression over groups to use the columns of the keys and aggregates. */
  readonly over: (tree: ExpressionTree) => ExpressionTree;
  /** Returns the step that creates the groups; call it after `over` for every expression. */
  readonly step: () => CommandTree;
  readonly keys: readonly NamedTree[];
}

/** Returns whether a statement has groups: it has GROUP BY, HAVING or an aggregate. */
export function isGrouped({ group, having, order }: SelectStatement, { items }: Names): boolean {
  return (
    group !== undefined ||
    having !== undefined ||
    items.some((item) => item !== undefined && hasAggregate(item.value)) ||
    order.some(({ value }) => hasAggregate(value))
  );
}

/** Returns the groups of a statement. Throws verification_exception if a key is invalid. */
export function readGroups(statement: SelectStatement, names: Names): Groups {
  const keys = (statement.group ?? []).map((tree, at) => keyOf(tree, at, names));
  const numbers = new TreeNumbers();
  const keyAt = new Map(keys.toReversed().map((key) => [numbers.of(key.value), key]));
  const aggregates = new Map<number, AggregateTree>();
  const figure = (tree: ExpressionTree): ExpressionTree => {
    const number = numbers.of(tree);
    const known = aggregates.get(number);
    if (known !== undefined) return innerColumn(known.name, tree);
    const name = innerName('aggregate', aggregates.size);
    aggregates.set(number, { name, value: tree, where: undefined, place: tree.place });
    return innerColumn(name, tree);
  };
  const over = (tree: ExpressionTree): ExpressionTree =>
    mapTree(tree, (part) => {
      const key = keyAt.get(numbers.of(part));
      if (key !== undefined) return innerColumn(key.name, part);
      if (isAggregateCall(part)) return figure(part);
      if (part.kind === 'name') throw notGrouped(part, keys);
      return undefined;
    });
  const { place } = statement;
  const step = (): CommandTree => ({
    kind: 'stats',
    aggregates: [...aggregates.values()],
    by: keys,
    inline: false,
    place,
  });
  return { over, step, keys };
}

function keyOf(tree: ExpressionTree, at: number, names: Names): NamedTree {
  const plain = names.unqualified(tree);
  const item = itemOfOrdinal(plain, names);
  const value = item === undefined ? withoutAliases(plain, names) : item.value;
  if (hasAggregate(value)) {
    throw meaningProblem(tree.place, `Cannot use an aggregate [${tree.place.text}] for grouping`);
  }
  return { name: innerName('key', at), value, place: tree.place };
}

function notGrouped(
  { place }: ExpressionTree,
  keys: readonly NamedTree[],
): ReturnType<typeof meaningProblem> {
  const texts = keys.map((key) => key.value.place.text).join(', ');
  return meaningProblem(
    place,
    keys.length === 0
      ? `Cannot use non-grouped column [${place.text}] together with aggregates, expected an aggregate or a GROUP BY of it`
      : `Cannot use non-grouped column [${place.text}], expected [${texts}]`,
  );
}
