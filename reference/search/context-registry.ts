import { defined } from '../base/assert.ts';
import { createBudgets } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import type { Holder } from '../base/held-memory.ts';
import { loadedLater } from '../base/lazily.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { formatTime, parseTime } from '../base/units.ts';
import { indexNotFound } from '../store/catalog/names.ts';
import type { Cursor } from './collect-hits.ts';
import type { Kept } from './kept-table.ts';
import { anyone } from './kept-table.ts';
import type {
  ContextLimits,
  ContinueScroll,
  OpenContext,
  OpenContexts,
  OpenPointInTime,
  OpenScroll,
  Released,
} from './open-contexts.ts';
import { openContexts } from './open-contexts.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchResult } from './search-result.ts';
import { countsOf } from './search-result.ts';
import { snapshotMemory } from './snapshot-memory.ts';

const loadSearch = loadedLater(() => import('./execute-search.ts'));

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
 * The open scrolls and points in time of one service.
 *
 * Opening freezes the data. A page of a scroll renews the expiry, or releases the context if it has no keep time. A
 * search in a point in time renews the expiry if it has a keep time. Contexts are also released by expiry, clearing and
 * closing.
 */
export class ContextRegistry {
  readonly #environment: Environment;
  readonly #limits: () => ContextLimits;
  readonly #scrolls: OpenContexts<ScrollState>;
  readonly #points: OpenContexts<PointInTimeState>;
  /** The page in progress of each scroll: pages of one scroll are computed sequentially. */
  readonly #busy = new Map<string, Promise<unknown>>();
  /** Shard contexts of scrolls that have ended, and how long they were open together. */
  #ended = 0;
  #ended_ms = 0;

  constructor({ environment, limits, memory = createBudgets() }: RegistryOptions) {
    const parts = { environment, memory: snapshotMemory(memory) };
    this.#environment = environment;
    this.#limits = limits;
    this.#scrolls = openContexts('scroll', parts, ({ shards, openedAt_ms }) => {
      this.#ended += shards.length;
      this.#ended_ms += environment.elapsed() - openedAt_ms;
    });
    this.#points = openContexts('point_in_time', parts);
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
  async openScroll(opening: OpenScroll): Promise<SearchResult> {
    const { request, shards, request_bytes: state_bytes = 0, caller = anyone } = opening;
    const most = this.#limits().max_open_scroll_context;
    const keep_ms = this.#keepTime(defined(request.scroll, 'keep time'), 'scroll');
    if (this.#scrolls.openShards() + shards.length > most) throw tooManyScrolls(shards, most);
    const state = { request, after: undefined };
    const context = this.#scrolls.open({ shards, keep_ms, state, state_bytes, caller });
    try {
      const result = await this.#page(context, opening);
      this.#scrolls.table.renew(context.id, keep_ms);
      return result;
    } catch (error) {
      this.#scrolls.release(context.id);
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
  async continueScroll(step: ContinueScroll): Promise<SearchResult> {
    const { scroll_id, scroll, caller = anyone } = step;
    const id = caller.inner(scroll_id);
    const keep_ms = scroll === undefined ? undefined : this.#keepTime(scroll, 'scroll');
    this.#scrolls.check(id);
    while (this.#busy.has(id)) await this.#busy.get(id);
    const context = this.#scrolls.get(id, caller);
    if (keep_ms === undefined) this.#scrolls.release(id);
    else this.#scrolls.table.renew(id, keep_ms);
    const making = this.#page(context, step);
    const end = () => this.#busy.delete(id);
    this.#busy.set(id, making.then(end, end));
    const result = await making;
    if (keep_ms !== undefined) this.#scrolls.table.renew(id, keep_ms);
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
    {
      environment = this.#environment,
      caller = anyone,
    }: Pick<OpenScroll, 'environment' | 'caller'>,
  ): Promise<SearchResult> {
    const { request, after } = state;
    const { searchPage } = await loadSearch();
    const { result, cursor } = await searchPage({ request, shards, environment }, after);
    this.#scrolls.update(id, { request: { ...request, aggregations: new Map() }, after: cursor });
    return { _scroll_id: caller.outer(id), ...result };
  }

  /**
   * Releases scrolls by ids, or `_all`, of any owner. An id of a released scroll frees nothing; an invalid id is refused.
   *
   * Clauses: scroll.clear-by-id, scroll.clear-by-id-list, scroll.clear-leaves-other-contexts, scroll.clear-all,
   * scroll.clear-response, scroll.clear-twice, search.open-contexts-fall.
   */
  clearScrolls(ids: readonly string[], caller = anyone): Released {
    const isAll = ids.includes('_all');
    const all = isAll ? this.#scrolls.table.all() : [];
    const chosen = isAll ? all.map(({ id }) => id) : ids.map(caller.inner);
    for (const id of chosen) this.#scrolls.check(id);
    const owner = isAll ? undefined : caller.owner;
    const freed = chosen.map((id) => this.#scrolls.release(id, owner));
    return { succeeded: true, num_freed: freed.reduce((sum, count) => sum + count, 0) };
  }

  /**
   * Opens a point in time: it keeps the shards of its target at this time.
   *
   * Clauses: point-in-time.open-returns-id, point-in-time.open-returns-shards, point-in-time.covers-whole-target,
   * point-in-time.covers-target-only, point-in-time.snapshot-keeps-replaced-documents,
   * point-in-time.snapshot-hides-added-documents, point-in-time.snapshot-keeps-deleted-documents.
   */
  openPointInTime({ shards, keep_alive, caller = anyone }: OpenPointInTime) {
    const keep_ms = this.#keepTime(keep_alive, 'keep_alive');
    if (this.#points.table.holds(maxOpenPoints)) {
      throw new ServiceError(
        'too_many_requests_exception',
        `Trying to open too many points in time: at most [${maxOpenPoints}] can be open. Close one, or open it with a shorter [keep_alive].`,
      );
    }
    const { id } = this.#points.open({ shards, keep_ms, state: { removed: undefined }, caller });
    return { id: caller.outer(id), _shards: countsOf(shards.length) };
  }

  /**
   * A search with `pit`: searches the frozen shards, and renews the expiry if a keep time is given.
   *
   * Clauses: point-in-time.search-extends-retention, point-in-time.search-without-keep-alive-retention,
   * point-in-time.removed-status, point-in-time.response-has-pit-id, point-in-time.latest-id-searchable,
   * point-in-time.unknown-id, search-after.point-in-time-walk-ignores-writes.
   */
  async searchPointInTime(
    request: SearchRequest,
    environment = this.#environment,
    caller = anyone,
  ): Promise<SearchResult> {
    const pit = defined(request.pit, 'point in time of the request');
    const id = caller.inner(pit.id);
    const keep_ms = pit.keep_alive === undefined ? 0 : this.#keepTime(pit.keep_alive, 'keep_alive');
    const { shards, state } = this.#points.get(id, caller).thing;
    if (state.removed !== undefined) throw indexNotFound(state.removed);
    this.#extend(id, keep_ms);
    const { searchPage } = await loadSearch();
    const { result } = await searchPage({ request, shards, environment });
    this.#extend(id, keep_ms);
    return { pit_id: caller.outer(id), ...result };
  }

  /** point-in-time.delete-removes, point-in-time.delete-leaves-others, point-in-time.delete-twice. */
  closePointInTime(id: string, { inner, owner } = anyone): Released {
    return { succeeded: true, num_freed: this.#points.release(inner(id), owner) };
  }

  /** Must be called when an index is deleted: releases its scrolls. */
  indexRemoved(uuid: string, name: string): void {
    for (const id of this.#scrolls.ofIndex(uuid)) this.#scrolls.release(id);
    for (const id of this.#points.ofIndex(uuid)) this.#points.update(id, { removed: name });
  }

  releaseAll(): void {
    this.#scrolls.table.dropAll();
    this.#points.table.dropAll();
  }

  /** Numbers for the search section of the node's statistics. */
  counts() {
    const ofScrolls = this.#scrolls.openShards();
    const ofPoints = this.#points.openShards();
    return {
      open_contexts: ofScrolls + ofPoints,
      scroll_current: ofScrolls,
      scroll_total: this.#ended,
      scroll_time_in_millis: Math.round(this.#ended_ms),
      point_in_time_current: ofPoints,
    };
  }

  /** Moves the expiry of a point in time to a later time, never to an earlier one. */
  #extend(id: string, keep_ms: number): void {
    const { expiresAt_ms = Infinity } = this.#points.table.find(id) ?? {};
    if (this.#environment.elapsed() + keep_ms > expiresAt_ms) this.#points.table.renew(id, keep_ms);
  }

  /**
   * Parses the keep time of a request; returns milliseconds. Throws a ServiceError, which names the member, if the text
   * is not a time, not greater than 0, or greater than the limit.
   */
  #keepTime(text: string, member: string): number {
    const { maxKeepAlive_ms: most_ms } = this.#limits();
    const keep_ms = parseTime(text, member);
    if (keep_ms <= 0) return refuse(`[${member}] must be greater than [0] but was [${text}]`);
    if (keep_ms <= most_ms) return keep_ms;
    return refuse(
      `Keep alive for request (${formatTime(keep_ms)}) is too large. It must be less than (${formatTime(most_ms)}). This limit can be set by changing the [search.max_keep_alive] cluster level setting.`,
    );
  }
}

function tooManyScrolls([first]: OpenScroll['shards'], limit: number): ServiceError {
  return new ServiceError(
    'too_many_scroll_contexts_exception',
    `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
    first === undefined ? {} : { shard: { index: first.index.name, shard: first.snapshot.shard } },
  );
}
