import { parseJson, writeJson } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** The kinds of requests that interceptors distinguish. */
export type CallKind =
  | 'create-index'
  | 'write-document'
  | 'search'
  | 'open-scroll'
  | 'continue-scroll'
  | 'clear-scroll'
  | 'open-pit'
  | 'close-pit'
  | 'nodes-stats'
  | 'other';

/** The parts of a path and its query. */
export interface Address {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** The calls whose responses contain hits. */
export const hitCalls: readonly CallKind[] = ['search', 'open-scroll', 'continue-scroll'];

/** Splits the path of a request; segments are percent-decoded. */
export function addressOf(request: WireRequest): Address {
  const [path = '', query = ''] = request.path.split('?', 2);
  const segments = path.split('/').filter((part) => part !== '');
  return { segments: segments.map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** Returns the first segment of a path, which names the indices of a request; an empty string if the path is `/`. */
export function targetOf(request: WireRequest): string {
  return addressOf(request).segments[0] ?? '';
}

/** Returns the kind of a request. */
export function kindOf(request: WireRequest): CallKind {
  const { segments, query } = addressOf(request);
  const [first = '', second = ''] = segments;
  const removes = request.method === 'DELETE';
  if (first === '_search' && second === 'scroll') {
    return removes ? 'clear-scroll' : 'continue-scroll';
  }
  if (segments.at(-1) === '_search') return query.has('scroll') ? 'open-scroll' : 'search';
  if (segments.at(-1) === '_pit') return removes ? 'close-pit' : 'open-pit';
  if (first === '_nodes') return 'nodes-stats';
  return request.method === 'PUT' ? kindOfPut(segments) : 'other';
}

function kindOfPut([first = '', second]: readonly string[]): CallKind {
  if (second === '_doc') return 'write-document';
  return second === undefined && /^[^_]/.test(first) ? 'create-index' : 'other';
}

/** Returns the body of a request; an empty object if it is not a JSON object. */
export function bodyOf(request: WireRequest): Members {
  return typeof request.body === 'string' ? membersIn(request.body) : {};
}

/** Returns the same request with another JSON body. */
export function withBody(request: WireRequest, body: Members): WireRequest {
  const headers = { 'content-type': 'application/json', ...request.headers };
  return { ...request, headers, body: writeJson(body) };
}

/** Returns the body of a response; an empty object if it is not a JSON object. */
export function jsonIn(response: WireResponse): Members {
  return membersIn(Buffer.from(response.body).toString('utf8'));
}

/** Returns the same response with another JSON body. */
export function withJson(response: WireResponse, body: Members): WireResponse {
  return { ...response, body: Buffer.from(writeJson(body)) };
}

/** Creates a JSON response. */
export function answer(status: number, body: Members): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(writeJson(body)),
    duration_ms: 0,
  };
}

/** Creates an error response with the usual members `error` and `status`. */
export function refusal(type: string, reason: string, status = 400): WireResponse {
  const cause = { type, reason };
  return answer(status, { error: { root_cause: [cause], ...cause }, status });
}

/** Changes the body of every request of these kinds before it is forwarded. */
export function onRequest(
  kinds: readonly CallKind[],
  edit: (body: Members, request: WireRequest) => Members,
): Interceptor {
  return (request, forward) => {
    if (!kinds.includes(kindOf(request))) return forward(request);
    const body = bodyOf(request);
    const edited = edit(body, request);
    return forward(edited === body ? request : withBody(request, edited));
  };
}

/** Changes the body of every successful response to a request of these kinds. */
export function onResponse(
  kinds: readonly CallKind[],
  edit: (body: Members, request: WireRequest) => Members,
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (!kinds.includes(kindOf(request)) || response.status >= 300) return response;
    return withJson(response, edit(jsonIn(response), request));
  };
}

/** Chains two interceptors: `first` sees requests first and responses last. */
export function chained(first: Interceptor, second: Interceptor): Interceptor {
  return (request, forward) => first(request, (wire) => second(wire, forward));
}

/** Returns the response body with its page of hits changed. */
export function withHits(
  body: Members,
  edit: (hits: readonly Members[]) => readonly Members[],
): Members {
  const hits = membersOf(body['hits']);
  return { ...body, hits: { ...hits, hits: edit(hitsIn(body)) } };
}

/** Returns the response with its page of hits changed. */
export function editHits(
  response: WireResponse,
  edit: (hits: readonly Members[]) => readonly Members[],
): WireResponse {
  return withJson(response, withHits(jsonIn(response), edit));
}

/** Returns the page of hits of a response body. */
export function hitsIn(body: Members): readonly Members[] {
  return listOf(membersOf(body['hits'])['hits']).map(membersOf);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function membersOf(value: unknown): Members {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Members) : {};
}

/** Returns an array unchanged, an empty array for undefined, and any other value as the only item of an array. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined ? [] : [value];
}

/** Returns an object with each of its members changed. */
export function eachMember(members: Members, edit: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, edit(value)]));
}

/** Returns an object without some of its members. */
export function without(members: Members, ...names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

function membersIn(text: string): Members {
  try {
    return membersOf(parseJson(text));
  } catch {
    return {};
  }
}
