import type { Environment } from '../base/environment.ts';
import { expiryClock } from '../base/expiry-clock.ts';
import type { HeldMemory } from '../base/held-memory.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextKind } from './context-id.ts';
import { makeContextId, numberOfContextId } from './context-id.ts';
import type { SearchShard } from './shard-target.ts';
import type { SnapshotMemory } from './snapshot-memory.ts';

/** An open context. It has references to the shards at the time of opening; its own size does not depend on theirs. */
export interface OpenContext<State> {
  readonly id: string;
  readonly number: number;
  readonly shards: readonly SearchShard[];
  readonly openedAt_ms: number;
  readonly expiresAt_ms: number;
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
}

/** The open contexts of one kind. */
export interface ContextTable<State> {
  /** Throws circuit_breaking_exception if a limit of memory would be exceeded. */
  readonly open: (opening: OpeningContext<State>) => OpenContext<State>;
  /**
   * Returns the context. Throws a ServiceError if the id is not of this kind, or the context does not exist any more.
   */
  readonly find: (id: string) => OpenContext<State>;
  /** Moves the expiry to a later time, if the context still exists; never to an earlier one. */
  readonly extend: (id: string, keep_ms: number) => void;
  /** Renews the expiry, if the context still exists. */
  readonly renew: (id: string, keep_ms: number) => void;
  /** Releases the context; returns the number of freed shard contexts, 0 if it does not exist any more. */
  readonly release: (id: string) => number;
  readonly all: () => readonly OpenContext<State>[];
  /** Replaces the state. */
  readonly update: (id: string, state: State) => void;
  /** Throws a ServiceError if the id is not of this kind. */
  readonly check: (id: string) => void;
}

/** Estimated memory in bytes of a context without its state and the data of its shards. */
export const context_bytes = 1024;

/** What a table is built on. */
export interface ContextParts {
  readonly environment: Environment;
  readonly memory: SnapshotMemory;
}

/**
 * Creates the table of one kind of context. A context is removed when it is released or expires, by a timer and at each
 * use. `onEnd` is called for each removed context. The cost of opening does not depend on the number of open contexts.
 *
 * Clauses: scroll.expiry-releases, scroll.open-until-keep-time-is-over, point-in-time.retention-over,
 * point-in-time.open-until-keep-time-is-over.
 */
export function contextTable<State>(
  kind: ContextKind,
  { environment, memory }: ContextParts,
  onEnd: (context: OpenContext<State>) => void = () => {},
): ContextTable<State> {
  const contexts = new Map<string, OpenContext<State>>();
  const end = (context: OpenContext<State>): void => {
    context.memory.release();
    onEnd(context);
  };
  const clock = expiryClock(environment, contexts, end);
  const check = (id: string): number => numberOfContextId(kind, id) ?? unreadable(kind);
  const put = (context: OpenContext<State>): void => {
    contexts.set(context.id, context);
    clock.expect(context.expiresAt_ms);
  };
  const expire = (id: string, keep_ms: number, isLaterOnly: boolean): void => {
    const context = contexts.get(id);
    const expiresAt_ms = environment.elapsed() + keep_ms;
    if (context === undefined || (isLaterOnly && expiresAt_ms <= context.expiresAt_ms)) return;
    put({ ...context, expiresAt_ms });
  };
  let opened = 0;
  return {
    check,
    open({ shards, keep_ms, state, state_bytes = 0 }) {
      const held = memory.hold(shards, context_bytes + state_bytes);
      const number = ++opened;
      const id = makeContextId(kind, number, environment);
      const now_ms = environment.elapsed();
      const times = { openedAt_ms: now_ms, expiresAt_ms: now_ms + keep_ms };
      const context = { id, number, shards, state, memory: held, ...times };
      put(context);
      return context;
    },
    find(id) {
      const number = check(id);
      clock.dropExpired();
      return contexts.get(id) ?? missing(number);
    },
    update(id, state) {
      const context = contexts.get(id);
      if (context !== undefined) put({ ...context, state });
    },
    extend: (id, keep_ms) => expire(id, keep_ms, true),
    renew: (id, keep_ms) => expire(id, keep_ms, false),
    release(id) {
      clock.dropExpired();
      const context = contexts.get(id);
      if (context === undefined) return 0;
      contexts.delete(id);
      end(context);
      return context.shards.length;
    },
    all() {
      clock.dropExpired();
      return [...contexts.values()];
    },
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
