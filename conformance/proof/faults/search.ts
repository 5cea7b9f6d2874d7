import type { Fault } from '../../run/mutation.ts';
import { searchHitFaults } from './search-hits.ts';
import { searchInspectionFaults } from './search-inspection.ts';
import { searchQueryFaults } from './search-queries.ts';
import { searchResponseFaults } from './search-responses.ts';
import { searchSortFaults } from './search-sort.ts';

/** The faults of the chapter search. */
export const searchFaults: readonly Fault[] = [
  ...searchQueryFaults,
  ...searchSortFaults,
  ...searchResponseFaults,
  ...searchHitFaults,
  ...searchInspectionFaults,
];
