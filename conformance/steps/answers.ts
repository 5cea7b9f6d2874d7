import type { DataTable } from '@cucumber/cucumber';
import { at, defined } from '../base/assert.ts';
import { isJsonMedia, jsonOf, textOf } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import type { World } from '../client/world.ts';

const longestRecordedText = 2000;

/** The columns that a table of requests may have; `what` and `request` it must have. */
const columns = ['what', 'request', 'body', 'content type', 'accept', 'authorization'] as const;

type Row = Readonly<Partial<Record<string, string>>>;

/** What is recorded of an answer: the status, and the body, parsed if it is JSON. */
export function answerOf(exchange: Exchange): { readonly status: number; readonly body: unknown } {
  const { response } = exchange;
  const isJson = isJsonMedia(response.headers['content-type']) && response.body.length > 0;
  const body = isJson ? jsonOf(exchange) : textOf(response).slice(0, longestRecordedText);
  return { status: response.status, body };
}

/** Sends the request of each row and records its answer; a mismatch is recorded too. */
export async function recordAnswers(
  world: World,
  table: DataTable,
  deliberate: boolean,
): Promise<void> {
  checkColumns(table);
  for (const row of table.hashes()) {
    const what = defined(row['what'], 'cell what');
    try {
      world.observe(what, answerOf(await world.send({ ...requestOf(row), deliberate })));
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      world.observe(what, { problem: error.message });
    }
  }
}

function checkColumns(table: DataTable): void {
  const head = at(table.raw(), 0);
  const unknown = head.find((name) => !columns.some((known) => known === name));
  if (unknown !== undefined) throw new KitFault(`a table of requests has no column ${unknown}`);
  if (head.includes('what') && head.includes('request')) return;
  throw new KitFault('a table of requests needs the columns what and request');
}

/** An empty cell leaves the body or the header out. */
function requestOf(row: Row) {
  const [method, path, ...rest] = defined(row['request'], 'cell request').split(' ');
  if (method === undefined || path?.startsWith('/') !== true || rest.length > 0) {
    throw new KitFault(`a request is a method and a path, not ${JSON.stringify(row['request'])}`);
  }
  const { accept, authorization, 'content type': contentType, body } = row;
  const given = Object.entries({ accept, authorization, 'content-type': contentType });
  const headers = given.flatMap(([name, value]) => {
    if (value === undefined || value === '') return [];
    return [[name, name === 'authorization' && value === 'none' ? '' : value] as const];
  });
  const content = body === undefined || body === '' ? {} : { body };
  return { method, path, headers: Object.fromEntries(headers), ...content };
}
