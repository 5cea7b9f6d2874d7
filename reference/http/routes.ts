import { ServiceError } from '../base/service-error.ts';
import type { ExchangeContext } from './exchange.ts';
import { nearestCalls } from './nearest-calls.ts';
import { routeTree } from './route-tree.ts';
import { unservedCall } from './unserved-calls.ts';

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

/** Path parameters that name indices. A segment that starts with `_` is never the name of an index. */
const indexParameters = ['index', 'target', 'alias'];

/**
 * versioning.base-address, errors.unknown-path: returns the middleware that serves some routes. It refuses a path
 * without a route, and a method that no route of the path has.
 */
export function serveRoutes(routes: readonly Route[]): (ctx: ExchangeContext) => Promise<void> {
  const find = routeTree(routes);
  return async (ctx) => {
    const { path, method } = ctx;
    const matches = find(path).filter(({ parameters }) => !namesCall(parameters));
    const served = [method, ...(method === 'HEAD' ? ['GET'] : [])];
    for (const one of served) {
      const match = matches.find(({ route }) => route.method.toUpperCase() === one);
      if (match !== undefined) return match.route.serve(ctx, match.parameters);
    }
    if (matches.length === 0) return refuseUnknown(ctx, routes);
    return refuseMethod(
      ctx,
      matches.map(({ route }) => route.method.toUpperCase()),
    );
  };
}

function refuseMethod(ctx: ExchangeContext, methods: readonly string[]): never {
  const implied = methods.includes('GET') ? ['HEAD'] : [];
  const allowed = [...new Set([...methods, ...implied])].sort().join(', ');
  ctx.set('Allow', allowed);
  throw new ServiceError(
    'method_not_allowed_exception',
    `Incorrect HTTP method for uri [${ctx.path}] and method [${ctx.method}], allowed: [${allowed}]`,
    { plain: true },
  );
}

function namesCall(parameters: Readonly<Record<string, string>>): boolean {
  return indexParameters.some((name) => {
    const value = parameters[name];
    return value !== undefined && value.startsWith('_') && value !== '_all';
  });
}

function refuseUnknown({ method, path }: ExchangeContext, routes: readonly Route[]): never {
  const advice = unservedCall(path);
  const nearest = advice === undefined ? nearestCalls(path, routes) : [];
  const similar = `the most similar calls that it serves are [${nearest.join('], [')}]`;
  const hint =
    advice === undefined ? nearest.length > 0 && similar : `it is outside the interface; ${advice}`;
  throw new ServiceError(
    'illegal_argument_exception',
    `this server does not serve [${method} ${path}]${hint === false ? '' : `; ${hint}`}`,
    { plain: true },
  );
}
