import type { Environment } from '../base/environment.ts';
import { expiryClock } from '../base/expiry-clock.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextKind } from './context-id.ts';
import { makeContextId, numberOfContextId } from './context-id.ts';
import type { SearchShard } from './shard-target.ts';

/** An open context. It has references to the shards at the time of opening; its own size does not depend on theirs. */
export interface OpenContext<State> {
  readonly id: string;
  readonly number: number;
  readonly shards: readonly SearchShard[];
  readonly openedAt_ms: number;
  readonly expiresAt_ms: number;
  readonly state: State;
}

/** The open contexts of one kind. */
export interface ContextTable<State> {
  readonly open: (
    shards: readonly SearchShard[],
    keep_ms: number,
    state: State,
  ) => OpenContext<State>;
  /**
   * Returns the context. Throws a ServiceError if the id is not of this kind, or the context does not exist any more.
   */
  readonly find: (id: string) => OpenContext<State>;
  /** Renews the expiry, if the context still exists. */
  readonly renew: (id: string, keep_ms: number) => void;
  /** Releases the context; returns the number of freed shard contexts, 0 if it does not exist any more. */
  readonly release: (id: string) => number;
  /** Returns the number of open contexts. */
  readonly count: () => number;
  readonly all: () => readonly OpenContext<State>[];
  /** Replaces the state. */
  readonly update: (id: string, state: State) => void;
  /** Throws a ServiceError if the id is not of this kind. */
  readonly check: (id: string) => void;
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
  environment: Environment,
  onEnd: (context: OpenContext<State>) => void = () => {},
): ContextTable<State> {
  const contexts = new Map<string, OpenContext<State>>();
  const clock = expiryClock(environment, contexts, onEnd);
  const check = (id: string): number => numberOfContextId(kind, id) ?? unreadable(kind);
  const put = (context: OpenContext<State>): void => {
    contexts.set(context.id, context);
    clock.expect(context.expiresAt_ms);
  };
  let opened = 0;
  return {
    check,
    open(shards, keep_ms, state) {
      const number = ++opened;
      const id = makeContextId(kind, number, environment);
      const now_ms = environment.elapsed();
      const times = { openedAt_ms: now_ms, expiresAt_ms: now_ms + keep_ms };
      const context = { id, number, shards, state, ...times };
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
    renew(id, keep_ms) {
      const context = contexts.get(id);
      if (context !== undefined) put({ ...context, expiresAt_ms: environment.elapsed() + keep_ms });
    },
    release(id) {
      clock.dropExpired();
      const context = contexts.get(id);
      if (context === undefined) return 0;
      contexts.delete(id);
      onEnd(context);
      return context.shards.length;
    },
    count() {
      clock.dropExpired();
      return contexts.size;
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
