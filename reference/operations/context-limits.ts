import { parseTime } from '../base/units.ts';
import type { ContextLimits } from '../search/open-contexts.ts';
import type { Catalog } from '../store/catalog.ts';

/** scroll.context-maximum-default: returns the current limits of search contexts, from the cluster settings. */
export function contextLimits(catalog: Catalog): ContextLimits {
  return {
    max_open_scroll_context: Number(catalog.setting('search.max_open_scroll_context')),
    maxKeepAlive_ms: parseTime(catalog.setting('search.max_keep_alive'), 'search.max_keep_alive'),
  };
}
