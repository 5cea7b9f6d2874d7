import type { DataTable } from '@cucumber/cucumber';
import { defined } from '../base/assert.ts';
import { documentOf, tableOf } from '../client/answer-table.ts';
import { isRefusal } from '../client/refusals.ts';
import { listAt, valueAt } from '../client/json-path.ts';
import { answerOf } from '../client/recorded-answer.ts';
import { writerOf } from '../client/rollovers.ts';
import type { World } from '../client/world.ts';
import { recordAnswers } from './answers.ts';
import { recordKeysLetIn } from './intake.ts';
import { recordApplication } from './management-ui.ts';
import { defineChoice } from './wordings.ts';

defineChoice<[table?: DataTable]>('it is recorded {observation}', [
  [/how the server answers/, (world) => () => world.observe('answer', answerOf(world.last))],
  [
    /how the server answers these requests:/,
    (world) => (table) => recordAnswers(world, defined(table, 'table'), false),
  ],
  [
    /how the server answers these wrong requests:/,
    (world) => (table) => recordAnswers(world, defined(table, 'table'), true),
  ],
  [/which request is refused/, (world) => () => recordRefused(world)],
  [
    /what "([^"]*)" is/,
    (world, path) => () => world.observe(path, valueAt(documentOf(world.last), path) ?? 'absent'),
  ],
  [
    /what the header "([^"]*)" is/,
    (world, name) => () =>
      world.observe(name, world.last.response.headers[name.toLowerCase()] ?? 'absent'),
  ],
  [/what the rows are/, (world) => () => recordRows(world)],
  [
    /how many hits there are/,
    (world) => () => world.observe('hits', listAt(documentOf(world.last), 'hits.hits').length),
  ],
  [/how many rows there are/, (world) => () => world.observe('rows', tableOf(world).rows.length)],
  [/how many requests were refused/, (world) => () => recordRefusals(world)],
  [
    /how long the answer took/,
    (world) => () => world.observe('milliseconds', world.last.response.duration_ms),
  ],
  [/where writes to "([^"]*)" go/, (world, alias) => () => recordWriter(world, world.name(alias))],
  [
    /how many of (\d+) keys the intake accepts/,
    (world, count) => () => recordKeysLetIn(world, Number(count)),
  ],
  [
    /which application a role names for the management UI/,
    (world) => () => recordApplication(world),
  ],
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
