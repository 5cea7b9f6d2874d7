import { defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { lazily } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextParts, ContextTable, OpenContext } from './context-table.ts';
import { contextTable } from './context-table.ts';
import type { ContextLimits, ContinueScroll, OpenScroll, Released } from './context-types.ts';
import { keepTime } from './keep-time.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchResult } from './search-result.ts';
import type { SearchShard } from './shard-target.ts';
import type { Cursor } from './top-hits.ts';

const loadSearch = lazily(() => import('./execute-search.ts'));

/** The state of a scroll between its pages. */
interface ScrollState {
  readonly request: SearchRequest;
  /** The last hit so far. */
  readonly after: Cursor | undefined;
}

/** The open scrolls, and their operations. */
export interface ScrollContexts {
  readonly open: (open: OpenScroll) => Promise<SearchResult>;
  readonly next: (step: ContinueScroll) => Promise<SearchResult>;
  readonly clear: (ids: readonly string[]) => Released;
  readonly indexRemoved: (uuid: string) => void;
  readonly counts: () => ScrollCounts;
}

/** Counts of shard contexts of scrolls. */
export interface ScrollCounts {
  readonly current: number;
  readonly total: number;
  readonly time_in_millis: number;
}

/** The state that the operations on scrolls share. */
interface Scrolls {
  readonly environment: Environment;
  readonly limits: () => ContextLimits;
  readonly table: ContextTable<ScrollState>;
  /** The page in progress of each scroll: pages of one scroll are computed sequentially. */
  readonly busy: Map<string, Promise<unknown>>;
  readonly counts: () => ScrollCounts;
}

/** Creates the registry of scrolls. `limits` is called at each use. */
export function scrollContexts(parts: ContextParts, limits: () => ContextLimits): ScrollContexts {
  const { environment } = parts;
  let total = 0;
  let time_ms = 0;
  const table = contextTable<ScrollState>('scroll', parts, (context) => {
    total += context.shards.length;
    time_ms += environment.elapsed() - context.openedAt_ms;
  });
  const counts = (): ScrollCounts => {
    const current = table.all().reduce((sum, { shards }) => sum + shards.length, 0);
    return { current, total, time_in_millis: Math.round(time_ms) };
  };
  const scrolls: Scrolls = { environment, limits, table, busy: new Map(), counts };
  return {
    counts,
    open: (open) => openScroll(scrolls, open),
    next: (step) => continueScroll(scrolls, step),
    clear: (ids) => clearScrolls(scrolls, ids),
    indexRemoved(uuid) {
      for (const { id, shards } of table.all()) {
        if (shards.some(({ index }) => index.uuid === uuid)) table.release(id);
      }
    },
  };
}

/**
 * Opens a scroll with its first page. The data is frozen, and the number of open contexts is limited.
 *
 * Clauses: scroll.open, scroll.snapshot-keeps-replaced-documents, scroll.snapshot-hides-added-documents,
 * scroll.snapshot-keeps-deleted-documents, scroll.first-response-has-scroll-id, scroll.size-bounds-first-batch,
 * scroll.aggregations-in-first-response, scroll.context-maximum-default, scroll.context-maximum-setting,
 * scroll.context-maximum-counts-open-only, scroll.context-maximum-refused, scroll.context-maximum-status,
 * search.open-contexts-shown.
 */
async function openScroll(
  scrolls: Scrolls,
  { request, shards, request_bytes = 0, environment = scrolls.environment }: OpenScroll,
): Promise<SearchResult> {
  const { table, limits, counts } = scrolls;
  const { maxKeepAlive_ms, max_open_scroll_context } = limits();
  const keep_ms = keepTime(defined(request.scroll, 'keep time'), 'scroll', maxKeepAlive_ms);
  if (counts().current + shards.length > max_open_scroll_context) {
    throw tooMany(shards, max_open_scroll_context);
  }
  const state = { request, after: undefined };
  const context = table.open({ shards, keep_ms, state, state_bytes: request_bytes });
  try {
    const result = await makePage({ ...scrolls, environment }, context);
    table.renew(context.id, keep_ms);
    return result;
  } catch (error) {
    table.release(context.id);
    throw error;
  }
}

/**
 * A keep time renews the expiry; without one the context is released after the page. A page without hits does not
 * release it.
 *
 * Clauses: scroll.continue-with-keep-time-stays-open, scroll.continue-with-keep-time-renews-expiry,
 * scroll.continue-with-shorter-keep-time, scroll.continue-without-keep-time-releases,
 * scroll.continue-without-keep-time-releases-shards, scroll.released-context-status, scroll.unknown-id-status,
 * scroll.end-returns-empty-hits, scroll.end-keeps-context-open, slice.slices-read-in-turn.
 */
async function continueScroll(
  scrolls: Scrolls,
  { scroll_id, scroll, environment = scrolls.environment }: ContinueScroll,
): Promise<SearchResult> {
  const { table, busy, limits } = scrolls;
  const keep_ms =
    scroll === undefined ? undefined : keepTime(scroll, 'scroll', limits().maxKeepAlive_ms);
  table.check(scroll_id);
  while (busy.has(scroll_id)) await busy.get(scroll_id);
  const context = table.find(scroll_id);
  if (keep_ms === undefined) table.release(scroll_id);
  else table.renew(scroll_id, keep_ms);
  const making = makePage({ ...scrolls, environment }, context);
  const settled = making.then(
    () => busy.delete(scroll_id),
    () => busy.delete(scroll_id),
  );
  busy.set(scroll_id, settled);
  const result = await making;
  if (keep_ms !== undefined) table.renew(scroll_id, keep_ms);
  return result;
}

/**
 * Computes the next page; only the initial response has aggregations.
 *
 * Clauses: scroll.later-response-has-scroll-id, scroll.size-bounds-later-batches, scroll.sort-orders-across-batches,
 * scroll.continue-stays-in-target, scroll.every-match-returned, scroll.no-match-repeated,
 * scroll.reaches-beyond-window,
 * scroll.aggregations-not-in-later-responses.
 */
async function makePage(
  { table, environment }: Scrolls,
  { id, shards, state }: OpenContext<ScrollState>,
): Promise<SearchResult> {
  const { request, after } = state;
  const { searchPage } = await loadSearch();
  const { result, cursor } = await searchPage({ request, shards, environment }, after);
  table.update(id, { request: { ...request, aggregations: new Map() }, after: cursor });
  return { _scroll_id: id, ...result };
}

/**
 * Releases scrolls by ids or `_all`. An id of a released scroll frees nothing; an invalid id is refused.
 *
 * Clauses: scroll.clear-by-id, scroll.clear-by-id-list, scroll.clear-leaves-other-contexts, scroll.clear-all,
 * scroll.clear-response, scroll.clear-twice, search.open-contexts-fall.
 */
function clearScrolls({ table }: Scrolls, ids: readonly string[]): Released {
  const chosen = ids.includes('_all') ? table.all().map(({ id }) => id) : ids;
  for (const id of chosen) table.check(id);
  const numFreed = chosen.reduce((sum, id) => sum + table.release(id), 0);
  return { succeeded: true, num_freed: numFreed };
}

function tooMany(shards: readonly SearchShard[], limit: number): ServiceError {
  const [first] = shards;
  return new ServiceError(
    'too_many_scroll_contexts_exception',
    `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
    first === undefined ? {} : { shard: { index: first.index.name, shard: first.snapshot.shard } },
  );
}
