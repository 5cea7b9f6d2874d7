import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import { hitsIn, jsonIn, type Members, withHits, withJson } from '../../proof/interceptors.ts';
import type { Interceptor } from '../../run/mutation.ts';

/** A mistake of a server that the proof does not contain. */
export interface PlantedFault {
  readonly name: string;
  readonly start: () => Interceptor;
}

/** Selects requests by `<method> <path>`. */
export function isCall(request: WireRequest, call: RegExp): boolean {
  return call.test(`${request.method} ${request.path}`);
}

/** Changes the text of requests. */
export function asking(call: RegExp, edit: (text: string) => string): Interceptor {
  return (request, forward) => {
    const { body } = request;
    if (typeof body !== 'string' || !isCall(request, call)) return forward(request);
    return forward({ ...request, body: edit(body) });
  };
}

/** Changes the text of successful answers. */
export function answering(
  call: RegExp,
  edit: (text: string, request: WireRequest) => string,
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (!isCall(request, call) || response.status >= 300) return response;
    return withText(response, edit(Buffer.from(response.body).toString('utf8'), request));
  };
}

/** Changes the JSON of successful answers. */
export function answeringJson(
  call: RegExp,
  edit: (body: Members, request: WireRequest) => Members,
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const isJson = /json/.test(response.headers['content-type'] ?? '');
    if (!isCall(request, call) || response.status >= 300 || !isJson) return response;
    return withJson(response, edit(jsonIn(response), request));
  };
}

/** Changes the hits of searches. */
export function answeringHits(
  edit: (hits: readonly Members[], request: WireRequest) => readonly Members[],
): Interceptor {
  return answeringJson(/_search/, (body, request) =>
    hitsIn(body).length === 0 ? body : withHits(body, (hits) => edit(hits, request)),
  );
}

/** A response with another text; its length is counted again. */
export function withText(response: WireResponse, text: string): WireResponse {
  const { 'content-length': _, ...headers } = response.headers;
  return { ...response, headers, body: Buffer.from(text) };
}
