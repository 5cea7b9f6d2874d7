import type { Next } from 'koa';
import { ServiceError } from '../base/service-error.ts';
import { describeError } from './error-replies.ts';
import { type ExchangeContext, presentationOf } from './exchange.ts';
import type { Route } from './routes.ts';
import { checkedFirst } from './routes.ts';
import { writeError } from './write-reply.ts';

/** Where the changes of the service are stored. */
export interface ChangeStore {
  /** Resolves when all changes so far are stored; undefined if they already are. Rejects while they cannot be. */
  readonly flushed: () => Promise<void> | undefined;
  /** Why changes cannot be stored now, for example because the disk is full; undefined if they can. */
  readonly problem: () => Error | undefined;
}

type Middleware = (ctx: ExchangeContext, next: Next) => Promise<void>;

/**
 * Returns the middleware that sends an answer only after all changes so far are stored: it may contain the changes of
 * this and of other requests. While they cannot be stored, answers to reads are sent, and a change whose storing failed
 * is answered with 507. If they can never be stored again, every request is answered with 503.
 */
export function answerWhenStored(store: ChangeStore | undefined): Middleware {
  return async (ctx, next) => {
    await next();
    try {
      await store?.flushed();
    } catch (error) {
      const reason = messageOf(store?.problem() ?? error);
      if (store?.problem() === undefined) {
        refuse(ctx, 503, `changes can no longer be stored, and the server stops: ${reason}`);
      } else if (ctx.state.isChange && ctx.status < 400) {
        refuse(
          ctx,
          507,
          `the change is not stored: ${reason}. It is tried again until the server ends, and reads may show it already; send it again, or read it, when the cause is removed`,
        );
      }
    }
  };
}

/** Returns the route which, while changes cannot be stored, refuses every request that may change something with 429. */
export function refusingChanges(route: Route, store: ChangeStore | undefined): Route {
  if (store === undefined || route.isChange !== true) return route;
  return checkedFirst(route, ({ state }) => {
    const problem = store.problem();
    if (problem !== undefined) {
      throw unstored(
        429,
        `blocked by: [TOO_MANY_REQUESTS/12/changes cannot be stored]: ${problem.message}. Reads are served; send changes again when the cause is removed`,
      );
    }
    state.isChange = true;
  });
}

function refuse(ctx: ExchangeContext, status: number, reason: string): void {
  ctx.set('Connection', 'close');
  writeError(
    ctx,
    describeError(unstored(status, reason)),
    presentationOf(undefined, 'application/json'),
  );
}

function unstored(status: number, reason: string): ServiceError {
  return new ServiceError('cluster_block_exception', reason, { status });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
