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

/** The calls about asynchronous queries. */
export type AsyncCall = 'start' | 'get' | 'stop' | 'delete';

/** The headers of an asynchronous answer. */
export const idHeader = 'x-service-async-id';
export const stateHeader = 'x-service-async-is-running';

/** The call about asynchronous queries that a request is; undefined for others. */
export function asyncCallOf(request: WireRequest): AsyncCall | undefined {
  const [first, second, id, last] = addressOf(request).segments;
  if (first !== '_query' || second !== 'async') return undefined;
  if (id === undefined) return request.method === 'POST' ? 'start' : undefined;
  if (last === 'stop') return 'stop';
  return request.method === 'DELETE' ? 'delete' : 'get';
}

/** The id in the path of a request about a query; an empty text if there is none. */
export function queryIdOf(request: WireRequest): string {
  return addressOf(request).segments[2] ?? '';
}

/** Changes the successful answers to these calls. */
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

/** Changes the members of the successful answers to these calls, in json and yaml. */
export function onAsyncMembers(
  calls: readonly AsyncCall[],
  edit: (members: Members, request: WireRequest) => Members,
): Interceptor {
  return onAsyncReply(calls, (reply, request) =>
    editMembers(reply, (members) => edit(members, request)),
  );
}

/** Changes the results that are fetched with GET, in JSON and YAML. */
export function onFetchedResult(edit: (members: Members) => Members): Interceptor {
  return onAsyncMembers(['get'], (members) =>
    members['is_running'] === false ? edit(members) : members,
  );
}

/** Changes the body of every request that starts a query. */
export function onStart(edit: (body: Members) => Members): Interceptor {
  return (request, forward) =>
    asyncCallOf(request) === 'start'
      ? forward(withBody(request, edit(bodyOf(request))))
      : forward(request);
}

/** Answers this call in place of the honest server. */
export function inPlaceOf(
  call: AsyncCall,
  answerTo: (request: WireRequest, forward: Forward) => Promise<WireResponse>,
): Interceptor {
  return (request, forward) =>
    asyncCallOf(request) === call ? answerTo(request, forward) : forward(request);
}

/** The same response with its members changed, if it is JSON or YAML. */
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

/** The members of an answer in json or yaml; an empty object in other formats. */
export function membersIn(reply: WireResponse): Members {
  if (isJsonMedia(reply.headers['content-type'])) return jsonIn(reply);
  return isYaml(reply) ? membersOf(readDocument('yaml', reply.body)) : {};
}

/** True if an answer says that its query runs. */
export function saysRunning(reply: WireResponse): boolean {
  const header = reply.headers[stateHeader] ?? '';
  return membersIn(reply)['is_running'] === true || /^(?:\?1|true)$/.test(header);
}

/** True for csv, tsv and txt, or only for one of them if its media type is given. */
export function isText(reply: WireResponse, type = 'text/'): boolean {
  return (reply.headers['content-type'] ?? '').startsWith(type);
}

/** The same response without some headers. */
export function withoutHeaders(reply: WireResponse, ...names: readonly string[]): WireResponse {
  return {
    ...reply,
    headers: without(reply.headers, ...names) as WireResponse['headers'],
  };
}

/** The text of a body. */
export function textIn(reply: WireResponse): string {
  return Buffer.from(reply.body).toString('utf8');
}

function isYaml(reply: WireResponse): boolean {
  return /\byaml\b/i.test(reply.headers['content-type'] ?? '');
}
