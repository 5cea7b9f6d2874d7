import { parseJson, writeJson } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';

/** An object of JSON. */
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

/** Every call that answers with hits. */
export const hitCalls: readonly CallKind[] = ['search', 'open-scroll', 'continue-scroll'];

/** Splits the path of a request; segments are percent-decoded. */
export function addressOf(request: WireRequest): Address {
  const [path = '', query = ''] = request.path.split('?', 2);
  const segments = path.split('/').filter((part) => part !== '');
  return { segments: segments.map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** The first segment of a path: the indices that a request is about; an empty text if the path is `/`. */
export function targetOf(request: WireRequest): string {
  return addressOf(request).segments[0] ?? '';
}

/** Classifies a request. */
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

/** The body of a request as an object of JSON; an empty one if it is none. */
export function bodyOf(request: WireRequest): Members {
  return typeof request.body === 'string' ? membersIn(request.body) : {};
}

/** The same request with another body. */
export function withBody(request: WireRequest, body: Members): WireRequest {
  const headers = { 'content-type': 'application/json', ...request.headers };
  return { ...request, headers, body: writeJson(body) };
}

/** The body of a response as an object of JSON; an empty one if it is none. */
export function jsonIn(response: WireResponse): Members {
  return membersIn(Buffer.from(response.body).toString('utf8'));
}

/** The same response with another body. */
export function withJson(response: WireResponse, body: Members): WireResponse {
  return { ...response, body: Buffer.from(writeJson(body)) };
}

/** A JSON response. */
export function answer(status: number, body: Members): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(writeJson(body)),
    duration_ms: 0,
  };
}

/** A refusal in the usual form. */
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

/** Chains two interceptors: the first sees requests first and responses last. */
export function chained(first: Interceptor, second: Interceptor): Interceptor {
  return (request, forward) => first(request, (wire) => second(wire, forward));
}

/** Changes the page of hits of a response. */
export function withHits(
  body: Members,
  edit: (hits: readonly Members[]) => readonly Members[],
): Members {
  const hits = membersOf(body['hits']);
  return { ...body, hits: { ...hits, hits: edit(hitsIn(body)) } };
}

/** The page of hits of a response. */
export function hitsIn(body: Members): readonly Members[] {
  return listOf(membersOf(body['hits'])['hits']).map(membersOf);
}

/** The value if it is an object, otherwise an empty object. */
export function membersOf(value: unknown): Members {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Members) : {};
}

/** The value if it is a list; otherwise a list of it alone, or an empty one if it is absent. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined ? [] : [value];
}

/** An object without some of its members. */
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
