import { defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { lazily } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import type {
  ContextLimits,
  ContextRegistry,
  ContinueScroll,
  OpenScroll,
  Released,
} from './context-types.ts';
import type { Kept } from './kept-table.ts';
import type { ContextParts, OpenContext, SearchContexts } from './search-contexts.ts';
import { keepTime, searchContexts } from './search-contexts.ts';
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
export interface ScrollContexts extends Pick<
  ContextRegistry,
  'openScroll' | 'continueScroll' | 'clearScrolls'
> {
  readonly find: SearchContexts<ScrollState>['find'];
  readonly indexRemoved: (uuid: string) => void;
  /** Counts of shard contexts of scrolls. */
  readonly counts: () => {
    readonly current: number;
    readonly total: number;
    readonly time_in_millis: number;
  };
}

/** The state that the operations on scrolls share. */
interface Scrolls {
  readonly environment: Environment;
  readonly limits: () => ContextLimits;
  readonly contexts: SearchContexts<ScrollState>;
  /** The page in progress of each scroll: pages of one scroll are computed sequentially. */
  readonly busy: Map<string, Promise<unknown>>;
}

/** Creates the registry of scrolls. `limits` is called at each use. */
export function scrollContexts(parts: ContextParts, limits: () => ContextLimits): ScrollContexts {
  const { environment } = parts;
  let total = 0;
  let time_ms = 0;
  const contexts = searchContexts<ScrollState>('scroll', parts, ({ shards, openedAt_ms }) => {
    total += shards.length;
    time_ms += environment.elapsed() - openedAt_ms;
  });
  const scrolls: Scrolls = { environment, limits, contexts, busy: new Map() };
  return {
    find: contexts.find,
    counts: () => ({ current: contexts.openShards(), total, time_in_millis: Math.round(time_ms) }),
    openScroll: (open) => openScroll(scrolls, open),
    continueScroll: (step) => continueScroll(scrolls, step),
    clearScrolls: (ids) => clearScrolls(scrolls, ids),
    indexRemoved(uuid) {
      for (const { id, thing } of contexts.all()) {
        if (thing.shards.some(({ index }) => index.uuid === uuid)) contexts.release(id);
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
  { request, shards, names, request_bytes = 0, environment = scrolls.environment }: OpenScroll,
): Promise<SearchResult> {
  const { contexts, limits } = scrolls;
  const { maxKeepAlive_ms, max_open_scroll_context } = limits();
  const keep_ms = keepTime(defined(request.scroll, 'keep time'), 'scroll', maxKeepAlive_ms);
  if (contexts.openShards() + shards.length > max_open_scroll_context) {
    throw tooMany(shards, max_open_scroll_context);
  }
  const state = { request, after: undefined };
  const context = contexts.open({ shards, keep_ms, state, state_bytes: request_bytes, names });
  try {
    const result = await makePage({ ...scrolls, environment }, context);
    contexts.renew(context.id, keep_ms);
    return result;
  } catch (error) {
    contexts.release(context.id);
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
  const { contexts, busy, limits } = scrolls;
  const keep_ms =
    scroll === undefined ? undefined : keepTime(scroll, 'scroll', limits().maxKeepAlive_ms);
  contexts.check(scroll_id);
  while (busy.has(scroll_id)) await busy.get(scroll_id);
  const context = contexts.get(scroll_id);
  if (keep_ms === undefined) contexts.release(scroll_id);
  else contexts.renew(scroll_id, keep_ms);
  const making = makePage({ ...scrolls, environment }, context);
  const settled = making.then(
    () => busy.delete(scroll_id),
    () => busy.delete(scroll_id),
  );
  busy.set(scroll_id, settled);
  const result = await making;
  if (keep_ms !== undefined) contexts.renew(scroll_id, keep_ms);
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
  { contexts, environment }: Scrolls,
  { id, thing: { shards, state } }: Kept<OpenContext<ScrollState>>,
): Promise<SearchResult> {
  const { request, after } = state;
  const { searchPage } = await loadSearch();
  const { result, cursor } = await searchPage({ request, shards, environment }, after);
  contexts.update(id, { request: { ...request, aggregations: new Map() }, after: cursor });
  return { _scroll_id: id, ...result };
}

/**
 * Releases scrolls by ids or `_all`. An id of a released scroll frees nothing; an invalid id is refused.
 *
 * Clauses: scroll.clear-by-id, scroll.clear-by-id-list, scroll.clear-leaves-other-contexts, scroll.clear-all,
 * scroll.clear-response, scroll.clear-twice, search.open-contexts-fall.
 */
function clearScrolls({ contexts }: Scrolls, ids: readonly string[]): Released {
  const chosen = ids.includes('_all') ? contexts.all().map(({ id }) => id) : ids;
  for (const id of chosen) contexts.check(id);
  const numFreed = chosen.reduce((sum, id) => sum + contexts.release(id), 0);
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
