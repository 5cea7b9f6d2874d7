import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { TargetLost } from '../base/errors.ts';
import { anywhere } from '../testing/mutated-session.ts';
import { openClient } from './client.ts';
import type { Target } from './target.ts';

/** The values of `Retry-After` with which `/busy` refuses the next requests; empty for none. */
const busy: string[] = [];
let busyStatus = 429;
/** The requests to `/few` that have no response yet; it takes two at a time. */
let underWay = 0;
let target: Target;

function answerBusy(response: ServerResponse): void {
  const [asked = ''] = busy.splice(0, 1);
  response.writeHead(busyStatus, asked === '' ? {} : { 'retry-after': asked }).end('wait');
}

function answerFew(response: ServerResponse): void {
  underWay += 1;
  const status = underWay > 2 ? 429 : 200;
  setTimeout(() => {
    underWay -= 1;
    response.writeHead(status, { 'retry-after': '0' }).end();
  }, 30);
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/busy' && busy.length > 0) return answerBusy(response);
    if (request.url === '/few') return answerFew(response);
    return response.end();
  });
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  target = { ...anywhere, base_url: `http://127.0.0.1:${port}`, timeout_ms: 500 };
});

after(() => {
  server.close();
  server.closeAllConnections();
});

test('a busy server gets a request again when it asks for it; the 503 of an intake is a refusal', async () => {
  const client = openClient(target);
  const send = (more = {}) => client.send({ method: 'POST', path: '/busy', headers: {}, ...more });
  busyStatus = 503;
  busy.push('0');
  const answered = await send();
  assert.deepEqual([answered.status, busy.length], [200, 0]);
  assert.match(answered.resent ?? '', /503, Retry-After/);
  busy.push('0', '');
  assert.equal((await send({ base_url: target.base_url })).status, 503);
  assert.equal((await send()).status, 503);
  busyStatus = 429;
  client.close();
});

test('a request whose rate is limited is sent again when the server asks for it', async () => {
  const client = openClient(target);
  const send = () => client.send({ method: 'POST', path: '/busy', headers: {} });
  busy.push('0', new Date(0).toUTCString());
  const answered = await send();
  assert.deepEqual([answered.status, busy.length], [200, 0]);
  assert.match(answered.resent ?? '', /429, Retry-After/);
  for (const asked of ['', '3600', 'soon']) {
    busy.push(asked);
    const refused = await send();
    assert.deepEqual([refused.status, refused.resent], [429, undefined]);
  }
  busy.push(...Array.from({ length: 9 }, () => '0'));
  assert.equal((await send()).status, 429);
  assert.equal(busy.length, 4, 'five attempts');
  busy.length = 0;
  client.close();
});

test('a server that takes few requests at a time gets no more than these', async () => {
  const clients = Array.from({ length: 30 }, () => openClient(target));
  const sent = clients.map((one) => one.send({ method: 'POST', path: '/few', headers: {} }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [200]);
  for (const one of clients) one.close();
});

test('a server that is too busy for every request is lost after a time; any other answer begins it anew', async () => {
  const client = openClient(target, { busyLimit_ms: 1500 });
  const send = () => client.send({ method: 'POST', path: '/busy', headers: {} });
  busy.push('1');
  assert.equal((await send()).status, 200);
  busy.push('1');
  assert.equal((await send()).status, 200);
  busy.push(...Array.from({ length: 9 }, () => '1'));
  await assert.rejects(send(), (error) => {
    assert.ok(error instanceof TargetLost);
    assert.match(error.message, /too busy: for 1\.5 s .* POST \/busy, with 429 .* run again later/);
    return true;
  });
  await assert.rejects(send(), TargetLost, 'the next request waits no longer');
  assert.equal(busy.length, 9 - 4);
  busy.length = 0;
  assert.equal((await send()).status, 200);
  client.close();
});
