import { aspects, type Variant } from '../run/mutation.ts';

/**
 * Puts variants together into servers that are odd in several ways at once: one of each aspect at most, the outermost
 * aspect first. Every variant is in one stack; there are as many stacks as the largest aspect has variants, and the
 * aspects begin in different stacks so that none is much higher than the others.
 */
export function stacksOf(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups = aspects.map((aspect) => variants.filter((variant) => variant.aspect === aspect));
  const count = Math.max(0, ...groups.map((group) => group.length));
  const stacks = Array.from({ length: count }, (): Variant[] => []);
  let next = 0;
  for (const group of groups) {
    for (const variant of group) {
      stacks[next % count]?.push(variant);
      next += 1;
    }
  }
  return stacks;
}
