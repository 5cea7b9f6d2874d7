import type { Fault } from '../../run/mutation.ts';
import { fieldFaults } from './slice-field.ts';
import { partFaults } from './slice-parts.ts';
import { slicePlaceFaults } from './slice-places.ts';

/** The faults of the chapter slice. */
export const sliceFaults: readonly Fault[] = [...partFaults, ...fieldFaults, ...slicePlaceFaults];
