import { stringify } from 'yaml';
import { readDocument } from '../decode/documents.ts';
import { isJsonMedia } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import {
  addressOf,
  bodyOf,
  jsonIn,
  type Members,
  membersOf,
  withBody,
  withJson,
  without,
} from './interceptors.ts';

/** The requests that concern asynchronous queries. */
export type AsyncCall = 'start' | 'get' | 'stop' | 'delete';

/** The response header with the id of an asynchronous query. */
export const idHeader = 'x-service-async-id';

/** The response header that says whether the query is running. */
export const stateHeader = 'x-service-async-is-running';

/** Returns the kind of a request for an asynchronous query; undefined for other requests. */
export function asyncCallOf(request: WireRequest): AsyncCall | undefined {
  const [first, second, id, last] = addressOf(request).segments;
  if (first !== '_query' || second !== 'async') return undefined;
  if (id === undefined) return request.method === 'POST' ? 'start' : undefined;
  if (last === 'stop') return 'stop';
  return request.method === 'DELETE' ? 'delete' : 'get';
}

/** Returns the query id in the path of a request; an empty string if there is none. */
export function queryIdOf(request: WireRequest): string {
  return addressOf(request).segments[2] ?? '';
}

/** Changes successful answers to these calls. */
export function onAsyncReply(
  calls: readonly AsyncCall[],
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    const call = asyncCallOf(request);
    const fits = call !== undefined && calls.includes(call) && reply.status < 300;
    return fits ? edit(reply, request) : reply;
  };
}

/** Changes the members of successful answers to these calls, in JSON and YAML. */
export function onAsyncMembers(
  calls: readonly AsyncCall[],
  edit: (members: Members, request: WireRequest) => Members,
): Interceptor {
  return onAsyncReply(calls, (reply, request) =>
    editMembers(reply, (members) => edit(members, request)),
  );
}

/** Changes the body of every request that starts a query. */
export function onStart(edit: (body: Members) => Members): Interceptor {
  return (request, forward) =>
    asyncCallOf(request) === 'start'
      ? forward(withBody(request, edit(bodyOf(request))))
      : forward(request);
}

/** Answers requests of this call in place of the correct server. */
export function inPlaceOf(
  call: AsyncCall,
  answerTo: (request: WireRequest, forward: Forward) => Promise<WireResponse>,
): Interceptor {
  return (request, forward) =>
    asyncCallOf(request) === call ? answerTo(request, forward) : forward(request);
}

/** Returns the response with its members changed; other formats than JSON and YAML stay unchanged. */
export function editMembers(
  reply: WireResponse,
  edit: (members: Members) => Members,
): WireResponse {
  const type = reply.headers['content-type'];
  if (isJsonMedia(type)) return withJson(reply, edit(jsonIn(reply)));
  if (!isYaml(reply)) return reply;
  const members = membersOf(readDocument('yaml', reply.body));
  return { ...reply, body: Buffer.from(stringify(edit(members))) };
}

/** Returns the members of an answer in JSON or YAML; an empty object in other formats. */
export function membersIn(reply: WireResponse): Members {
  if (isJsonMedia(reply.headers['content-type'])) return jsonIn(reply);
  return isYaml(reply) ? membersOf(readDocument('yaml', reply.body)) : {};
}

/** True if an answer states, in its body or in a header, that its query is running. */
export function saysRunning(reply: WireResponse): boolean {
  const header = reply.headers[stateHeader] ?? '';
  return membersIn(reply)['is_running'] === true || /^(?:\?1|true)$/.test(header);
}

/** True for CSV, TSV and TXT; with a media type as `type`, only for that one. */
export function isText(reply: WireResponse, type = 'text/'): boolean {
  return (reply.headers['content-type'] ?? '').startsWith(type);
}

/** Returns the response without these headers. */
export function withoutHeaders(reply: WireResponse, ...names: readonly string[]): WireResponse {
  return {
    ...reply,
    headers: without(reply.headers, ...names) as WireResponse['headers'],
  };
}

/** Returns the body as text. */
export function textIn(reply: WireResponse): string {
  return Buffer.from(reply.body).toString('utf8');
}

function isYaml(reply: WireResponse): boolean {
  return /\byaml\b/i.test(reply.headers['content-type'] ?? '');
}
