import { at } from '../base/assert.ts';
import { aspects, type Variant } from '../run/mutation.ts';

/**
 * Combines variants into stacks, each of which one server shows at once: at most one variant of each aspect, the
 * outermost aspect first. Every variant is in one stack. The number of stacks is that of the variants of the largest
 * aspect, and aspects begin in different stacks so that the stacks are of about the same height.
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
