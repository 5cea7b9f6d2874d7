import {
  jsonIn as valueIn,
  type Members,
  membersOf,
  textOf,
  without,
  writeJson,
} from '../base/body.ts';
import { pause } from '../base/environment.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { readDocument } from '../decode/documents.ts';
import { documentFormatOf } from '../decode/formats.ts';
import { encodeDocument } from '../driver/encode.ts';
import type { Interceptor } from '../run/mutation.ts';
import { withDocument } from '../run/rewritings/json-requests.ts';
import { type CallKind, kindOf } from './calls.ts';

export { type Members, membersOf, without };

/** Returns the body of a request; an empty object if it is not a JSON object. */
export function bodyOf(request: WireRequest): Members {
  return typeof request.body === 'string' ? membersOf(valueIn(request.body)) : {};
}

/** Returns the body of a response; an empty object if it is not a JSON object. */
export function jsonIn(response: WireResponse): Members {
  return membersOf(valueIn(textOf(response)));
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

/** Answers requests of these kinds in place of the correct server. */
export function inPlaceOf(kinds: readonly CallKind[], answerTo: Interceptor): Interceptor {
  return (request, forward) =>
    kinds.includes(kindOf(request)) ? answerTo(request, forward) : forward(request);
}

/** Holds back requests of these kinds for a while. */
export function delaying(kinds: readonly CallKind[], delay_ms: number): Interceptor {
  return inPlaceOf(kinds, async (request, forward) => {
    await pause(delay_ms);
    return forward(request);
  });
}

/** Changes every request of these kinds before it is forwarded. */
export function onCall(
  kinds: readonly CallKind[],
  edit: (request: WireRequest) => WireRequest,
): Interceptor {
  return inPlaceOf(kinds, (request, forward) => forward(edit(request)));
}

/** Changes the body of every request of these kinds before it is forwarded. */
export function onRequest(
  kinds: readonly CallKind[],
  edit: (body: Members, request: WireRequest) => Members,
): Interceptor {
  return onCall(kinds, (request) => {
    const body = bodyOf(request);
    const edited = edit(body, request);
    return edited === body ? request : withDocument(request, edited);
  });
}

/** Changes every response to a request of these kinds. */
export function onAnyReply(
  kinds: readonly CallKind[],
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return inPlaceOf(kinds, async (request, forward) => edit(await forward(request), request));
}

/** Changes every response to any request. */
export function onEveryReply(
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return async (request, forward) => edit(await forward(request), request);
}

/** Changes every successful response to a request of these kinds. */
export function onReply(
  kinds: readonly CallKind[],
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return onAnyReply(kinds, (reply, request) => (reply.status < 300 ? edit(reply, request) : reply));
}

/** Changes the members of every successful response to a request of these kinds, in any format that has members. */
export function onResponse(
  kinds: readonly CallKind[],
  edit: (body: Members, request: WireRequest) => Members,
): Interceptor {
  return onReply(kinds, (reply, request) => editMembers(reply, (body) => edit(body, request)));
}

/** Refuses the requests of these kinds for which `fits` is true. */
export function refusing(
  kinds: readonly CallKind[],
  fits: (request: WireRequest, body: Members) => boolean,
): Interceptor {
  return inPlaceOf(kinds, (request, forward) =>
    fits(request, bodyOf(request))
      ? Promise.resolve(refusal('illegal_argument_exception', 'not supported'))
      : forward(request),
  );
}

/** Returns the response with its members changed; one in a format without members, or without a body, stays unchanged. */
export function editMembers(
  reply: WireResponse,
  edit: (members: Members) => Members,
): WireResponse {
  const format = documentFormatOf(reply.headers['content-type']);
  if (format === undefined || reply.body.length === 0) return reply;
  return { ...reply, body: Buffer.from(encodeDocument(format, edit(membersIn(reply)))) };
}

/** Returns the members of an answer; an empty object if its format has none. */
export function membersIn(reply: WireResponse): Members {
  const format = documentFormatOf(reply.headers['content-type']);
  if (format === undefined || reply.body.length === 0) return {};
  return membersOf(readDocument(format, reply.body));
}

/** Returns the response with another text. */
export function withText(reply: WireResponse, text: string): WireResponse {
  return { ...reply, body: Buffer.from(text) };
}

/** Returns the response with another media type. */
export function named(reply: WireResponse, type: string): WireResponse {
  return { ...reply, headers: { ...reply.headers, 'content-type': type } };
}

/** Returns the same response without a body. */
export function withoutBody(reply: WireResponse, status = reply.status): WireResponse {
  return { ...reply, status, headers: {}, body: new Uint8Array() };
}

/** Returns the response body with its page of hits changed. */
export function withHits(
  body: Members,
  edit: (hits: readonly Members[]) => readonly Members[],
): Members {
  const hits = membersOf(body['hits']);
  return { ...body, hits: { ...hits, hits: edit(hitsIn(body)) } };
}

/** Returns the page of hits of a response body. */
export function hitsIn(body: Members): readonly Members[] {
  return listOf(membersOf(body['hits'])['hits']).map(membersOf);
}

/** Returns an array unchanged, an empty array for undefined, and any other value as the only item of an array. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined ? [] : [value];
}
