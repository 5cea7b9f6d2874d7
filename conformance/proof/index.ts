import type { Fault, Variant } from '../run/mutation.ts';
import { documentFaults } from './faults/documents.ts';
import { queryFaults } from './faults/queries.ts';
import { serviceFaults } from './faults/services.ts';
import { narrowVariants } from './variants/agents.ts';
import { answerVariants } from './variants/answers.ts';
import { asyncQueryVariants } from './variants/async-queries.ts';
import { queryVariants } from './variants/queries.ts';
import { queryResultVariants } from './variants/query-results.ts';
import { representationVariants } from './variants/representation.ts';
import { searchingVariants } from './variants/searching.ts';
import { securityVariants } from './variants/security.ts';

export { startDerived } from './space/space.ts';

/**
 * Every fault. Each tells a story that no derived mutation tells: no derived mutation makes its scenarios fail at the same
 * step for the same reason, or only one that is much coarser than the mistake.
 */
export const faults: readonly Fault[] = Object.freeze([
  ...documentFaults,
  ...queryFaults,
  ...serviceFaults,
]);

/** All variants. */
export const variants: readonly Variant[] = Object.freeze([
  ...representationVariants,
  ...answerVariants,
  ...searchingVariants,
  ...asyncQueryVariants,
  ...queryVariants,
  ...queryResultVariants,
  ...securityVariants,
  ...narrowVariants,
]);
