import { textOf } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { type Format, formatNamed, formatOf } from '../decode/formats.ts';
import type { Interceptor } from '../run/mutation.ts';
import { partOf } from '../description/exchange-parts.ts';
import { segmentsOf } from './calls.ts';
import { listOf, type Members, membersIn, membersOf, onReply, withText } from './interceptors.ts';

/** The response header with the id of an asynchronous query. */
export const idHeader = 'x-service-async-id';

/** The response header that says whether the query is running. */
const stateHeader = 'x-service-async-is-running';

/** Returns the columns of an answer, and its values by row or by column, as in the answer. */
export function gridIn(answer: Members) {
  return {
    columns: listOf(answer['columns']).map(membersOf),
    values: listOf(answer['values']).map(listOf),
  };
}

/** Returns the text of the query in a body; an empty string if there is none. */
export function textOfQuery(body: Members): string {
  return typeof body['query'] === 'string' ? body['query'] : '';
}

/** True for the body of a query with approximation. */
export function isApproximate({ approximation }: Members): boolean {
  return approximation !== undefined && approximation !== false;
}

/** Returns the query id in the path of a request; an empty string if there is none. */
export function queryIdOf(request: WireRequest): string {
  return segmentsOf(request)[2] ?? '';
}

/** True if an answer states, in its body or in a header, that its query is running. */
export function saysRunning(reply: WireResponse): boolean {
  const header = reply.headers[stateHeader] ?? '';
  return membersIn(reply)['is_running'] === true || /^(?:\?1|true)$/.test(header);
}

/** Returns the format that the URL or the header `Accept` requests; undefined if neither does. */
export function formatAsked(request: WireRequest): Format | undefined {
  const asked = partOf(request, 'query/format');
  return asked === undefined ? formatOf(request.headers['accept']) : formatNamed(asked);
}

/** True for a request for Markdown without column names: the only refusal whose status is specified. */
export function hasFixedStatus(request: WireRequest): boolean {
  const { accept } = request.headers;
  return formatOf(accept) === 'md' && accept?.includes('header=absent') === true;
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
