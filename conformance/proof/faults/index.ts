import type { Fault } from '../../run/mutation.ts';
import { agentKeyPageFaults } from './agent-keys-page.ts';
import { apiKeyFaults } from './api-keys.ts';
import { asyncCallFaults } from './async-calls.ts';
import { asyncResultFaults } from './async-results.ts';
import { authenticationFaults } from './authentication.ts';
import { copyToFaults } from './copy-to.ts';
import { fromSizeFaults } from './from-size.ts';
import { indexFaults } from './indices.ts';
import { intakeFaults } from './intake.ts';
import { lifecycleFaults } from './lifecycle.ts';
import { pagingFaults } from './paging-answers.ts';
import { openingFaults } from './point-in-time-open.ts';
import { tiebreakerFaults } from './point-in-time-tiebreaker.ts';
import { queryFormatFaults } from './query-formats.ts';
import { queryParameterFaults } from './query-parameters.ts';
import { queryFaults } from './query.ts';
import { roleFaults } from './roles.ts';
import { rolloverConditionFaults } from './rollover-conditions.ts';
import { rolloverStreamFaults } from './rollover-streams.ts';
import { rolloverTargetFaults } from './rollover-targets.ts';
import { scrollContextFaults } from './scroll-contexts.ts';
import { continueFaults } from './scroll-continue.ts';
import { searchAfterFaults } from './search-after.ts';
import { searchQueryFaults } from './search-queries.ts';
import { searchResponseFaults } from './search-responses.ts';
import { sliceFaults } from './slice.ts';
import { versioningFaults } from './versioning.ts';

/** Every fault, in the order of the chapters. */
export const faults: readonly Fault[] = Object.freeze([
  ...indexFaults,
  ...searchQueryFaults,
  ...searchResponseFaults,
  ...fromSizeFaults,
  ...searchAfterFaults,
  ...openingFaults,
  ...tiebreakerFaults,
  ...scrollContextFaults,
  ...continueFaults,
  ...pagingFaults,
  ...sliceFaults,
  ...copyToFaults,
  ...asyncCallFaults,
  ...asyncResultFaults,
  ...queryFaults,
  ...queryFormatFaults,
  ...queryParameterFaults,
  ...roleFaults,
  ...apiKeyFaults,
  ...agentKeyPageFaults,
  ...intakeFaults,
  ...authenticationFaults,
  ...lifecycleFaults,
  ...rolloverConditionFaults,
  ...rolloverTargetFaults,
  ...rolloverStreamFaults,
  ...versioningFaults,
]);
