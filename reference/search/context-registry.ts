import { createBudgets } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import type { Holder } from '../base/held-memory.ts';
import type { ContextLimits, ContextRegistry } from './context-types.ts';
import { pointInTimeContexts } from './point-in-time-contexts.ts';
import { scrollContexts } from './scroll-contexts.ts';
import { snapshotMemory } from './snapshot-memory.ts';

/** Options of the registry. */
interface RegistryOptions {
  readonly environment: Environment;
  /** Returns the present limits; called at each use. */
  readonly limits: () => ContextLimits;
  /** What the memory of contexts counts against. Default: the default limits. */
  readonly memory?: Holder;
}

/**
 * Creates the registry of search contexts of one service.
 *
 * Opening freezes the data. A page of a scroll renews the expiry, or releases the context if it has no keep time. A
 * search in a point in time renews the expiry if it has a keep time. Contexts are also released by expiry, clearing and
 * closing.
 */
export function createContextRegistry(options: RegistryOptions): ContextRegistry {
  const { environment, limits, memory = createBudgets() } = options;
  const parts = { environment, memory: snapshotMemory(memory) };
  const { counts, find: findScroll, ...scrolls } = scrollContexts(parts, limits);
  const { dropAll, openShards, find: findPoint, ...points } = pointInTimeContexts(parts, limits);
  return {
    ...scrolls,
    ...points,
    namesOf: (id) => (findScroll(id) ?? findPoint(id))?.names ?? new Set(),
    indexRemoved(uuid, name) {
      scrolls.indexRemoved(uuid);
      points.indexRemoved(uuid, name);
    },
    releaseAll() {
      scrolls.clearScrolls(['_all']);
      dropAll();
    },
    counts() {
      const { current, total, time_in_millis } = counts();
      const pointInTimeCurrent = openShards();
      return {
        open_contexts: current + pointInTimeCurrent,
        scroll_current: current,
        scroll_total: total,
        scroll_time_in_millis: time_in_millis,
        point_in_time_current: pointInTimeCurrent,
      };
    },
  };
}
