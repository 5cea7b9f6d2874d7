import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';
import { addressOf } from './interceptors.ts';

/** The lines of a text table: the names, the rule below them, and the rows. */
export interface TextTable {
  readonly names: string;
  readonly rule: string;
  readonly rows: readonly string[];
}

/** True if a request runs an SQL statement. */
export function isSql(request: WireRequest): boolean {
  const { segments } = addressOf(request);
  return segments[0] === '_sql' && segments.length === 1;
}

/** Changes the text tables that SQL statements return. */
export function onTextTable(edit: (table: TextTable) => TextTable): Interceptor {
  return onTextAnswer((reply) => {
    const [names = '', rule = '', ...rows] = Buffer.from(reply.body).toString('utf8').split('\n');
    const edited = edit({ names, rule, rows: rows.filter((row) => row !== '') });
    const lines = [edited.names, edited.rule, ...edited.rows].filter((line) => line !== '');
    return { ...reply, body: Buffer.from(lines.map((line) => `${line}\n`).join('')) };
  });
}

/** Changes the plain-text answers to SQL statements. */
export function onTextAnswer(
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    const isText = reply.headers['content-type']?.startsWith('text/plain') === true;
    return isSql(request) && reply.status < 300 && isText ? edit(reply, request) : reply;
  };
}
