import type { Fault } from '../../run/mutation.ts';
import { asyncFaults } from './async.ts';
import { contextFaults } from './contexts.ts';
import { documentFaults } from './documents.ts';
import { intakeFaults } from './intake.ts';
import { lifecycleFaults } from './lifecycle.ts';
import { queryFaults } from './query.ts';
import { searchFaults } from './search.ts';
import { securityFaults } from './security.ts';
import { sliceFaults } from './slice.ts';

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
