import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReferenceOptions } from './index.ts';
import { startReference } from './index.ts';
import { basic, errorOf, lineSender } from './testing/client.ts';

const numbers = (times: number): readonly number[] => [...Array(times).keys()];

/** Names and patterns which are equal up to the last character of the pattern, wherever it is tried. */
const longName = (number: number): string => `${'a'.repeat(240)}${number}`;
const nearlyFits = (number: number): string => `*${'a'.repeat(120)}b${number}`;
const manyPatterns = numbers(60).map(nearlyFits).join(',');

const tooLong = /patterns take too long on all these names/;

/** Starts a server with indices of long names. */
async function startWithNames(options: ReferenceOptions = {}) {
  const server = await startReference(options);
  const as = basic('elastic', 'changeme');
  const send = lineSender(() => server.url);
  for (const number of numbers(200)) {
    const { status } = await send(`PUT /${longName(number)}`, { as, body: {} });
    assert.equal(status, 200);
  }
  return { server, send, as };
}

test('patterns that take too long on the names of all indices are refused', async () => {
  const { server, send } = await startWithNames();
  await using _ = server;
  assert.equal((await send(`GET /${nearlyFits(1)}/_settings`)).status, 200);
  const aliases = numbers(200).map((number) => `${longName(number)}-alias`);
  const alias = { index: longName(1), aliases };
  assert.equal((await send('POST /_aliases', { body: { actions: [{ add: alias }] } })).status, 200);
  for (const line of [
    `GET /${manyPatterns}/_settings`,
    `GET /*,-${manyPatterns.replaceAll(',', ',-')}/_settings`,
    `GET /_alias/${manyPatterns}`,
  ]) {
    assert.match(errorOf(await send(line)).reason, tooLong);
  }
  const actions = numbers(60).map((number) => ({
    add: { index: `${longName(1)},${nearlyFits(number)}`, alias: 'x' },
  }));
  assert.match(errorOf(await send('POST /_aliases', { body: { actions } })).reason, tooLong);
});

test('roles with patterns that take too long on the names of all indices are refused', async () => {
  const { server, send, as } = await startWithNames({
    superuser: { username: 'elastic', password: 'changeme' },
  });
  await using _ = server;
  const entry = (names: readonly string[]) => ({ indices: [{ names, privileges: ['all'] }] });
  const accounts = { many: numbers(1000).map(nearlyFits), few: ['logs-*', 'a*'] };
  for (const [name, names] of Object.entries(accounts)) {
    await send(`PUT /_security/role/${name}`, { as, body: entry(names) });
    await send(`PUT /_security/user/${name}`, {
      as,
      body: { password: 'password', roles: [name] },
    });
  }
  const read = (name: string) => send('GET /*/_settings', { as: basic(name) });
  assert.match(errorOf(await read('many')).reason, tooLong);
  assert.equal(Object.keys(JSON.parse((await read('few')).text)).length, 200);
});

test('a filter of a source with patterns that take too long on its names is refused', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  await send('PUT /w', { body: { mappings: { enabled: false } } });
  await send('PUT /w/_doc/1?refresh=true', { body: { ['a'.repeat(8000)]: 1 } });
  const search = (excludes: readonly string[]) =>
    send('POST /w/_search', { body: { _source: { excludes } } });
  const slow = numbers(10).map((number) => `*${'a'.repeat(3900)}b${number}`);
  assert.match(errorOf(await search(slow)).reason, tooLong);
  assert.equal((await search(['*b*', 'a*c'])).status, 200);
});

test('patterns that take too long on the names of fields or columns are refused', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  const fields = numbers(900).map((number) => [longName(number), { type: 'keyword' }]);
  await send('PUT /w', { body: { mappings: { properties: Object.fromEntries(fields) } } });
  await send('PUT /w/_doc/1?refresh=true', { body: { [longName(1)]: 'x' } });
  const search = (body: object) => send('POST /w/_search', { body });
  const patterns = numbers(20).map(nearlyFits);
  for (const member of ['fields', 'docvalue_fields']) {
    assert.match(errorOf(await search({ [member]: patterns })).reason, tooLong);
    assert.equal((await search({ [member]: ['*', 'b*'] })).status, 200);
  }
  const columns = numbers(10).map((number) => `\`${'a'.repeat(4000)}${number}\` = 1`);
  const query = `ROW ${columns.join(', ')} | KEEP *${'a'.repeat(2000)}b`;
  assert.match(errorOf(await send('POST /_query', { body: { query } })).reason, tooLong);
});

test('faults and recorded requests with patterns that take too long are refused', async () => {
  await using server = await startReference({ testControl: true });
  const send = lineSender(() => server.url);
  const path = `/${'a'.repeat(7000)}`;
  await send(`GET ${path}`);
  const slow = `*${'a'.repeat(3000)}b`;
  assert.match(errorOf(await send(`GET /_test/requests?path=${slow}`)).reason, tooLong);
  for (const _ of numbers(5)) server.faults.add({ path: slow, status: 500 });
  assert.match(errorOf(await send(`GET ${path}`)).reason, tooLong);
  assert.equal((await send('GET /')).status, 200);
});

test('all indices together have at most 3,000 shards, replicas included', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  const create = (name: string, shards: number, replicas: number) =>
    send(`PUT /${name}`, {
      body: { settings: { number_of_shards: shards, number_of_replicas: replicas } },
    });
  assert.equal((await create('a', 1000, 1)).status, 200);
  const full = /would add \[\d+\] shards, but this cluster currently has \[2000\]\/\[3000\]/;
  assert.match(errorOf(await create('b', 501, 1)).reason, full);
  const replicas = (count: number) =>
    send('PUT /a/_settings', { body: { number_of_replicas: count } });
  assert.match(errorOf(await replicas(2_147_483_647)).reason, full);
  assert.equal((await replicas(2)).status, 200);
  assert.equal((await send('POST /c/_doc', { body: {} })).status, 400);
  assert.equal((await replicas(0)).status, 200);
  assert.equal((await send('POST /c/_doc', { body: {} })).status, 201);
});

test('all indices together have at most 20,000 aliases', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  for (const index of ['a', 'b']) await send(`PUT /${index}`, { body: {} });
  const add = (index: string, from: number, count: number) => {
    const names = numbers(count).map((number) => `x${from + number}`);
    const actions = [{ add: { index, aliases: names } }];
    return send('POST /_aliases', { body: { actions } });
  };
  for (const thousand of numbers(20)) {
    assert.equal((await add('a', thousand * 1000, 1000)).status, 200);
  }
  assert.match(errorOf(await add('b', 0, 1)).reason, /at most \[20000\] aliases/);
  assert.match(
    errorOf(await send('PUT /c', { body: { aliases: { y: {} } } })).reason,
    /at most \[20000\] aliases/,
  );
});
