import type { ExpressionTree, LiteralTree } from '../../plan/syntax.ts';

/** Gives expressions numbers: the same one to expressions that are equal apart from their locations. */
export class TreeNumbers {
  readonly #byKey = new Map<string, number>();
  readonly #known = new WeakMap<ExpressionTree, number>();

  /** Returns the number of an expression. Each part of it is looked at once. */
  of(tree: ExpressionTree): number {
    const known = this.#known.get(tree);
    if (known !== undefined) return known;
    const key = this.#keyOf(tree);
    const number = this.#byKey.get(key) ?? this.#byKey.size;
    this.#byKey.set(key, number);
    this.#known.set(tree, number);
    return number;
  }

  #keyOf(tree: ExpressionTree): string {
    switch (tree.kind) {
      case 'name':
        return JSON.stringify([tree.kind, tree.name]);
      case 'star':
        return tree.kind;
      case 'literal':
        return literalKey(tree);
      case 'call':
        return JSON.stringify([tree.kind, tree.name, ...tree.operands.map((one) => this.of(one))]);
      default:
        return tree satisfies never;
    }
  }
}

function literalKey({ type, values, span }: LiteralTree): string {
  const shown = values.map((value) => (typeof value === 'bigint' ? `${value}n` : value));
  return JSON.stringify(['literal', type, shown, span?.months, span?.days, span?.ms]);
}
