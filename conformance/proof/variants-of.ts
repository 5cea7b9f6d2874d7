import type { Aspect, Variant } from '../run/mutation.ts';

/** Creates variants of one aspect that the specification allows for one reason, from what starts each by its name. */
export function variantsOf(
  aspect: Aspect,
  because: string,
  starts: Readonly<Record<string, Variant['start']>>,
): readonly Variant[] {
  return Object.entries(starts).map(([name, start]) => ({ name, aspect, because, start }));
}
