import { parseTime } from '../base/units.ts';
import type { ContextLimits } from '../search/open-contexts.ts';
import type { Catalog } from '../store/catalog.ts';

/** scroll.context-maximum-default: returns the current limits of search contexts, from the cluster settings. */
export function contextLimits(catalog: Catalog): ContextLimits {
  const time_ms = (name: string) => parseTime(catalog.setting(name), name);
  return {
    max_open_scroll_context: Number(catalog.setting('search.max_open_scroll_context')),
    defaultKeepAlive_ms: time_ms('search.default_keep_alive'),
    maxKeepAlive_ms: time_ms('search.max_keep_alive'),
  };
}
