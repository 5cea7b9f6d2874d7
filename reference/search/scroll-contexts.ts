import type { Environment } from '../base/environment.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextTable, OpenContext } from './context-table.ts';
import { contextTable } from './context-table.ts';
import type { ContextLimits, ContinueScroll, OpenScroll, Released } from './context-types.ts';
import { keepTime } from './keep-time.ts';
import { searchPage } from './execute-search.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchResult } from './search-result.ts';
import type { SearchShard } from './shard-target.ts';
import type { Cursor } from './top-hits.ts';

/** What a scroll remembers between its pages; the documents are those of the shards as they were when it opened. */
interface ScrollState {
  readonly request: SearchRequest;
  readonly cursor: Cursor | undefined;
}

/** The scrolls that are open, and the calls on them. */
export interface ScrollContexts {
  readonly open: (open: OpenScroll) => Promise<SearchResult>;
  readonly next: (step: ContinueScroll) => Promise<SearchResult>;
  readonly clear: (ids: readonly string[]) => Released;
  readonly indexRemoved: (uuid: string) => void;
  readonly counts: () => ScrollCounts;
}

/** Each shard of a scroll counts for one. */
export interface ScrollCounts {
  readonly current: number;
  readonly total: number;
  readonly time_in_millis: number;
}

export function scrollContexts(
  environment: Environment,
  limits: () => ContextLimits,
): ScrollContexts {
  let ended = 0;
  let ended_ms = 0;
  let current = 0;
  const table: ContextTable<ScrollState> = contextTable('scroll', environment, (context) => {
    current -= context.shards.length;
    ended += context.shards.length;
    ended_ms += environment.now() - context.opened_at_ms;
  });
  /** Pages of one scroll are made one after the other: the last one of each that is being made. */
  const busy = new Map<string, Promise<unknown>>();

  const page = async (context: OpenContext<ScrollState>): Promise<SearchResult> => {
    const { id, shards, state } = context;
    const { result, next } = await searchPage(
      { request: state.request, shards, environment },
      state.cursor,
    );
    const request = { ...state.request, aggregations: new Map() };
    table.update(id, { request, cursor: next });
    return { _scroll_id: id, ...result };
  };

  return {
    async open({ request, shards }) {
      const { max_keep_alive_ms, max_open_scroll_context } = limits();
      const keep_ms = keepTime(request.scroll ?? '', 'scroll', max_keep_alive_ms);
      table.all();
      if (current + shards.length > max_open_scroll_context)
        throw tooMany(shards, max_open_scroll_context);
      current += shards.length;
      const context = table.open(shards, keep_ms, { request, cursor: undefined });
      try {
        const result = await page(context);
        table.renew(context.id, keep_ms);
        return result;
      } catch (error) {
        table.release(context.id);
        throw error;
      }
    },
    async next({ scroll_id, scroll }) {
      const keep_ms =
        scroll === undefined ? undefined : keepTime(scroll, 'scroll', limits().max_keep_alive_ms);
      table.check(scroll_id);
      await busy.get(scroll_id);
      const context = table.find(scroll_id);
      if (keep_ms === undefined) table.release(scroll_id);
      else table.renew(scroll_id, keep_ms);
      const making = page(context);
      const settled = making.catch(() => {});
      busy.set(scroll_id, settled);
      try {
        return await making;
      } finally {
        if (busy.get(scroll_id) === settled) busy.delete(scroll_id);
        if (keep_ms !== undefined) table.renew(scroll_id, keep_ms);
      }
    },
    clear(ids) {
      const isAll = ids.includes('_all');
      const chosen = isAll ? table.all().map(({ id }) => id) : ids;
      for (const id of chosen) table.check(id);
      const num_freed = chosen.reduce((sum, id) => sum + table.release(id), 0);
      return { succeeded: true, num_freed };
    },
    indexRemoved(uuid) {
      for (const { id, shards } of table.all()) {
        if (shards.some(({ index }) => index.uuid === uuid)) table.release(id);
      }
    },
    counts() {
      table.all();
      return { current, total: ended, time_in_millis: Math.round(ended_ms) };
    },
  };
}

function tooMany(shards: readonly SearchShard[], limit: number): ServiceError {
  const [first] = shards;
  return new ServiceError(
    'too_many_scroll_contexts_exception',
    `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
    first === undefined ? {} : { shard: { index: first.index.name, shard: first.snapshot.shard } },
  );
}
