import type { Environment, Timer } from '../base/environment.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextKind } from './context-id.ts';
import { makeContextId, numberOfContextId } from './context-id.ts';
import type { SearchShard } from './shard-target.ts';

/** One open context and what it holds: references to shards as they were, nothing that grows with them. */
export interface OpenContext<State> {
  readonly id: string;
  readonly number: number;
  readonly shards: readonly SearchShard[];
  readonly opened_at_ms: number;
  readonly expires_at_ms: number;
  readonly state: State;
}

/** The open contexts of one kind. */
export interface ContextTable<State> {
  readonly open: (
    shards: readonly SearchShard[],
    keep_ms: number,
    state: State,
  ) => OpenContext<State>;
  /** Throws a ServiceError where the text is no id of this kind, or the context is gone. */
  readonly find: (id: string) => OpenContext<State>;
  /** Sets a new expiry. Does nothing for a context that is gone. */
  readonly renew: (id: string, keep_ms: number) => void;
  /** Gives the number of shard contexts that were freed: 0 where the context was gone already. */
  readonly release: (id: string) => number;
  /** How many contexts are open. */
  readonly count: () => number;
  readonly all: () => readonly OpenContext<State>[];
  /** Puts a new state in the place of the old one. */
  readonly update: (id: string, state: State) => void;
  /** Throws where the text is no id of this kind. */
  readonly check: (id: string) => void;
}

/**
 * Creates the table of one kind of context. A context leaves it when it is released, or when its time is over:
 * a timer sees to that, and each use looks at the clock as well. `onEnd` is called for each that leaves.
 * Opening costs the same however many are open.
 *
 * Clauses: scroll.expiry-releases, point-in-time.retention-over.
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
    clock.expect(context.expires_at_ms);
  };
  let opened = 0;
  return {
    check,
    open(shards, keep_ms, state) {
      const number = ++opened;
      const id = makeContextId(kind, number, environment);
      const now_ms = environment.now();
      const times = { opened_at_ms: now_ms, expires_at_ms: now_ms + keep_ms };
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
      if (context !== undefined) put({ ...context, expires_at_ms: environment.now() + keep_ms });
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

/** Ends contexts when their time is over. */
interface ExpiryClock {
  readonly dropExpired: () => void;
  /** Has to be told of each new expiry. */
  readonly expect: (expires_at_ms: number) => void;
}

function expiryClock<State>(
  environment: Environment,
  contexts: Map<string, OpenContext<State>>,
  onEnd: (context: OpenContext<State>) => void,
): ExpiryClock {
  let timer: Timer | undefined;
  /** No context expires before this. */
  let earliest_ms = Number.POSITIVE_INFINITY;
  const arm = (): void => {
    timer?.cancel();
    timer =
      contexts.size === 0
        ? undefined
        : environment.setTimer(Math.max(1, earliest_ms - environment.now()), ring);
  };
  const ring = (): void => {
    if (environment.now() < earliest_ms) arm();
    else dropExpired();
  };
  const dropExpired = (): void => {
    const now_ms = environment.now();
    if (now_ms < earliest_ms) return;
    earliest_ms = Number.POSITIVE_INFINITY;
    for (const context of contexts.values()) {
      if (context.expires_at_ms > now_ms) {
        earliest_ms = Math.min(earliest_ms, context.expires_at_ms);
      } else {
        contexts.delete(context.id);
        onEnd(context);
      }
    }
    arm();
  };
  return {
    dropExpired,
    expect(expires_at_ms) {
      if (expires_at_ms >= earliest_ms) return;
      earliest_ms = expires_at_ms;
      arm();
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
