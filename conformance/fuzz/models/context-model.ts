import type { World } from '../../client/world.ts';
import type { Contents, FrozenView } from './frozen-view.ts';

/** A search context of the model. */
export interface ModelContext {
  readonly view: FrozenView;
  /** The number of hits on a page. */
  readonly size: number;
  readonly state: 'open' | 'released';
}

/** The model: the documents of the index, and all contexts in the order of their opening. */
export interface ContextModel {
  contents: Contents;
  contexts: readonly ModelContext[];
}

/** The target that is compared with the model. */
export interface ContextTarget {
  readonly world: World;
  readonly index: string;
  /** The handles of the contexts by their indices in the model. */
  readonly handles: Map<number, ContextHandle>;
}

/** The newest id of a context, and for a point in time the sort values of the last hit that was read. */
export interface ContextHandle {
  readonly id: unknown;
  readonly after?: unknown;
}

/** Returns the index of the `pick`-th context in a state, modulo their number; undefined if there is none. */
export function indexOfContext(
  model: Readonly<ContextModel>,
  state: ModelContext['state'],
  pick: number,
): number | undefined {
  const places = model.contexts.flatMap((context, at) => (context.state === state ? [at] : []));
  return places[pick % Math.max(places.length, 1)];
}

/** Replaces the context at an index of the model. */
export function replaceContext(model: ContextModel, at: number, context: ModelContext): void {
  model.contexts = model.contexts.with(at, context);
}
