import type { Fault } from '../../run/mutation.ts';
import { queryParameterPlaceFaults } from './query-parameters-places.ts';
import { queryParameterRuleFaults } from './query-parameters-rules.ts';
import { queryParameterStyleFaults } from './query-parameters-styles.ts';
import { queryParameterValueFaults } from './query-parameters-values.ts';

/** The faults of the chapter query-parameters. */
export const queryParameterFaults: readonly Fault[] = [
  ...queryParameterValueFaults,
  ...queryParameterStyleFaults,
  ...queryParameterRuleFaults,
  ...queryParameterPlaceFaults,
];
