import type { DataTable } from '@cucumber/cucumber';
import { at, defined } from '../base/assert.ts';
import { KitFault, Mismatch, NotClaimed, Violation } from '../base/errors.ts';
import { answerOf } from '../client/recorded-answer.ts';
import type { World } from '../client/world.ts';

/** The columns of a table of requests; `what` and `request` are required. */
const columns = ['what', 'request', 'body', 'content type', 'accept', 'authorization'] as const;

type Row = Readonly<Partial<Record<string, string>>>;

/**
 * Sends the request of each row and records its response, and the message if the response is a mismatch or the profile
 * does not claim what the request uses. Throws the first Violation after all requests.
 */
export async function recordAnswers(
  world: World,
  table: DataTable,
  deliberate: boolean,
): Promise<void> {
  checkColumns(table);
  const violations: Violation[] = [];
  for (const row of table.hashes()) {
    const what = defined(row['what'], 'cell what');
    try {
      world.observe(what, answerOf(await world.send({ ...requestOf(row), deliberate })));
    } catch (error) {
      if (!(error instanceof Mismatch || error instanceof NotClaimed)) throw error;
      if (error instanceof Violation) violations.push(error);
      world.observe(what, { problem: error.message });
    }
  }
  const [first] = violations;
  if (first !== undefined) throw first;
}

function checkColumns(table: DataTable): void {
  const header = at(table.raw(), 0);
  const unknown = header.find((name) => !columns.some((known) => known === name));
  if (unknown !== undefined) throw new KitFault(`a table of requests has no column ${unknown}`);
  if (header.includes('what') && header.includes('request')) return;
  throw new KitFault('a table of requests must have the columns what and request');
}

/** The request of a row. An empty cell omits the body or the header; the authorization `none` sends no credential. */
function requestOf(row: Row) {
  const [method, path, ...rest] = defined(row['request'], 'cell request').split(' ');
  if (method === undefined || path?.startsWith('/') !== true || rest.length > 0) {
    throw new KitFault(`a request is a method and a path, not ${JSON.stringify(row['request'])}`);
  }
  const { accept, authorization, 'content type': contentType, body } = row;
  const cells = Object.entries({ accept, authorization, 'content-type': contentType });
  const headers = cells.flatMap(([name, value]) => {
    if (value === undefined || value === '') return [];
    return [[name, name === 'authorization' && value === 'none' ? '' : value] as const];
  });
  const content = body === undefined || body === '' ? {} : { body };
  return { method, path, headers: Object.fromEntries(headers), ...content };
}
