import type { Variant } from '../fault.ts';
import { answerVariants } from './answers.ts';
import { representationVariants } from './representation.ts';
import { searchContextVariants } from './search-contexts.ts';

/** Every variant: legal, and odd. */
export const variants: readonly Variant[] = Object.freeze([
  ...representationVariants,
  ...answerVariants,
  ...searchContextVariants,
]);
