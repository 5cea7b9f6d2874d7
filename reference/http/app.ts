import Koa from 'koa';
import type { Next } from 'koa';
import type { Budgets } from '../base/budgets.ts';
import { ServiceError } from '../base/service-error.ts';
import type { Security } from '../security/security.ts';
import { authenticateRequest, challenge } from './authenticate-request.ts';
import type { ErrorReply } from '../operations/service.ts';
import type { ExchangeContext, ExchangeState } from './exchange.ts';
import { presentationOf } from './exchange.ts';
import { checkFilterPath } from './filter-path.ts';
import { chooseResponseType } from './negotiate.ts';
import { checkPath, parseQueryString } from './query-parameters.ts';
import type { RefusalEdit } from './edit-refusals.ts';
import { editRefusals } from './edit-refusals.ts';
import { discardRest, readBody } from './read-body.ts';
import { refusePages } from './refuse-pages.ts';
import { reportDefect } from './report-defect.ts';
import type { RequestRecorder } from './recorded-requests.ts';
import type { Route } from './routes.ts';
import { refuseUnrouted, serveRoutes } from './routes.ts';
import type { ChangeStore } from './when-stored.ts';
import { answerWhenStored, refusingChanges } from './when-stored.ts';
import { writeError } from './write-reply.ts';

/** Options of the HTTP application. */
export interface AppOptions {
  /** Maximum size of a request body in bytes. */
  readonly maxBody: number;
  /** True to answer as Elasticsearch clients expect. */
  readonly compatible: boolean;
  /** The host name or address that the server listens on. */
  readonly host: string;
  readonly security: Security;
  /** Returns the status and the `error` member for a thrown value. */
  readonly describe: (thrown: unknown) => ErrorReply;
  readonly budgets: Budgets;
  /** Writes down each request. */
  readonly record?: RequestRecorder['record'] | undefined;
  /** Changes every refusal; default: none. */
  readonly refusal?: RefusalEdit | undefined;
  /** Default: nothing is stored. */
  readonly store?: ChangeStore | undefined;
  /** Receives reports of defects. */
  readonly log: (report: string) => void;
}

/**
 * Returns the application that serves the given routes and refuses all other requests. The number of requests is not
 * limited (limits.request-rate).
 */
export function createApp(routes: readonly Route[], options: AppOptions): Koa<ExchangeState> {
  const app = new Koa<ExchangeState>();
  app.silent = true;
  app.on('error', (error: unknown) => reportDefect(error, options.log));
  if (options.record !== undefined) app.use(options.record);
  app.use(answerWhenStored(options.store));
  if (options.refusal !== undefined) app.use(editRefusals(options.refusal));
  app.use(answerErrors(options));
  app.use(async (ctx, next) => {
    const budget = options.budgets.open(() => ctx.res.destroyed);
    ctx.res.once('close', () => budget.close());
    ctx.state.budget = budget;
    refusePages(ctx, { isSecured: options.security.enforced, host: options.host });
    ctx.state.principal = await authenticateRequest(ctx, options.security);
    ctx.state.bytes = await readBody(ctx.req, options.maxBody, budget);
    checkPath(ctx.path);
    const parameters = parseQueryString(ctx.querystring);
    // Before the presentation is set, because error bodies are filtered too.
    checkFilterPath(parameters['filter_path']);
    ctx.state.parameters = parameters;
    return next();
  });
  app.use(serveRoutes(routes.map((route) => refusingChanges(route, options.store))));
  app.use(refuseUnrouted(routes));
  return app;
}

/** Answers every refusal and every failure, so that neither ends the process. */
function answerErrors(options: AppOptions): (ctx: ExchangeContext, next: Next) => Promise<void> {
  return async (ctx, next) => {
    if (options.compatible) ctx.set('X-elastic-product', 'Elasticsearch');
    try {
      await next();
    } catch (error) {
      // The client has left.
      if (ctx.res.destroyed) return;
      if (!(error instanceof ServiceError)) reportDefect(error, options.log);
      const reply = options.describe(error);
      if (reply.status === 401) challenge(ctx);
      if (reply.status === 413) {
        ctx.set('Connection', 'close');
        await discardRest(ctx.req);
      }
      writeError(ctx, reply, presentationOf(ctx.state.parameters, errorType(ctx, options)));
    }
  };
}

/** Returns the media type of an error: JSON, even if the client does not accept it. */
function errorType(ctx: ExchangeContext, options: AppOptions): string {
  try {
    return chooseResponseType(ctx.get('accept'), ['application/json'], options.compatible);
  } catch {
    return 'application/json';
  }
}
