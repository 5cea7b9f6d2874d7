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
import { lifecycleIndexFaults } from './lifecycle-indices.ts';
import { lifecycleFaults } from './lifecycle.ts';
import { pagingFaults } from './paging-answers.ts';
import { openingFaults } from './point-in-time-open.ts';
import { tiebreakerFaults } from './point-in-time-tiebreaker.ts';
import { queryDateFaults } from './query-dates.ts';
import { queryFilterFaults } from './query-filter.ts';
import { formatChoiceFaults } from './query-formats-choice.ts';
import { delimiterFaults } from './query-formats-delimiter.ts';
import { documentFormatFaults } from './query-formats-documents.ts';
import { textFormatFaults } from './query-formats-texts.ts';
import { queryParameterRuleFaults } from './query-parameters-rules.ts';
import { queryParameterStyleFaults } from './query-parameters-styles.ts';
import { queryParameterValueFaults } from './query-parameters-values.ts';
import { queryRequestFaults } from './query-requests.ts';
import { queryResponseFaults } from './query-responses.ts';
import { queryTableFaults } from './query-tables.ts';
import { roleFaults } from './roles.ts';
import { rolloverConditionFaults } from './rollover-conditions.ts';
import { rolloverStreamFaults } from './rollover-streams.ts';
import { rolloverTargetFaults } from './rollover-targets.ts';
import { scrollContextFaults } from './scroll-contexts.ts';
import { continueFaults } from './scroll-continue.ts';
import { searchAfterCursorFaults } from './search-after-cursors.ts';
import { searchAfterFaults } from './search-after.ts';
import { searchQueryFaults } from './search-queries.ts';
import { searchResponseFaults } from './search-responses.ts';
import { fieldFaults } from './slice-field.ts';
import { slicePartFaults } from './slice-parts.ts';
import { sqlFaults } from './sql.ts';
import { versioningFaults } from './versioning.ts';

/** Every fault, in the order of the chapters. */
export const faults: readonly Fault[] = Object.freeze([
  ...indexFaults,
  ...searchQueryFaults,
  ...searchResponseFaults,
  ...fromSizeFaults,
  ...searchAfterFaults,
  ...searchAfterCursorFaults,
  ...openingFaults,
  ...tiebreakerFaults,
  ...scrollContextFaults,
  ...continueFaults,
  ...pagingFaults,
  ...slicePartFaults,
  ...fieldFaults,
  ...copyToFaults,
  ...asyncCallFaults,
  ...asyncResultFaults,
  ...sqlFaults,
  ...queryRequestFaults,
  ...queryDateFaults,
  ...queryResponseFaults,
  ...queryTableFaults,
  ...formatChoiceFaults,
  ...delimiterFaults,
  ...documentFormatFaults,
  ...textFormatFaults,
  ...queryParameterValueFaults,
  ...queryParameterStyleFaults,
  ...queryParameterRuleFaults,
  ...queryFilterFaults,
  ...roleFaults,
  ...apiKeyFaults,
  ...agentKeyPageFaults,
  ...intakeFaults,
  ...authenticationFaults,
  ...lifecycleFaults,
  ...lifecycleIndexFaults,
  ...rolloverConditionFaults,
  ...rolloverTargetFaults,
  ...rolloverStreamFaults,
  ...versioningFaults,
]);
