import type { ExpressionTree } from '../../plan/syntax.ts';

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
