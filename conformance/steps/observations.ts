import type { DataTable } from '@cucumber/cucumber';
import { defined, at, KitFault, Mismatch, NotClaimed, Violation } from '../base/errors.ts';
import { documentOf, tableOf } from '../client/answer-table.ts';
import { isRefusal } from '../client/expectations.ts';
import { listAt, valueAt } from '../base/body.ts';
import { answerOf } from '../client/recorded-answer.ts';
import { writerOf } from '../client/rollovers.ts';
import type { World } from '../client/world.ts';
import { recordKeysLetIn } from './intake.ts';
import { recordApplication } from './management-ui.ts';
import { defineChoiceWith } from './wordings.ts';

/** The columns of a table of requests; `what` and `request` are required. */
const columns = ['what', 'request', 'body', 'content type', 'accept', 'authorization'] as const;

type Row = Readonly<Partial<Record<string, string>>>;

/**
 * Sends the request of each row and records its response, and the message if the response is a mismatch or the profile
 * does not claim what the request uses. Throws the first Violation after all requests.
 */
async function recordAnswers(world: World, table: DataTable, deliberate: boolean): Promise<void> {
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

defineChoiceWith<[table?: DataTable]>('it is recorded {observation}', [
  [/how the server answers/, (world) => world.observe('answer', answerOf(world.last))],
  [
    /how the server answers these requests:/,
    (world, [table]) => recordAnswers(world, defined(table, 'table'), false),
  ],
  [
    /how the server answers these wrong requests:/,
    (world, [table]) => recordAnswers(world, defined(table, 'table'), true),
  ],
  [/which request is refused/, recordRefused],
  [
    /what "([^"]*)" is/,
    (world, _, path) => world.observe(path, valueAt(documentOf(world.last), path) ?? 'absent'),
  ],
  [
    /what the header "([^"]*)" is/,
    (world, _, name) =>
      world.observe(name, world.last.response.headers[name.toLowerCase()] ?? 'absent'),
  ],
  [/what the rows are/, recordRows],
  [
    /how many hits there are/,
    (world) => world.observe('hits', listAt(documentOf(world.last), 'hits.hits').length),
  ],
  [/how many rows there are/, (world) => world.observe('rows', tableOf(world).rows.length)],
  [/how many requests were refused/, recordRefusals],
  [
    /how long the answer took/,
    (world) => world.observe('milliseconds', world.last.response.duration_ms),
  ],
  [/where writes to "([^"]*)" go/, (world, _, alias) => recordWriter(world, world.name(alias))],
  [
    /how many of (\d+) keys the intake accepts/,
    (world, _, count) => recordKeysLetIn(world, Number(count)),
  ],
  [/which application a role names for the management UI/, recordApplication],
]);

function recordRefused(world: World): void {
  const refused = world.exchanges.find(isRefusal);
  if (refused === undefined) return world.observe('refused', 'none');
  const { method, path } = refused.request;
  world.observe('refused', { request: `${method} ${path}`, ...answerOf(refused) });
}

function recordRefusals(world: World): void {
  const { exchanges } = world;
  const refused = exchanges.filter(isRefusal).map(({ response }) => response.status);
  world.observe('requests', { sent: exchanges.length, refused: refused.length, with: refused[0] });
}

function recordRows(world: World): void {
  const { columns, rows } = tableOf(world);
  world.observe('columns', columns);
  world.observe('rows', rows);
}

async function recordWriter(world: World, alias: string): Promise<void> {
  const writer = (await writerOf(world, alias)) ?? 'nowhere';
  world.observe('write index', writer.replace(world.prefix, ''));
}
