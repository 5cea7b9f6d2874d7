import { scenarioState } from '../client/scenario-state.ts';

/** The ids of the operations of which a server accepted a valid request in a run of a property. */
export const acceptedOf = scenarioState((): Set<string> => new Set());
