import type { Fault } from '../../run/mutation.ts';
import { openingFaults } from './point-in-time-open.ts';
import { tiebreakerFaults } from './point-in-time-tiebreaker.ts';

/** The faults of the chapter point-in-time. */
export const pointInTimeFaults: readonly Fault[] = [...openingFaults, ...tiebreakerFaults];
