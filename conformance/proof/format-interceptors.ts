import { at } from '../base/assert.ts';
import { type Format, formatNamed, formatOf } from '../decode/formats.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';
import { addressOf } from './interceptors.ts';

/** True for a synchronous query. */
export function isQuery(request: WireRequest): boolean {
  const { segments } = addressOf(request);
  return request.method === 'POST' && segments.length === 1 && segments[0] === '_query';
}

/** Returns the value of a URL parameter; undefined if it is absent. */
export function parameterOf(request: WireRequest, name: string): string | undefined {
  return addressOf(request).query.get(name) ?? undefined;
}

/** Returns the header `Accept`; an empty string if it is absent. */
export function acceptOf(request: WireRequest): string {
  return request.headers['accept'] ?? '';
}

/** Returns the format that the URL or the header `Accept` requests; undefined if neither does. */
export function formatAsked(request: WireRequest): Format | undefined {
  const named = parameterOf(request, 'format');
  return named === undefined ? formatOf(acceptOf(request)) : formatNamed(named);
}

/** True for a request for Markdown without column names: the only refusal whose status is specified. */
export function hasFixedStatus(request: WireRequest): boolean {
  const accept = acceptOf(request);
  return formatOf(accept) === 'md' && accept.includes('header=absent');
}

/** Returns the request with these URL parameters; undefined removes a parameter. */
export function withParameters(
  request: WireRequest,
  parameters: Readonly<Record<string, string | undefined>>,
): WireRequest {
  const { query } = addressOf(request);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const path = at(request.path.split('?', 1), 0);
  return { ...request, path: query.size === 0 ? path : `${path}?${query.toString()}` };
}

/** Returns the request with another header `Accept`; undefined removes the header. */
export function accepting(request: WireRequest, accept: string | undefined): WireRequest {
  const { accept: _, ...others } = request.headers;
  return { ...request, headers: accept === undefined ? others : { ...others, accept } };
}

/** Returns the request with another format, which replaces the formats in its URL and headers. */
export function askingFor(request: WireRequest, format: Format): WireRequest {
  return accepting(withParameters(request, { format }), undefined);
}

/** Changes queries before they are forwarded. */
export function onQueryRequest(edit: (request: WireRequest) => WireRequest): Interceptor {
  return (request, forward) => forward(isQuery(request) ? edit(request) : request);
}

/** Changes successful answers to queries. */
export function onQueryReply(
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    return isQuery(request) && reply.status < 300 ? edit(reply, request) : reply;
  };
}

/** Changes successful answers to queries in this format. */
export function onFormat(
  format: Format,
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return onQueryReply((reply, request) =>
    formatOf(reply.headers['content-type']) === format ? edit(reply, request) : reply,
  );
}

/** Changes the text of answers to queries in this format. */
export function onTextFormat(
  format: Format,
  edit: (text: string, request: WireRequest) => string,
): Interceptor {
  return onFormat(format, (reply, request) => withText(reply, edit(textIn(reply), request)));
}

/** Returns the answer with another media type. */
export function named(reply: WireResponse, type: string): WireResponse {
  return { ...reply, headers: { ...reply.headers, 'content-type': type } };
}

/** Returns the body as text. */
export function textIn(reply: WireResponse): string {
  return Buffer.from(reply.body).toString('utf8');
}

/** Returns the answer with another text. */
export function withText(reply: WireResponse, text: string): WireResponse {
  return { ...reply, body: Buffer.from(text) };
}
