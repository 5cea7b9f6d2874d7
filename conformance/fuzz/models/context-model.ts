import { scenarioState } from '../../client/scenario-state.ts';
import type { World } from '../../client/world.ts';
import type { Contents, FrozenView } from './frozen-view.ts';

/** A search context of the model. */
export interface ModelContext {
  readonly view: FrozenView;
  /** Hits on a page. */
  readonly size: number;
  readonly state: 'open' | 'released';
}

/** The documents of the index, and all contexts in the order of their opening. */
export interface ContextModel {
  contents: Contents;
  contexts: readonly ModelContext[];
}

/** The real system that is compared with the model. */
export interface ContextTarget {
  readonly world: World;
  readonly index: string;
  /** By the index of a context: its newest id, and for a point in time the last sort values. */
  readonly handles: Map<number, ContextHandle>;
}

/** What identifies a context on the target. */
export interface ContextHandle {
  readonly id: unknown;
  readonly after?: unknown;
}

/** The index of the `pick`-th context in a state; undefined if there is none. */
export function indexOfContext(
  model: Readonly<ContextModel>,
  state: ModelContext['state'],
  pick: number,
): number | undefined {
  const places = model.contexts.flatMap((context, at) => (context.state === state ? [at] : []));
  return places[pick % Math.max(places.length, 1)];
}

/** Replaces a context. */
export function replaceContext(model: ContextModel, at: number, context: ModelContext): void {
  model.contexts = model.contexts.with(at, context);
}

/** What the commands of a stateful property did, in order. */
export const trailOf = scenarioState((): string[] => []);

/** Records a command for the report. */
export function note(world: World, command: string): void {
  trailOf(world).push(command);
}
