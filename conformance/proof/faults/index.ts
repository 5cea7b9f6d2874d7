import type { Fault } from '../../run/mutation.ts';
import { apiKeyFaults } from './api-keys.ts';
import { asyncCallFaults } from './async-calls.ts';
import { asyncResultFaults } from './async-results.ts';
import { copyToFaults } from './copy-to.ts';
import { fromSizeFaults } from './from-size.ts';
import { indexFaults } from './indices.ts';
import { intakeFaults } from './intake.ts';
import { lifecycleFaults } from './lifecycle.ts';
import { pagingFaults } from './paging-answers.ts';
import { pointInTimeFaults } from './point-in-time.ts';
import { queryFormatFaults } from './query-formats.ts';
import { queryParameterFaults } from './query-parameters.ts';
import { queryFaults } from './query.ts';
import { rolloverConditionFaults } from './rollover-conditions.ts';
import { rolloverStreamFaults } from './rollover-streams.ts';
import { rolloverTargetFaults } from './rollover-targets.ts';
import { scrollFaults } from './scroll.ts';
import { searchAfterFaults } from './search-after.ts';
import { searchFaults } from './search.ts';
import { securityFaults } from './security.ts';
import { sliceFaults } from './slice.ts';
import { versioningFaults } from './versioning.ts';

/** Every fault, in the order of the chapters. */
export const faults: readonly Fault[] = Object.freeze([
  ...indexFaults,
  ...searchFaults,
  ...fromSizeFaults,
  ...searchAfterFaults,
  ...pointInTimeFaults,
  ...scrollFaults,
  ...pagingFaults,
  ...sliceFaults,
  ...copyToFaults,
  ...asyncCallFaults,
  ...asyncResultFaults,
  ...queryFaults,
  ...queryFormatFaults,
  ...queryParameterFaults,
  ...apiKeyFaults,
  ...intakeFaults,
  ...securityFaults,
  ...lifecycleFaults,
  ...rolloverConditionFaults,
  ...rolloverTargetFaults,
  ...rolloverStreamFaults,
  ...versioningFaults,
]);
