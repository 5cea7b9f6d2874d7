import type { Environment } from '../base/environment.ts';
import type { ContextLimits, ContextRegistry } from './context-types.ts';
import { pointInTimeContexts } from './point-in-time-contexts.ts';
import { scrollContexts } from './scroll-contexts.ts';

export interface RegistryOptions {
  readonly environment: Environment;
  /** Asked at each use. */
  readonly limits: () => ContextLimits;
}

/**
 * Creates the registry of search contexts of one service.
 *
 * Opening fixes the data as it is. A page of a scroll sets a new expiry or, without a keep time, releases; a search in a
 * point in time sets one where it gives a keep time. Time that is over releases, and so do clearing and closing.
 */
export function createContextRegistry({ environment, limits }: RegistryOptions): ContextRegistry {
  const scrolls = scrollContexts(environment, limits);
  const points = pointInTimeContexts(environment, limits);
  return {
    openScroll: scrolls.open,
    continueScroll: scrolls.next,
    clearScrolls: scrolls.clear,
    openPointInTime: points.open,
    searchPointInTime: points.search,
    closePointInTime: points.close,
    indexRemoved(uuid, name) {
      scrolls.indexRemoved(uuid);
      points.indexRemoved(uuid, name);
    },
    releaseAll() {
      scrolls.clear(['_all']);
      points.closeAll();
    },
    counts() {
      const scroll = scrolls.counts();
      const pointInTimeCurrent = points.current();
      return {
        open_contexts: scroll.current + pointInTimeCurrent,
        scroll_current: scroll.current,
        scroll_total: scroll.total,
        scroll_time_in_millis: scroll.time_in_millis,
        point_in_time_current: pointInTimeCurrent,
      };
    },
  };
}
