import type { Segment } from './segment.ts';

/** Segments that their index no longer uses; only open scrolls and points in time still may. */
const retired = new WeakSet<Segment>();
const watchers = new WeakMap<Segment, Set<() => void>>();

/** Must be called when a segment was merged into another, became empty, or its index was deleted. */
export function retire(segment: Segment): void {
  if (retired.has(segment)) return;
  retired.add(segment);
  for (const action of watchers.get(segment) ?? []) action();
  watchers.delete(segment);
}

/** Calls `action` once, when the index stops using a segment, or now if it has. Returns a function that ends this. */
export function whenRetired(segment: Segment, action: () => void): () => void {
  if (retired.has(segment)) {
    action();
    return () => undefined;
  }
  const actions = watchers.get(segment) ?? new Set();
  actions.add(action);
  watchers.set(segment, actions);
  return () => void actions.delete(action);
}
