import type { Fault } from '../fault.ts';

/** Every fault, in the order of the chapters. */
export const faults: readonly Fault[] = Object.freeze([]);
