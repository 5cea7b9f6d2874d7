import type { Environment } from '../base/environment.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextKind } from './context-id.ts';
import { numberOfContextId } from './context-id.ts';
import type { Caller, Kept } from './kept-table.ts';
import { keptFor, keptTable } from './kept-table.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchShard } from './shard-target.ts';
import type { SnapshotMemory } from './snapshot-memory.ts';

/** The settings that limit contexts, read at each use so that changes apply immediately. */
export interface ContextLimits {
  /** `search.max_open_scroll_context`: contexts of scrolls, one for each shard. */
  readonly max_open_scroll_context: number;
  /** `search.max_keep_alive` in milliseconds. */
  readonly maxKeepAlive_ms: number;
}

/** The result of clearing scrolls or closing a point in time. If nothing was freed, `http/` returns 404. */
export interface Released {
  readonly succeeded: boolean;
  /** Number of freed contexts, one for each shard. */
  readonly num_freed: number;
}

/** A request to open a scroll. */
export interface OpenScroll {
  readonly request: SearchRequest;
  readonly shards: readonly SearchShard[];
  /** Memory of the request, estimated. Default 0. */
  readonly request_bytes?: number;
  /** The environment in which the page is computed. Default: that of the registry. */
  readonly environment?: Environment | undefined;
  readonly caller?: Caller | undefined;
}

/** A request for the next page of a scroll. */
export interface ContinueScroll extends Pick<OpenScroll, 'environment' | 'caller'> {
  readonly scroll_id: string;
  /** The new keep time as the client sent it; without one the context is released after this page. */
  readonly scroll: string | undefined;
}

/** A request to open a point in time. */
export interface OpenPointInTime extends Pick<OpenScroll, 'shards' | 'caller'> {
  readonly keep_alive: string;
}

/** An open context. It has references to the shards at the time of opening; its own size does not depend on theirs. */
export interface OpenContext<State> {
  readonly shards: readonly SearchShard[];
  readonly openedAt_ms: number;
  readonly state: State;
  /** Frees its memory, and the data of the shards. */
  readonly release: () => void;
}

/** A context to open. */
interface Opening<State> extends Pick<OpenContext<State>, 'shards' | 'state'> {
  readonly keep_ms: number;
  /** Memory of the state, estimated. */
  readonly state_bytes?: number;
  readonly caller: Caller;
}

/** Estimated memory in bytes of a context without its state and the data of its shards. */
const context_bytes = 1024;

/** What the contexts of one kind are built on. */
export interface ContextParts {
  readonly environment: Environment;
  readonly memory: SnapshotMemory;
}

/** The open contexts of one kind. */
export type OpenContexts<State> = ReturnType<typeof openContexts<State>>;

/**
 * Returns the contexts of one kind, of which none is open. Each function that takes an id throws a ServiceError if it is
 * not of this kind. `onEnd` is called for each context that is released or expires.
 *
 * Clauses: scroll.expiry-releases, scroll.open-until-keep-time-is-over, point-in-time.retention-over,
 * point-in-time.open-until-keep-time-is-over.
 */
export function openContexts<State>(
  kind: ContextKind,
  { environment, memory: snapshots }: ContextParts,
  onEnd: (context: OpenContext<State>) => void = () => undefined,
) {
  const table = keptTable<OpenContext<State>>(kind, environment, (context) => {
    context.release();
    onEnd(context);
  });
  /** Returns the number in an id. */
  const check = (id: string): number => {
    const number = numberOfContextId(kind, id);
    if (number !== undefined) return number;
    const what = kind === 'scroll' ? 'scroll' : 'point in time';
    throw new ServiceError('illegal_argument_exception', `Cannot parse ${what} id`, {
      cause: { type: 'illegal_argument_exception', reason: 'the id is not one of this service' },
    });
  };
  return {
    table,
    check,
    /** Throws circuit_breaking_exception if a limit of memory would be exceeded. */
    open({ shards, keep_ms, state, state_bytes = 0, caller }: Opening<State>) {
      const release = snapshots.hold(shards, context_bytes + state_bytes);
      const openedAt_ms = environment.elapsed();
      return table.add({ shards, state, release, openedAt_ms }, keep_ms, caller);
    },
    /** Returns a context; throws a ServiceError if the caller has no such context any more, or may no longer read it. */
    get(id: string, caller: Caller): Kept<OpenContext<State>> {
      const number = check(id);
      const context = keptFor(caller, table, id);
      if (context !== undefined) return context;
      const reason = `No search context found for id [${number}]`;
      throw new ServiceError('search_context_missing_exception', reason);
    },
    /** Replaces the state, if the context still exists. */
    update(id: string, state: State): void {
      const context = table.find(id)?.thing;
      if (context !== undefined) table.replace(id, { ...context, state });
    },
    /** Releases a context of any or of one owner; returns the number of freed shard contexts, 0 if there is none. */
    release(id: string, owner?: string): number {
      check(id);
      return table.drop(id, owner)?.shards.length ?? 0;
    },
    /** Number of open shard contexts. */
    openShards: () => table.all().reduce((sum, { thing }) => sum + thing.shards.length, 0),
    /** Returns the ids of the contexts with shards of an index. */
    ofIndex(uuid: string): readonly string[] {
      const hasIndex = ({ shards }: OpenContext<State>) =>
        shards.some(({ index }) => index.uuid === uuid);
      return table.all().flatMap(({ id, thing }) => (hasIndex(thing) ? id : []));
    },
  };
}
