import type { CallTree, ExpressionTree, NameTree } from '../../plan/syntax.ts';
import { callOf } from '../../query/operators.ts';
import { nullOf } from '../parse/trees.ts';
import { mapTree } from './map-tree.ts';

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
