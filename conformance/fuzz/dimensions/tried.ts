import { scenarioState } from '../../client/scenario-state.ts';
import type { World } from '../../client/world.ts';
import type { Row } from './table.ts';

/** Returns the rows of a table of dimensions that a run of a property has judged. */
export const triedIn = scenarioState((): Row[] => []);

/** Notes a row that was judged. */
export function noteTried(world: World, row: Row): void {
  triedIn(world).push(row);
}
