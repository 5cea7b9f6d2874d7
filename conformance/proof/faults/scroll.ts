import type { Fault } from '../../run/mutation.ts';
import { clearFaults } from './scroll-clear.ts';
import { continueFaults } from './scroll-continue.ts';
import { pagingFaults } from './paging-answers.ts';
import { openFaults } from './scroll-open.ts';

/** The faults of the chapter scroll, and of answers that several chapters of paging share. */
export const scrollFaults: readonly Fault[] = [
  ...openFaults,
  ...continueFaults,
  ...clearFaults,
  ...pagingFaults,
];
