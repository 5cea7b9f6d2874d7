import type {
  ExpressionTree,
  CommandTree,
  QueryTree,
  CallTree,
  NameTree,
} from '../../plan/syntax.ts';
import { callOf } from '../../query/operators.ts';
import { nullOf } from '../parse/trees.ts';

/**
 * Returns a tree in which each part for which `change` returns a replacement is replaced; the operands of replacements
 * are not changed further.
 */
export function mapTree(
  tree: ExpressionTree,
  change: (part: ExpressionTree) => ExpressionTree | undefined,
): ExpressionTree {
  const changed = change(tree);
  if (changed !== undefined) return changed;
  if (tree.kind !== 'call') return tree;
  return { ...tree, operands: tree.operands.map((operand) => mapTree(operand, change)) };
}

/** Returns the first part of a tree for which a condition is true, from the top down. */
export function findPart(
  tree: ExpressionTree,
  condition: (part: ExpressionTree) => boolean,
): ExpressionTree | undefined {
  if (condition(tree)) return tree;
  if (tree.kind !== 'call') return undefined;
  for (const operand of tree.operands) {
    const found = findPart(operand, condition);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Rewrites a query so that its expressions use the first of several values of a column; keys of groups are unchanged.
 */
export function singleValues(tree: QueryTree): QueryTree {
  return tree.map((step) => ofStep(step));
}

function ofStep(step: CommandTree): CommandTree {
  if (step.kind === 'where') return { ...step, condition: firstOf(step.condition) };
  if (step.kind === 'eval') return { ...step, values: step.values.map(ofValue) };
  if (step.kind === 'sort') return { ...step, keys: step.keys.map(ofValue) };
  return step;
}

function ofValue<T extends { readonly value: ExpressionTree }>(holder: T): T {
  return { ...holder, value: firstOf(holder.value) };
}

/** Replaces columns by their first values, except in full-text searches, which need the field itself. */
function firstOf(tree: ExpressionTree): ExpressionTree {
  return mapTree(tree, (part) => {
    if (part.kind === 'call' && part.name === 'match') return part;
    return part.kind === 'name' ? callOf('mv_first', part.place, [part]) : undefined;
  });
}

/** The equivalent of each comparison with its sides swapped. */
const mirrored = new Map([
  ['==', '=='],
  ['!=', '!='],
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

/** Rewrites a condition so that a comparison of a column with constants is true if it is true for any of its values. */
export function anyValues(condition: ExpressionTree): ExpressionTree {
  return mapTree(condition, (part) => {
    if (part.kind !== 'call') return undefined;
    if (part.name === 'in') return anyOfList(part);
    return mirrored.has(part.name) ? anyComparison(part) : undefined;
  });
}

function anyOfList(part: CallTree): ExpressionTree | undefined {
  const [column, ...list] = part.operands;
  if (column?.kind !== 'name' || !list.every(({ kind }) => kind === 'literal')) return undefined;
  return list
    .map((value) => contains(column, value, part))
    .reduce((one, other) => callOf('or', part.place, [one, other]));
}

function anyComparison(part: CallTree): ExpressionTree | undefined {
  const [left, right] = part.operands;
  if (left?.kind === 'name' && right?.kind === 'literal') {
    return compare(part.name, left, { value: right, part });
  }
  if (left?.kind !== 'literal' || right?.kind !== 'name') return undefined;
  return compare(mirrored.get(part.name) ?? part.name, right, { value: left, part });
}

function compare(
  name: string,
  column: NameTree,
  { value, part }: { readonly value: ExpressionTree; readonly part: CallTree },
): ExpressionTree {
  const { place } = part;
  if (name === '==') return contains(column, value, part);
  if (name === '!=') return callOf('not', place, [contains(column, value, part)]);
  const bound = name.startsWith('<') ? 'mv_min' : 'mv_max';
  return callOf(name, place, [callOf(bound, column.place, [column]), value]);
}

/** Returns the expression that is true if a column contains a value, and null if the column has no value. */
function contains(column: NameTree, value: ExpressionTree, { place }: CallTree): ExpressionTree {
  return callOf('case', place, [
    callOf('is_null', place, [column]),
    nullOf(place),
    callOf('mv_contains', place, [column, value]),
  ]);
}
