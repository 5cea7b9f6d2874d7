import type { RouterMiddleware } from '@koa/router';
import { Router } from '@koa/router';
import { refuse, ServiceError } from '../base/service-error.ts';
import type { ExchangeContext, ExchangeState } from './exchange.ts';

/** One method and path, and what answers it. */
export interface Route {
  readonly method: string;
  /** A template with `{name}` for a segment that varies. */
  readonly path: string;
  readonly serve: (
    ctx: ExchangeContext,
    parameters: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

/** Parameters of a path that name indices; a segment with `_` in front is no such name, but a call. */
const indexParameters = ['index', 'target', 'alias'];

/** versioning.base-address: takes routes; gives the router for them, in which a literal segment comes before one that varies. */
export function createRouter(routes: readonly Route[]): Router<ExchangeState> {
  const router = new Router<ExchangeState>({ sensitive: true, strict: true });
  const ordered = [...routes].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const route of ordered) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], serving(route));
  }
  return router;
}

/** errors.unknown-path: refuses a path that no route has, and a method that no route of the path has. */
export function refuseUnrouted(router: Router<ExchangeState>): (ctx: ExchangeContext) => never {
  return (ctx) => {
    const methods = allowedMethods(router, ctx.path);
    if (methods.length === 0) return refuseUnknown(ctx);
    ctx.set('Allow', methods.join(', '));
    throw new ServiceError(
      'method_not_allowed_exception',
      `Incorrect HTTP method for uri [${ctx.path}] and method [${ctx.method}], allowed: [${methods.join(', ')}]`,
    );
  };
}

/** Gives the operations' templates the order in which they are tried: `{` comes after every letter. */
function sortKey({ path, method }: Route): string {
  return `${path} ${method === 'head' ? 0 : 1}`;
}

function serving(route: Route): RouterMiddleware<ExchangeState> {
  return async (ctx, next) => {
    if (namesCall(ctx.params)) return next();
    return route.serve(ctx, ctx.params);
  };
}

function allowedMethods(router: Router<ExchangeState>, path: string): readonly string[] {
  const layers = router.match(path, '').path;
  const methods = layers
    .filter((layer) => !namesCall(layer.params(path, layer.captures(path))))
    .flatMap((layer) => layer.methods);
  return [...new Set(methods)].sort();
}

function namesCall(parameters: Readonly<Record<string, string>>): boolean {
  return indexParameters.some((name) => {
    const value = parameters[name];
    return value !== undefined && value.startsWith('_') && value !== '_all';
  });
}

function refuseUnknown(ctx: ExchangeContext): never {
  return refuse(`no handler found for uri [${ctx.originalUrl}] and method [${ctx.method}]`);
}
