import type { Environment } from '../base/environment.ts';
import type { HeldMemory } from '../base/held-memory.ts';
import { ServiceError, refuse } from '../base/service-error.ts';
import { formatTime, parseTime } from '../base/units.ts';
import type { ContextKind } from './context-id.ts';
import { numberOfContextId } from './context-id.ts';
import type { Kept, KeptTable } from './kept-table.ts';
import { keptTable } from './kept-table.ts';
import type { SearchShard } from './shard-target.ts';
import type { SnapshotMemory } from './snapshot-memory.ts';

/** An open context. It has references to the shards at the time of opening; its own size does not depend on theirs. */
export interface OpenContext<State> {
  readonly shards: readonly SearchShard[];
  readonly openedAt_ms: number;
  readonly state: State;
  /** Its own memory, without the data of the shards. */
  readonly memory: HeldMemory;
}

/** A context to open. */
interface OpeningContext<State> {
  readonly shards: readonly SearchShard[];
  readonly keep_ms: number;
  readonly state: State;
  /** Memory of the state, estimated. */
  readonly state_bytes?: number;
  readonly names?: ReadonlySet<string> | undefined;
}

/** The open contexts of one kind. */
export interface SearchContexts<State> extends Pick<
  KeptTable<OpenContext<State>>,
  'find' | 'renew' | 'all' | 'holds' | 'dropAll'
> {
  /** Throws circuit_breaking_exception if a limit of memory would be exceeded. */
  readonly open: (opening: OpeningContext<State>) => Kept<OpenContext<State>>;
  /**
   * Returns the context. Throws a ServiceError if the id is not of this kind, or the context does not exist any more.
   */
  readonly get: (id: string) => Kept<OpenContext<State>>;
  /** Replaces the state, if the context still exists. */
  readonly update: (id: string, state: State) => void;
  /**
   * Releases the context; returns the number of freed shard contexts, 0 if it does not exist any more. Throws a
   * ServiceError if the id is not of this kind.
   */
  readonly release: (id: string) => number;
  /** Throws a ServiceError if the id is not of this kind. */
  readonly check: (id: string) => void;
  /** Number of open shard contexts. */
  readonly openShards: () => number;
}

/** Estimated memory in bytes of a context without its state and the data of its shards. */
const context_bytes = 1024;

/** What the contexts of one kind are built on. */
export interface ContextParts {
  readonly environment: Environment;
  readonly memory: SnapshotMemory;
}

/**
 * Creates the contexts of one kind. `onEnd` is called for each one that is released or expires.
 *
 * Clauses: scroll.expiry-releases, scroll.open-until-keep-time-is-over, point-in-time.retention-over,
 * point-in-time.open-until-keep-time-is-over.
 */
export function searchContexts<State>(
  kind: ContextKind,
  { environment, memory }: ContextParts,
  onEnd: (context: OpenContext<State>) => void = () => undefined,
): SearchContexts<State> {
  const table = keptTable<OpenContext<State>>(kind, environment, (context) => {
    context.memory.release();
    onEnd(context);
  });
  const check = (id: string): number => numberOfContextId(kind, id) ?? unreadable(kind);
  return {
    ...table,
    check,
    open({ shards, keep_ms, state, state_bytes = 0, names }) {
      const held = memory.hold(shards, context_bytes + state_bytes);
      const openedAt_ms = environment.elapsed();
      return table.add({ shards, state, memory: held, openedAt_ms }, keep_ms, names);
    },
    get(id) {
      const number = check(id);
      return table.find(id) ?? missing(number);
    },
    update(id, state) {
      const context = table.find(id)?.thing;
      if (context !== undefined) table.replace(id, { ...context, state });
    },
    release(id) {
      check(id);
      return table.drop(id)?.shards.length ?? 0;
    },
    openShards: () => table.all().reduce((sum, { thing }) => sum + thing.shards.length, 0),
  };
}

function unreadable(kind: ContextKind): never {
  const reason = kind === 'scroll' ? 'Cannot parse scroll id' : 'Cannot parse point in time id';
  throw new ServiceError('illegal_argument_exception', reason, {
    cause: { type: 'illegal_argument_exception', reason: 'the id is not one of this service' },
  });
}

function missing(number: number): never {
  const reason = `No search context found for id [${number}]`;
  throw new ServiceError('search_context_missing_exception', reason);
}

/**
 * Parses the keep time of a request; returns milliseconds. Throws a ServiceError, which names the member, if the text
 * is not a time, not greater than 0, or greater than the limit.
 */
export function keepTime(text: string, member: string, maxKeepAlive_ms: number): number {
  const keep_ms = parseTime(text, member);
  if (keep_ms <= 0) return refuse(`[${member}] must be greater than [0] but was [${text}]`);
  if (keep_ms > maxKeepAlive_ms) {
    return refuse(
      `Keep alive for request (${formatTime(keep_ms)}) is too large. It must be less than (${formatTime(maxKeepAlive_ms)}). This limit can be set by changing the [search.max_keep_alive] cluster level setting.`,
    );
  }
  return keep_ms;
}
