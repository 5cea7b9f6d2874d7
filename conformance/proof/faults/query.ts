import type { Fault } from '../../run/mutation.ts';
import { queryDateFaults } from './query-dates.ts';
import { queryLocaleFaults } from './query-locales.ts';
import { queryOptionFaults } from './query-options.ts';
import { queryRequestFaults } from './query-requests.ts';
import { queryResponseFaults } from './query-responses.ts';
import { queryTableFaults } from './query-tables.ts';

/** The faults of the chapter query. */
export const queryFaults: readonly Fault[] = [
  ...queryRequestFaults,
  ...queryDateFaults,
  ...queryLocaleFaults,
  ...queryResponseFaults,
  ...queryTableFaults,
  ...queryOptionFaults,
];
