import type { Fault } from '../../run/mutation.ts';
import { agentKeyPageFaults } from './agent-keys-page.ts';
import { apiKeyFaults } from './api-keys.ts';
import { asyncFormatFaults } from './async-formats.ts';
import { asyncResultFaults } from './async-results.ts';
import { asyncRunningFaults } from './async-running.ts';
import { asyncStartFaults } from './async-start.ts';
import { asyncStopFaults } from './async-stop.ts';
import { authenticationFaults } from './authentication.ts';
import { copyToFaults } from './copy-to.ts';
import { fromSizeFaults } from './from-size.ts';
import { indexCreationFaults } from './index-creation.ts';
import { indexDocumentFaults } from './index-documents.ts';
import { indexFieldFaults } from './index-fields.ts';
import { intakeFaults } from './intake.ts';
import { lifecycleFaults } from './lifecycle.ts';
import { lifecycleIndexFaults } from './lifecycle-indices.ts';
import { managementUiFaults } from './management-ui.ts';
import { pointInTimeFaults } from './point-in-time.ts';
import { queryFaults } from './query.ts';
import { queryFilterFaults } from './query-filter.ts';
import { queryFilterIndexFaults } from './query-filter-indices.ts';
import { queryFormatFaults } from './query-formats.ts';
import { queryParameterFaults } from './query-parameters.ts';
import { roleFaults } from './roles.ts';
import { rolloverActionFaults } from './rollover-actions.ts';
import { rolloverConditionFaults } from './rollover-conditions.ts';
import { rolloverShardFaults } from './rollover-shards.ts';
import { rolloverStreamFaults } from './rollover-streams.ts';
import { rolloverTargetFaults } from './rollover-targets.ts';
import { scrollFaults } from './scroll.ts';
import { searchAfterFaults } from './search-after.ts';
import { searchFaults } from './search.ts';
import { sliceFaults } from './slice.ts';
import { sqlFaults } from './sql.ts';
import { sqlFilterFaults } from './sql-filter.ts';
import { versioningFaults } from './versioning.ts';

/** Every fault, in the order of the chapters. */
export const faults: readonly Fault[] = Object.freeze([
  ...indexCreationFaults,
  ...indexDocumentFaults,
  ...indexFieldFaults,
  ...searchFaults,
  ...fromSizeFaults,
  ...searchAfterFaults,
  ...pointInTimeFaults,
  ...scrollFaults,
  ...sliceFaults,
  ...copyToFaults,
  ...asyncStartFaults,
  ...asyncFormatFaults,
  ...asyncRunningFaults,
  ...asyncStopFaults,
  ...asyncResultFaults,
  ...sqlFaults,
  ...sqlFilterFaults,
  ...queryFaults,
  ...queryFormatFaults,
  ...queryParameterFaults,
  ...queryFilterFaults,
  ...queryFilterIndexFaults,
  ...roleFaults,
  ...managementUiFaults,
  ...apiKeyFaults,
  ...agentKeyPageFaults,
  ...intakeFaults,
  ...authenticationFaults,
  ...lifecycleFaults,
  ...lifecycleIndexFaults,
  ...rolloverActionFaults,
  ...rolloverConditionFaults,
  ...rolloverShardFaults,
  ...rolloverTargetFaults,
  ...rolloverStreamFaults,
  ...versioningFaults,
]);
