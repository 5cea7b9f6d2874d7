import { defined } from '../base/assert.ts';
import { createBudgets } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import type { Holder } from '../base/held-memory.ts';
import { lazily } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import { indexNotFound } from '../store/catalog/names.ts';
import type { Cursor } from './collect-hits.ts';
import type { Kept } from './kept-table.ts';
import type {
  ContextLimits,
  ContextParts,
  ContinueScroll,
  OpenContext,
  OpenPointInTime,
  OpenScroll,
  Released,
} from './open-contexts.ts';
import { keepTime, OpenContexts } from './open-contexts.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchResult } from './search-result.ts';
import { countsOf } from './search-result.ts';
import { snapshotMemory } from './snapshot-memory.ts';

const loadSearch = lazily(() => import('./execute-search.ts'));

/** The maximum number of open points in time, so that clients that never close them cannot use up the memory. */
const maxOpenPoints = 10_000;

/** Options of the registry. */
interface RegistryOptions {
  readonly environment: Environment;
  /** Returns the present limits; called at each use. */
  readonly limits: () => ContextLimits;
  /** What the memory of contexts counts against. Default: the default limits. */
  readonly memory?: Holder;
}

/** The state of a scroll between its pages. */
interface ScrollState {
  readonly request: SearchRequest;
  /** The last hit so far. */
  readonly after: Cursor | undefined;
}

/** The name of a deleted index of a point in time, if any. */
interface PointInTimeState {
  readonly removed: string | undefined;
}

/**
 * Creates the registry of search contexts of one service.
 *
 * Opening freezes the data. A page of a scroll renews the expiry, or releases the context if it has no keep time. A
 * search in a point in time renews the expiry if it has a keep time. Contexts are also released by expiry, clearing and
 * closing.
 */
export function createContextRegistry(options: RegistryOptions) {
  const { environment, limits, memory = createBudgets() } = options;
  const parts = { environment, memory: snapshotMemory(memory) };
  const scrolls = new Scrolls(parts, limits);
  const points = new PointsInTime(parts, limits);
  return {
    openScroll: (open: OpenScroll) => scrolls.open(open),
    continueScroll: (step: ContinueScroll) => scrolls.next(step),
    /** Releases scrolls. Takes `_all` or a list of ids. */
    clearScrolls: (ids: readonly string[]) => scrolls.clear(ids),
    openPointInTime: (open: OpenPointInTime) => points.open(open),
    /** A search with `pit`: searches the frozen shards, and renews the expiry if a keep time is given. */
    searchPointInTime: (request: SearchRequest, requester?: Environment) =>
      points.search(request, requester),
    closePointInTime: (id: string): Released => ({
      succeeded: true,
      num_freed: points.contexts.release(id),
    }),
    /** The names that the scroll or point in time with this id was opened on; none if it does not exist. */
    namesOf: (id: string): ReadonlySet<string> =>
      (scrolls.contexts.table.find(id) ?? points.contexts.table.find(id))?.names ?? new Set(),
    /** Must be called when an index is deleted: releases its scrolls. */
    indexRemoved(uuid: string, name: string): void {
      for (const id of scrolls.contexts.ofIndex(uuid)) scrolls.contexts.release(id);
      for (const id of points.contexts.ofIndex(uuid)) points.contexts.update(id, { removed: name });
    },
    releaseAll(): void {
      scrolls.contexts.table.dropAll();
      points.contexts.table.dropAll();
    },
    /** Numbers for the search section of the node's statistics. */
    counts() {
      const ofScrolls = scrolls.contexts.openShards();
      const ofPoints = points.contexts.openShards();
      return {
        open_contexts: ofScrolls + ofPoints,
        scroll_current: ofScrolls,
        scroll_total: scrolls.total,
        scroll_time_in_millis: Math.round(scrolls.time_ms),
        point_in_time_current: ofPoints,
      };
    },
  };
}

/** The open contexts, with the operations of scrolls and points in time. */
export type ContextRegistry = ReturnType<typeof createContextRegistry>;

class Scrolls {
  readonly contexts: OpenContexts<ScrollState>;
  readonly #environment: Environment;
  readonly #limits: () => ContextLimits;
  /** The page in progress of each scroll: pages of one scroll are computed sequentially. */
  readonly #busy = new Map<string, Promise<unknown>>();
  /** Shard contexts of scrolls that have ended, and how long they were open together. */
  total = 0;
  time_ms = 0;

  constructor(parts: ContextParts, limits: () => ContextLimits) {
    this.#environment = parts.environment;
    this.#limits = limits;
    this.contexts = new OpenContexts('scroll', parts, ({ shards, openedAt_ms }) => {
      this.total += shards.length;
      this.time_ms += parts.environment.elapsed() - openedAt_ms;
    });
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
  async open({
    request,
    shards,
    names,
    request_bytes,
    environment,
  }: OpenScroll): Promise<SearchResult> {
    const { maxKeepAlive_ms, max_open_scroll_context: most } = this.#limits();
    const keep_ms = keepTime(defined(request.scroll, 'keep time'), 'scroll', maxKeepAlive_ms);
    if (this.contexts.openShards() + shards.length > most) throw tooManyScrolls(shards, most);
    const state = { request, after: undefined };
    const opening = { shards, keep_ms, state, names };
    const context = this.contexts.open({ ...opening, state_bytes: request_bytes ?? 0 });
    try {
      const result = await this.#page(context, environment);
      this.contexts.table.renew(context.id, keep_ms);
      return result;
    } catch (error) {
      this.contexts.release(context.id);
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
  async next({ scroll_id: id, scroll, environment }: ContinueScroll): Promise<SearchResult> {
    const { maxKeepAlive_ms } = this.#limits();
    const keep_ms = scroll === undefined ? undefined : keepTime(scroll, 'scroll', maxKeepAlive_ms);
    this.contexts.check(id);
    while (this.#busy.has(id)) await this.#busy.get(id);
    const context = this.contexts.get(id);
    if (keep_ms === undefined) this.contexts.release(id);
    else this.contexts.table.renew(id, keep_ms);
    const making = this.#page(context, environment);
    const end = () => this.#busy.delete(id);
    this.#busy.set(id, making.then(end, end));
    const result = await making;
    if (keep_ms !== undefined) this.contexts.table.renew(id, keep_ms);
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
  async #page(
    { id, thing: { shards, state } }: Kept<OpenContext<ScrollState>>,
    environment = this.#environment,
  ): Promise<SearchResult> {
    const { request, after } = state;
    const { searchPage } = await loadSearch();
    const { result, cursor } = await searchPage({ request, shards, environment }, after);
    this.contexts.update(id, { request: { ...request, aggregations: new Map() }, after: cursor });
    return { _scroll_id: id, ...result };
  }

  /**
   * Releases scrolls by ids or `_all`. An id of a released scroll frees nothing; an invalid id is refused.
   *
   * Clauses: scroll.clear-by-id, scroll.clear-by-id-list, scroll.clear-leaves-other-contexts, scroll.clear-all,
   * scroll.clear-response, scroll.clear-twice, search.open-contexts-fall.
   */
  clear(ids: readonly string[]): Released {
    const chosen = ids.includes('_all') ? this.contexts.table.all().map(({ id }) => id) : ids;
    for (const id of chosen) this.contexts.check(id);
    const numFreed = chosen.reduce((sum, id) => sum + this.contexts.release(id), 0);
    return { succeeded: true, num_freed: numFreed };
  }
}

function tooManyScrolls([first]: OpenScroll['shards'], limit: number): ServiceError {
  return new ServiceError(
    'too_many_scroll_contexts_exception',
    `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
    first === undefined ? {} : { shard: { index: first.index.name, shard: first.snapshot.shard } },
  );
}

/**
 * The open points in time: each keeps the shards of its target at the time of opening.
 *
 * Clauses: point-in-time.open-returns-id, point-in-time.open-returns-shards, point-in-time.covers-whole-target,
 * point-in-time.covers-target-only, point-in-time.search-extends-retention,
 * point-in-time.search-without-keep-alive-retention, point-in-time.delete-removes, point-in-time.delete-leaves-others,
 * point-in-time.removed-status, point-in-time.delete-twice, point-in-time.delete-response,
 * point-in-time.snapshot-keeps-replaced-documents, point-in-time.snapshot-hides-added-documents,
 * point-in-time.snapshot-keeps-deleted-documents, point-in-time.response-has-pit-id,
 * point-in-time.latest-id-searchable, point-in-time.unknown-id, search-after.point-in-time-walk-ignores-writes.
 */
class PointsInTime {
  readonly contexts: OpenContexts<PointInTimeState>;
  readonly #environment: Environment;
  readonly #limits: () => ContextLimits;

  constructor(parts: ContextParts, limits: () => ContextLimits) {
    this.#environment = parts.environment;
    this.#limits = limits;
    this.contexts = new OpenContexts('point_in_time', parts);
  }

  open({ shards, keep_alive, names }: OpenPointInTime) {
    const keep_ms = keepTime(keep_alive, 'keep_alive', this.#limits().maxKeepAlive_ms);
    if (this.contexts.table.holds(maxOpenPoints)) {
      throw new ServiceError(
        'too_many_requests_exception',
        `Trying to open too many points in time: at most [${maxOpenPoints}] can be open. Close one, or open it with a shorter [keep_alive].`,
      );
    }
    const { id } = this.contexts.open({ shards, keep_ms, state: { removed: undefined }, names });
    return { id, _shards: countsOf(shards.length) };
  }

  async search(request: SearchRequest, environment = this.#environment): Promise<SearchResult> {
    const { id, keep_alive } = defined(request.pit, 'point in time of the request');
    const keep_ms =
      keep_alive === undefined
        ? 0
        : keepTime(keep_alive, 'keep_alive', this.#limits().maxKeepAlive_ms);
    const { shards, state } = this.contexts.get(id).thing;
    if (state.removed !== undefined) throw indexNotFound(state.removed);
    this.#extend(id, keep_ms);
    const { searchPage } = await loadSearch();
    const { result } = await searchPage({ request, shards, environment });
    this.#extend(id, keep_ms);
    return { pit_id: id, ...result };
  }

  /** Moves the expiry to a later time, never to an earlier one. */
  #extend(id: string, keep_ms: number): void {
    const { expiresAt_ms = Infinity } = this.contexts.table.find(id) ?? {};
    if (this.#environment.elapsed() + keep_ms > expiresAt_ms)
      this.contexts.table.renew(id, keep_ms);
  }
}
