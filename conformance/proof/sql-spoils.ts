import type { WireRequest, WireResponse } from '../driver/exchange.ts';
import type { Spoil } from './fault.ts';
import { addressOf, bodyOf, type Members, refusal, withBody } from './spoil.ts';

/** The lines of a text table: the names, the rule below them, and the rows. */
export interface TextTable {
  readonly names: string;
  readonly rule: string;
  readonly rows: readonly string[];
}

/** True where a request runs an SQL statement. */
export function isSql(request: WireRequest): boolean {
  const { segments } = addressOf(request);
  return segments[0] === '_sql' && segments.length === 1;
}

/** Changes the body of every request that runs a statement. */
export function onSql(edit: (body: Members, request: WireRequest) => Members): Spoil {
  return (request, forward) =>
    isSql(request) ? forward(withBody(request, edit(bodyOf(request), request))) : forward(request);
}

/** Changes the statement of every request that runs one. */
export function onStatement(edit: (statement: string, body: Members) => string): Spoil {
  return onSql((body) =>
    typeof body['query'] === 'string' ? { ...body, query: edit(body['query'], body) } : body,
  );
}

/** Changes the filter of every statement that has one. */
export function onFilter(edit: (filter: Members, body: Members) => Members | undefined): Spoil {
  return onSql((body) => {
    const { filter, ...rest } = body;
    if (typeof filter !== 'object' || filter === null) return body;
    const edited = edit(filter as Members, body);
    return edited === undefined ? rest : { ...rest, filter: edited };
  });
}

/** Refuses the statements that fit. */
export function refusingSql(fits: (body: Members, request: WireRequest) => boolean): Spoil {
  return (request, forward) =>
    isSql(request) && fits(bodyOf(request), request)
      ? Promise.resolve(refusal('illegal_argument_exception', 'not taken here'))
      : forward(request);
}

/** Changes the text tables that statements give. */
export function onTextTable(edit: (table: TextTable) => TextTable): Spoil {
  return onTextAnswer((reply) => {
    const [names = '', rule = '', ...rows] = Buffer.from(reply.body).toString('utf8').split('\n');
    const edited = edit({ names, rule, rows: rows.filter((row) => row !== '') });
    const lines = [edited.names, edited.rule, ...edited.rows].filter((line) => line !== '');
    return { ...reply, body: Buffer.from(lines.map((line) => `${line}\n`).join('')) };
  });
}

/** Changes the answers of plain text that statements give. */
export function onTextAnswer(
  edit: (reply: WireResponse, request: WireRequest) => WireResponse,
): Spoil {
  return async (request, forward) => {
    const reply = await forward(request);
    const isText = reply.headers['content-type']?.startsWith('text/plain') === true;
    return isSql(request) && reply.status < 300 && isText ? edit(reply, request) : reply;
  };
}
