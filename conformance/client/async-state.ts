import { documentFormatOf } from '../decode/formats.ts';
import type { Exchange } from '../base/exchange.ts';
import { documentOf } from './answer-table.ts';
import { valueAt } from './json-path.ts';

/** The headers of an asynchronous answer, in lower case. */
export const asyncHeaders = {
  id: 'x-service-async-id',
  is_running: 'x-service-async-is-running',
} as const;

/** How `X-Service-Async-Is-Running` may spell yes and no. */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ['?1', true],
  ['true', true],
  ['?0', false],
  ['false', false],
]);

/** What an asynchronous answer says of its query; a member is undefined where it says nothing of the kind. */
export interface AsyncState {
  readonly id: string | undefined;
  readonly is_running: boolean | undefined;
}

/** The state of the query: out of the body where the format has members for it, out of the headers otherwise. */
export function stateIn(exchange: Exchange): AsyncState {
  return membersOf(exchange) ?? headersOf(exchange);
}

/** The id of the query, wherever the answer has it. */
export function idIn(exchange: Exchange): string | undefined {
  return stateIn(exchange).id ?? headersOf(exchange).id;
}

/** What a header means whose value is a truth value; undefined where the spelling is not a usual one. */
export function spelledBoolean(text: string): boolean | undefined {
  return spellings.get(text.trim().toLowerCase());
}

/** True where the request begins an asynchronous query. */
export function startsQuery({ method, path }: Exchange['request']): boolean {
  return method === 'POST' && /^\/_query\/async\/?(?:\?|$)/.test(path);
}

function membersOf(exchange: Exchange): AsyncState | undefined {
  const document = documentIn(exchange);
  if (document === undefined) return undefined;
  const [id, isRunning] = [valueAt(document, 'id'), valueAt(document, 'is_running')];
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    is_running: typeof isRunning === 'boolean' ? isRunning : undefined,
  };
}

function headersOf({ response }: Exchange): AsyncState {
  const id = response.headers[asyncHeaders.id];
  const spelling = response.headers[asyncHeaders.is_running] ?? '';
  return { id: id === '' ? undefined : id, is_running: spelledBoolean(spelling) };
}

/** The body where it is a document; undefined where its format has no members. */
function documentIn(exchange: Exchange): unknown {
  const { headers, body } = exchange.response;
  const isDocument = documentFormatOf(headers['content-type']) !== undefined;
  return isDocument && body.length > 0 ? documentOf(exchange) : undefined;
}
