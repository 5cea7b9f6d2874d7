import { at } from '../base/assert.ts';
import { textOf } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { type Format, formatNamed, formatOf } from '../decode/formats.ts';
import type { Interceptor } from '../run/mutation.ts';
import { addressOf } from './calls.ts';
import { listOf, type Members, membersIn, membersOf, onReply, withText } from './interceptors.ts';

/** The response header with the id of an asynchronous query. */
export const idHeader = 'x-service-async-id';

/** The response header that says whether the query is running. */
export const stateHeader = 'x-service-async-is-running';

/** The columns of an answer, and its values by row or by column, as in the answer. */
export interface Grid {
  readonly columns: readonly Members[];
  readonly values: readonly (readonly unknown[])[];
}

/** Returns the columns and values of an answer. */
export function gridIn(answer: Members): Grid {
  return {
    columns: listOf(answer['columns']).map(membersOf),
    values: listOf(answer['values']).map(listOf),
  };
}

/** Returns the text of the query in a body; an empty string if there is none. */
export function textOfQuery(body: Members): string {
  return typeof body['query'] === 'string' ? body['query'] : '';
}

/** Returns the query id in the path of a request; an empty string if there is none. */
export function queryIdOf(request: WireRequest): string {
  return addressOf(request).segments[2] ?? '';
}

/** True if an answer states, in its body or in a header, that its query is running. */
export function saysRunning(reply: WireResponse): boolean {
  const header = reply.headers[stateHeader] ?? '';
  return membersIn(reply)['is_running'] === true || /^(?:\?1|true)$/.test(header);
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
  const asked = parameterOf(request, 'format');
  return asked === undefined ? formatOf(acceptOf(request)) : formatNamed(asked);
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

/** Changes successful answers to queries in this format. */
export function onFormat(
  format: Format,
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return onReply(['query'], (reply, request) =>
    formatOf(reply.headers['content-type']) === format ? edit(reply, request) : reply,
  );
}

/** Changes the text of answers to queries in this format. */
export function onTextFormat(
  format: Format,
  edit: (text: string, request: WireRequest) => string,
): Interceptor {
  return onFormat(format, (reply, request) => withText(reply, edit(textOf(reply), request)));
}
