import type { Variant } from '../fault.ts';

/** Every variant: legal, and odd. */
export const variants: readonly Variant[] = Object.freeze([]);
