import { scenarioState } from '../../client/scenario-state.ts';
import type { World } from '../../client/world.ts';

/** Returns the executed commands of a stateful property, in order. */
export const trailOf = scenarioState((): string[] => []);

/** Records an executed command for the report. */
export function note(world: World, command: string): void {
  trailOf(world).push(command);
}
