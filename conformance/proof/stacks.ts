import { at } from '../base/assert.ts';
import { aspects, type Variant } from '../run/mutation.ts';

/**
 * Combines variants into stacks. One server applies all variants of a stack at once, so a stack has at most one variant
 * of each aspect, the outermost aspect first. Every variant is in exactly one stack. There are as many stacks as the
 * largest aspect has variants; aspects start in different stacks to keep the stacks similar in size.
 */
export function stacksOf(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups = aspects.map((aspect) => variants.filter((variant) => variant.aspect === aspect));
  const count = Math.max(0, ...groups.map((group) => group.length));
  const stacks = Array.from({ length: count }, (): Variant[] => []);
  let next = 0;
  for (const group of groups) {
    for (const variant of group) {
      at(stacks, next % count).push(variant);
      next += 1;
    }
  }
  return stacks;
}
