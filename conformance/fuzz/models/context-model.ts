import { scenarioState } from '../../client/scenario-state.ts';
import type { World } from '../../client/world.ts';
import type { Contents, FrozenView } from './frozen-view.ts';

/** A search context as the model sees it. */
export interface ModelContext {
  readonly view: FrozenView;
  /** Hits on a page. */
  readonly size: number;
  readonly state: 'open' | 'released';
}

/** The documents of the index now, and all contexts that were opened, by the order of opening. */
export interface ContextModel {
  contents: Contents;
  contexts: readonly ModelContext[];
}

/** The target beside the model. */
export interface ContextTarget {
  readonly world: World;
  readonly index: string;
  /** What each context is called now: the newest id, and for a point in time the last sort values. */
  readonly handles: Map<number, ContextHandle>;
}

/** How the target knows one context. */
export interface ContextHandle {
  readonly id: unknown;
  readonly after?: unknown;
}

/** The place of the `pick`-th context in a state; undefined where none is in it. */
export function placeOf(
  model: Readonly<ContextModel>,
  state: ModelContext['state'],
  pick: number,
): number | undefined {
  const places = model.contexts.flatMap((context, at) => (context.state === state ? [at] : []));
  return places[pick % Math.max(places.length, 1)];
}

/** Puts another context in the place of one. */
export function replaceContext(model: ContextModel, at: number, context: ModelContext): void {
  model.contexts = model.contexts.with(at, context);
}

/** What the commands of a stateful property did, in order. */
export const trailOf = scenarioState((): string[] => []);

/** Writes down what a command did, for the report. */
export function note(world: World, command: string): void {
  trailOf(world).push(command);
}
