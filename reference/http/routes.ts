import type { RouterMiddleware } from '@koa/router';
import { Router } from '@koa/router';
import type { Next } from 'koa';
import { outsideCall, substituteForCall } from '../base/outside.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ExchangeContext, ExchangeState } from './exchange.ts';

/** A method, a path, and the function that answers their requests. */
export interface Route {
  readonly method: string;
  /** A template with parameters, as in `/{target}/_search`. */
  readonly path: string;
  /** True if its requests may change what is stored. Default false. */
  readonly isChange?: boolean;
  readonly serve: (
    ctx: ExchangeContext,
    parameters: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

/** Returns the route with a check before each of its requests, which throws to refuse one. */
export function checkedFirst(
  route: Route,
  check: (ctx: ExchangeContext, parameters: Readonly<Record<string, string>>) => void,
): Route {
  return {
    ...route,
    async serve(ctx, parameters) {
      check(ctx, parameters);
      return route.serve(ctx, parameters);
    },
  };
}

/** Path parameters that name indices. A segment that starts with `_` is never the name of an index. */
const indexParameters = ['index', 'target', 'alias'];

type Middleware = (ctx: ExchangeContext, next: Next) => Promise<unknown>;

/** versioning.base-address: returns the middleware that serves some routes. */
export function serveRoutes(routes: readonly Route[]): Middleware {
  return createRouter(routes).routes() as Middleware;
}

/** Returns the router of some routes. A literal segment takes precedence over a parameter. */
function createRouter(routes: readonly Route[]): Router<ExchangeState> {
  const router = new Router<ExchangeState>({ sensitive: true, strict: true });
  const ordered = [...routes].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const route of ordered) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], serving(route));
  }
  return router;
}

/**
 * errors.unknown-path: returns the middleware that refuses a path without a route, and a method that no route of the
 * path has.
 */
export function refuseUnrouted(routes: readonly Route[]): (ctx: ExchangeContext) => never {
  const router = createRouter(routes);
  return (ctx) => {
    const methods = allowedMethods(router, ctx.path);
    if (methods.length === 0) return refuseUnknown(ctx, routes);
    ctx.set('Allow', methods.join(', '));
    const advice = substituteForCall(ctx.path);
    throw new ServiceError(
      'method_not_allowed_exception',
      `Incorrect HTTP method for uri [${ctx.path}] and method [${ctx.method}], allowed: [${methods.join(', ')}]${advice === undefined ? '' : `; ${advice}`}`,
      { plain: true },
    );
  };
}

/** Returns the key by which templates are sorted and tried: `{` sorts after every letter. */
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

function refuseUnknown({ method, path }: ExchangeContext, routes: readonly Route[]): never {
  const isTest = (each: string): boolean => each.startsWith('/_test/');
  const needsFlag = isTest(path) && !routes.some((route) => isTest(route.path));
  const hint = needsFlag
    ? '; start it with --test-control, or startReference with `testControl: true`'
    : outsideCall(path);
  throw new ServiceError(
    'illegal_argument_exception',
    `this server does not serve [${method} ${path}]${hint}`,
    { plain: true },
  );
}
