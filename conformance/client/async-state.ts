import { documentFormatOf } from '../decode/formats.ts';
import type { Exchange } from '../base/exchange.ts';
import { documentOf } from './answer-table.ts';
import { valueAt } from '../base/body.ts';

/** Names of the headers of an asynchronous response, in lower case. */
export const asyncHeaders = {
  id: 'x-service-async-id',
  is_running: 'x-service-async-is-running',
} as const;

/** Accepted spellings of the boolean in `X-Service-Async-Is-Running`. */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['?1', '1', 'true', 'yes', 'on'].map((text) => [text, true] as const),
  ...['?0', '0', 'false', 'no', 'off'].map((text) => [text, false] as const),
]);

/** The id and the state of a query in an asynchronous response; a member is undefined if the response lacks it. */
export interface AsyncState {
  readonly id: string | undefined;
  readonly is_running: boolean | undefined;
}

/** The state of the query: from the body if its format has members, from the headers otherwise. */
export function stateIn(exchange: Exchange): AsyncState {
  return membersOf(exchange) ?? headersOf(exchange);
}

/** The id of the query, from the body or else from the headers; undefined if neither has it. */
export function idIn(exchange: Exchange): string | undefined {
  return stateIn(exchange).id ?? headersOf(exchange).id;
}

/** Reads the boolean value of a header; undefined if it has another spelling. */
export function spelledBoolean(text: string): boolean | undefined {
  return spellings.get(text.trim().toLowerCase());
}

/** True if the request starts an asynchronous query. */
export function startsQuery({ method, path }: Exchange['request']): boolean {
  return method === 'POST' && /^\/_query\/async\/?(?:\?|$)/.test(path);
}

/** From the body; undefined if its format has no members. */
function membersOf(exchange: Exchange): AsyncState | undefined {
  const { headers, body } = exchange.response;
  const isDocument = documentFormatOf(headers['content-type']) !== undefined;
  if (!isDocument || body.length === 0) return undefined;
  const document = documentOf(exchange);
  const [id, isRunning] = [valueAt(document, 'id'), valueAt(document, 'is_running')];
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    is_running: typeof isRunning === 'boolean' ? isRunning : undefined,
  };
}

function headersOf({ response }: Exchange): AsyncState {
  const id = response.headers[asyncHeaders.id];
  const spelling = response.headers[asyncHeaders.is_running];
  const isRunning = spelling === undefined ? undefined : spelledBoolean(spelling);
  return { id: id === '' ? undefined : id, is_running: isRunning };
}

/** What to do if the server is busy with queries of the kit. */
export const fewerQueries = 'with --parallel 2, fewer queries run at the same time';

/** Says that a query was still running after this time. */
export function tooSlow(time: string): string {
  return `the query takes longer than ${time} on this server; ${fewerQueries}`;
}
