import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import type { RunningServer } from '../http/server.ts';
import { exchange } from '../testing/client.ts';
import { startIntake } from './start-intake.ts';

const metadata = '{"metadata":{"service":{"name":"shop"}}}\n';
/** The longest event that is accepted. */
const event = `{"log":{"message":"${'x'.repeat(307_000)}"}}\n`;
const path = '/intake/v2/events';

describe('an intake whose search service never answers', () => {
  const seen = { refused: 0, forwarded: 0 };
  const service = createServer(() => seen.forwarded++);
  const sockets: Socket[] = [];
  let intake: RunningServer;
  before(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const settings = { port: 0, service_url: `http://127.0.0.1:${port}` };
    intake = await startIntake({ settings, log: () => undefined });
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    service.closeAllConnections();
    service.close();
    await intake.stop();
  });

  /** Sends a stream of events that does not end. */
  async function beginStream(events: number): Promise<Socket> {
    const socket = connect(Number(new URL(intake.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n`;
    socket.write(head + metadata + event.repeat(events));
    await once(socket, 'connect');
    return socket;
  }

  it('refuses streams that need more memory than all may have, and takes others when they have gone', async () => {
    const send = () => exchange(intake.url, { method: 'POST', path, body: metadata + event });
    for (let count = 0; count < 60; count++) {
      const socket = await beginStream(9);
      socket.on('data', (answer: Buffer) => {
        assert.match(answer.toString(), /^HTTP\/1\.1 503 .*"service unavailable"/s);
        seen.refused++;
      });
    }
    for (let tries = 0; seen.refused === 0 && tries < 300; tries++) await setTimeout(50);
    assert.ok(seen.refused > 0, 'some are refused');
    assert.ok(seen.refused < 50, `${seen.refused} of 60 are refused`);
    const forwarded = seen.forwarded;
    for (const socket of sockets) socket.destroy();
    // The intake may see only after a moment that they have gone.
    for (let tries = 0; seen.forwarded === forwarded && tries < 300; tries++) {
      assert.equal((await send()).status, 503);
      await setTimeout(50);
    }
    assert.ok(seen.forwarded > forwarded, 'a stream is taken again');
  });
});

it('answers others between two lines of a stream', async () => {
  const service = createServer((request, response) => {
    request.resume();
    response.end('{"errors":false}');
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  let turns = 0;
  const environment = systemEnvironment();
  const intake = await startIntake({
    settings: { port: 0, service_url: `http://127.0.0.1:${port}` },
    environment: {
      ...environment,
      async yieldToEventLoop() {
        turns++;
        await environment.yieldToEventLoop();
      },
    },
  });
  const long = `{"log":{"a":[${'1234567,'.repeat(990)}1],"b":"${'\\"'.repeat(140_000)}"}}\n`;
  const body = metadata + long.repeat(40);
  const { status } = await exchange(intake.url, { method: 'POST', path, body });
  assert.equal(status, 202);
  assert.ok(turns >= 10, `${turns} turns`);
  await intake.stop();
  service.close();
});
