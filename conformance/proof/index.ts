import type { Fault, Variant } from '../run/mutation.ts';
import { asyncFaults } from './faults/async.ts';
import { contextFaults } from './faults/contexts.ts';
import { documentFaults } from './faults/documents.ts';
import { intakeFaults } from './faults/intake.ts';
import { lifecycleFaults } from './faults/lifecycle.ts';
import { queryFaults } from './faults/query.ts';
import { searchFaults } from './faults/search.ts';
import { securityFaults } from './faults/security.ts';
import { sliceFaults } from './faults/slice.ts';
import { agentVariants } from './variants/agents.ts';
import { answerVariants } from './variants/answers.ts';
import { asyncQueryVariants } from './variants/async-queries.ts';
import { connectionVariants } from './variants/connections.ts';
import { lifecycleVariants } from './variants/lifecycle.ts';
import { narrowVariants } from './variants/narrow-servers.ts';
import { queryVariants } from './variants/queries.ts';
import { queryDocumentVariants } from './variants/query-documents.ts';
import { queryTextVariants } from './variants/query-texts.ts';
import { representationVariants } from './variants/representation.ts';
import { searchingVariants } from './variants/searching.ts';
import { securityVariants } from './variants/security.ts';

export { startDerived } from './space/start-derived.ts';

/**
 * Every fault. Each tells a story that no derived mutation tells: no derived mutation makes its scenarios fail at the same
 * step for the same reason, or only one that is much coarser than the mistake.
 */
export const faults: readonly Fault[] = Object.freeze([
  ...documentFaults,
  ...searchFaults,
  ...contextFaults,
  ...sliceFaults,
  ...asyncFaults,
  ...queryFaults,
  ...securityFaults,
  ...intakeFaults,
  ...lifecycleFaults,
]);

/** All variants. */
export const variants: readonly Variant[] = Object.freeze([
  ...connectionVariants,
  ...representationVariants,
  ...answerVariants,
  ...searchingVariants,
  ...asyncQueryVariants,
  ...queryVariants,
  ...queryTextVariants,
  ...queryDocumentVariants,
  ...lifecycleVariants,
  ...securityVariants,
  ...narrowVariants,
  ...agentVariants,
]);
