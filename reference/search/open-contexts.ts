import type { Environment } from '../base/environment.ts';
import type { HeldMemory } from '../base/held-memory.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextKind } from './context-id.ts';
import { numberOfContextId } from './context-id.ts';
import type { Caller, Kept, KeptTable } from './kept-table.ts';
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
  /** Its own memory, without the data of the shards. */
  readonly memory: HeldMemory;
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

/**
 * The open contexts of one kind. Each method that takes an id throws a ServiceError if it is not of this kind.
 *
 * Clauses: scroll.expiry-releases, scroll.open-until-keep-time-is-over, point-in-time.retention-over,
 * point-in-time.open-until-keep-time-is-over.
 */
export class OpenContexts<State> {
  readonly #kind: ContextKind;
  readonly #parts: ContextParts;
  readonly table: KeptTable<OpenContext<State>>;

  /** `onEnd` is called for each context that is released or expires. */
  constructor(
    kind: ContextKind,
    parts: ContextParts,
    onEnd: (context: OpenContext<State>) => void = () => undefined,
  ) {
    this.#kind = kind;
    this.#parts = parts;
    this.table = keptTable(kind, parts.environment, (context) => {
      context.memory.release();
      onEnd(context);
    });
  }

  /** Throws circuit_breaking_exception if a limit of memory would be exceeded. */
  open(opening: Opening<State>): Kept<OpenContext<State>> {
    const { shards, keep_ms, state, state_bytes = 0, caller } = opening;
    const memory = this.#parts.memory.hold(shards, context_bytes + state_bytes);
    const openedAt_ms = this.#parts.environment.elapsed();
    return this.table.add({ shards, state, memory, openedAt_ms }, keep_ms, caller);
  }

  /** Returns the number in an id. */
  check(id: string): number {
    const number = numberOfContextId(this.#kind, id);
    if (number !== undefined) return number;
    const what = this.#kind === 'scroll' ? 'scroll' : 'point in time';
    throw new ServiceError('illegal_argument_exception', `Cannot parse ${what} id`, {
      cause: { type: 'illegal_argument_exception', reason: 'the id is not one of this service' },
    });
  }

  /** Returns a context; throws a ServiceError if the caller has no such context any more, or may no longer read it. */
  get(id: string, caller: Caller): Kept<OpenContext<State>> {
    const number = this.check(id);
    const context = keptFor(caller, this.table, id);
    if (context !== undefined) return context;
    const reason = `No search context found for id [${number}]`;
    throw new ServiceError('search_context_missing_exception', reason);
  }

  /** Replaces the state, if the context still exists. */
  update(id: string, state: State): void {
    const context = this.table.find(id)?.thing;
    if (context !== undefined) this.table.replace(id, { ...context, state });
  }

  /** Releases a context of any or of one owner; returns the number of freed shard contexts, 0 if there is none. */
  release(id: string, owner?: string): number {
    this.check(id);
    return this.table.drop(id, owner)?.shards.length ?? 0;
  }

  /** Number of open shard contexts. */
  openShards(): number {
    return this.table.all().reduce((sum, { thing }) => sum + thing.shards.length, 0);
  }

  /** Returns the ids of the contexts with shards of an index. */
  ofIndex(uuid: string): readonly string[] {
    const found = this.table
      .all()
      .filter(({ thing }) => thing.shards.some(({ index }) => index.uuid === uuid));
    return found.map(({ id }) => id);
  }
}
