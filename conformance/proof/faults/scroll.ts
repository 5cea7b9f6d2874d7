import type { Fault } from '../../run/mutation.ts';
import { clearFaults } from './scroll-clear.ts';
import { continueFaults } from './scroll-continue.ts';
import { openFaults } from './scroll-open.ts';

/** The faults of the chapter scroll. */
export const scrollFaults: readonly Fault[] = [...openFaults, ...continueFaults, ...clearFaults];
