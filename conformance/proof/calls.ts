import { pathnameOf, type WireRequest } from '../base/exchange.ts';
import { partOf } from '../description/exchange-parts.ts';
import type { HookName, Profile } from '../driver/profile.ts';
import type { Forward, StartInterceptor } from '../run/mutation.ts';

/** The requests that interceptors distinguish, by their method and path without a query; `open-scroll` is a search. */
const targetCalls = {
  'create-index': /^PUT \/[^_/][^/]*$/,
  'write-document': /^PUT \/[^/]+\/_doc\//,
  search: /^\w+ .*\/_search$/,
  'open-scroll': /^$/,
  'clear-scroll': /^DELETE \/_search\/scroll/,
  'continue-scroll': /^\w+ \/_search\/scroll/,
  'close-pit': /^DELETE .*\/_pit$/,
  'open-pit': /^\w+ .*\/_pit$/,
  'nodes-stats': /^\w+ \/_nodes\//,
  cat: /^GET \/_cat\//,
  query: /^POST \/_query$/,
  'start-query': /^POST \/_query\/async$/,
  'stop-query': /^POST \/_query\/async\/[^/]+\/stop$/,
  'get-query': /^GET \/_query\/async\/[^/]+$/,
  'delete-query': /^DELETE \/_query\/async\/[^/]+$/,
  sql: /^POST \/_sql$/,
  'put-policy': /^PUT \/_ilm\/policy\/[^/]+$/,
  'read-streams': /^GET \/_data_stream/,
  authenticate: /^\w+ \/_security\/_authenticate$/,
  'create-key': /^(?:POST|PUT) \/_security\/api_key$/,
  'create-role': /^(?:POST|PUT) \/_security\/role\//,
  'create-user': /^(?:POST|PUT) \/_security\/user\//,
} as const;

/** The requests to an intake. */
const intakeCalls = {
  events: /^\w+ \/intake\/v2\/events/,
  configuration: /^\w+ \/config\/v1\/agents/,
} as const;

/** The kinds of requests that interceptors distinguish. */
export type CallKind = keyof typeof targetCalls | keyof typeof intakeCalls | 'other';

/** The calls whose responses contain hits. */
export const hitCalls: readonly CallKind[] = ['search', 'open-scroll', 'continue-scroll'];

/** Returns the segments of the path of a request, percent-decoded. */
export function segmentsOf({ path }: WireRequest): readonly string[] {
  const segments = pathnameOf(path).split('/');
  return segments.filter((part) => part !== '').map(decodeURIComponent);
}

/** Returns the first segment of a path, which names the indices of a request; an empty string if the path is `/`. */
export function targetOf(request: WireRequest): string {
  return segmentsOf(request)[0] ?? '';
}

/** Returns the kind of a request. */
export function kindOf(request: WireRequest): CallKind {
  const { method, path, base_url } = request;
  const patterns = Object.entries(base_url === undefined ? targetCalls : intakeCalls);
  const found = patterns.find(([, pattern]) => pattern.test(`${method} ${pathnameOf(path)}`));
  const kind = (found?.[0] ?? 'other') as CallKind;
  return kind === 'search' && partOf(request, 'query/scroll') !== undefined ? 'open-scroll' : kind;
}

/** True for a request that calls a hook. */
export function calls({ hook }: WireRequest, name: HookName): boolean {
  return hook?.name === name;
}

/** Returns an interceptor that runs `act` before it forwards each call of a hook. */
export function beforeHook(
  name: HookName,
  act: (forward: Forward, request: WireRequest, profile: Profile) => Promise<unknown>,
): StartInterceptor {
  return (profile) => async (request, forward) => {
    if (calls(request, name)) await act(forward, request, profile);
    return forward(request);
  };
}
