import { Given, Then, When } from '@cucumber/cucumber';
import { isJsonMedia, jsonOf, textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { spelledBoolean, stateIn } from '../client/async-state.ts';
import { expectRefused, expectSuccess, isSuccess } from '../client/expectations.ts';
import { listAt } from '../client/json-path.ts';
import {
  endlessRunning,
  expectFinished,
  expectRunning,
  nameQuery,
  pathOfQuery,
  rememberWait,
  returnToQuery,
  slowRunning,
  startEndless,
  startQuery,
  startSlow,
  stopQuery,
} from '../client/slow-query.ts';
import type { World } from '../client/world.ts';

Given('an endless query over {name} is running', async function (this: World, index: string) {
  await endlessRunning(this, index);
});

Given('a slow query over {name} is running', async function (this: World, index: string) {
  await slowRunning(this, index);
});

Given(
  'a slow query over {name} is running, kept for {string}',
  async function (this: World, index: string, keep: string) {
    await slowRunning(this, index, keep);
  },
);

When('the client starts the query with:', async function (this: World, body: string) {
  await startQuery(this, { body });
});

When(
  'the client starts the query in {word} with:',
  async function (this: World, format: string, body: string) {
    await startQuery(this, { format, body });
  },
);

When('the client starts an endless query over {name}', async function (this: World, index: string) {
  await startEndless(this, index, {});
});

When(
  'the client starts an endless query over {name}, waiting {string}',
  async function (this: World, index: string, wait: string) {
    await startEndless(this, index, { wait });
  },
);

When(
  'the client starts an endless query over {name} in {word}, waiting {string}',
  async function (this: World, index: string, format: string, wait: string) {
    await startEndless(this, index, { wait, format });
  },
);

When(
  'the client starts a slow query over {name}, waiting {string}',
  async function (this: World, index: string, wait: string) {
    await startSlow(this, index, wait);
  },
);

When('the client asks for the query', async function (this: World) {
  rememberWait(this, undefined);
  await this.send({ method: 'GET', path: pathOfQuery(this) });
});

When('the client asks for the query, waiting {string}', async function (this: World, wait: string) {
  rememberWait(this, wait);
  const path = `${pathOfQuery(this)}?wait_for_completion_timeout=${wait}`;
  await this.send({ method: 'GET', path });
});

When('the client asks for the query until it has finished', async function (this: World) {
  rememberWait(this, undefined);
  await this.eventually('the query has finished', async () => {
    await this.send({ method: 'GET', path: `${pathOfQuery(this)}?wait_for_completion_timeout=1s` });
    expectFinished(this, this.last);
  });
});

When('the client stops the query', async function (this: World) {
  await stopQuery(this);
});

When('the client deletes the query', async function (this: World) {
  await this.send({ method: 'DELETE', path: pathOfQuery(this) });
});

Then('the query is running', function (this: World) {
  expectRunning(this, this.last);
});

Then('the query has finished', function (this: World) {
  expectFinished(this, this.last);
});

Then('the query cannot be fetched', function (this: World) {
  if (!isSuccess(this.last.response.status)) {
    expectRefused(this.last);
    return;
  }
  const { is_running } = stateIn(this.last);
  if (is_running !== true && rowsIn(this.last).length === 0) return;
  const got = textOf(this.last.response).slice(0, 400);
  throw new Mismatch('a refusal, or neither rows nor a running query', got, 'it is still there');
});

Then('the answer holds no rows', function (this: World) {
  expectSuccess(this.last);
  const rows = rowsIn(this.last);
  if (rows.length > 0) throw new Mismatch('no rows', rows, `rows were given: ${rows.length}`);
});

Then('the query has an id', function (this: World) {
  pathOfQuery(this);
});

Given('the query is called {string}', function (this: World, name: string) {
  nameQuery(this, name);
});

When('the client turns to the query {string}', function (this: World, name: string) {
  returnToQuery(this, name);
});

Then('the header {string} says that the query is running', function (this: World, header: string) {
  expectHeaderToSay(this, header, true);
});

Then(
  'the header {string} says that the query has finished',
  function (this: World, header: string) {
    expectHeaderToSay(this, header, false);
  },
);

/** The rows of a result; in a text format every line below the first. */
function rowsIn(exchange: World['last']): readonly unknown[] {
  const { headers, body } = exchange.response;
  if (body.length === 0) return [];
  if (isJsonMedia(headers['content-type'])) return listAt(jsonOf(exchange), 'values');
  const lines = textOf(exchange.response).split(/\r?\n/);
  return lines.slice(1).filter((line) => /[^\s|+=-]/.test(line));
}

/** Judges a spelling that is usual; how the header spells yes and no is left open. */
function expectHeaderToSay(world: World, header: string, expected: boolean): void {
  const spelling = world.last.response.headers[header.toLowerCase()];
  if (spelling === undefined) throw new Mismatch(header, 'absent', `${header} is missing`);
  const said = spelledBoolean(spelling);
  if (said === undefined || said === expected) return;
  throw new Mismatch(expected, spelling, `${header} says something else`);
}
