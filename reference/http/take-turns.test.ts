import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemEnvironment } from '../base/environment.ts';
import type { RunningServer } from './server.ts';
import { startServer } from './server.ts';

async function serving(
  listener: RequestListener,
  use: (server: RunningServer, socket: Socket) => Promise<void>,
  { limits = {}, clock = {} } = {},
): Promise<void> {
  const address = { host: '127.0.0.1', port: 0, limits };
  const server = await startServer(listener, address, { ...systemEnvironment(), ...clock });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  try {
    await use(server, socket);
  } finally {
    socket.destroy();
    await server.stop();
  }
}

describe('many requests that one connection sends at once', () => {
  const count = 3000;

  it('are answered one after the other, in turns with another connection', async () => {
    let open = 0;
    let most = 0;
    let served = 0;
    const listener: RequestListener = (request, response) => {
      most = Math.max(most, ++open);
      response.on('close', () => open--);
      if (request.url === '/other') {
        response.end(String(served));
        return;
      }
      served++;
      setImmediate(() => response.end(`[${request.url}]`));
    };
    await serving(listener, async (server, socket) => {
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      for (let at = 0; at < count; at++) socket.write(`GET /${at} HTTP/1.1\r\nHost: a\r\n\r\n`);
      while (!text.includes('[/0]')) await once(socket, 'data');
      const other = await (await fetch(`${server.url}/other`)).text();
      assert.ok(Number(other) < count / 2, `${other} of ${count} came first`);
      while (!text.slice(-500).includes(`[/${count - 1}]`)) await once(socket, 'data');
      const answered = [...text.matchAll(/\[\/(\d+)\]/g)].map(([, at]) => Number(at));
      assert.deepEqual(answered, [...Array(count).keys()]);
      assert.ok(most <= 2, `${most} at once`);
    });
  });

  it('have their bodies read, each when it is its turn', async () => {
    const listener: RequestListener = (request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => response.end(`[${bytes}]`));
    };
    await serving(listener, async (_, socket) => {
      const sizes = Array.from({ length: 200 }, (_, at) => (at % 20 === 7 ? 300_000 : at));
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      for (const size of sizes) {
        socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
        socket.write('x'.repeat(size));
      }
      const answered = () => [...text.matchAll(/\[(\d+)\]/g)].map(([, bytes]) => Number(bytes));
      while (answered().length < sizes.length) await once(socket, 'data');
      assert.deepEqual(answered(), sizes);
    });
  });

  it('are dropped with their connection if too many wait', async () => {
    const listener: RequestListener = (_, response) => {
      setTimeout(() => response.end('served'), 20);
    };
    await serving(
      listener,
      async ({ url }) => {
        const sockets = Array.from({ length: 20 }, () =>
          connect(Number(new URL(url).port), '127.0.0.1'),
        );
        const closed = Promise.race(sockets.map((socket) => once(socket, 'close')));
        for (const socket of sockets) socket.on('error', () => undefined).resume();
        for (const socket of sockets)
          socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000));
        await closed;
        assert.equal(await (await fetch(url)).text(), 'served');
        for (const socket of sockets) socket.destroy();
      },
      { limits: { maxWaitingOfAll: 1000 } },
    );
  });

  it('are not even parsed before the first ones are answered', async () => {
    let parsed = 0;
    const count = (): void => void parsed++;
    subscribe('http.server.request.start', count);
    await serving(
      (_, response) => void setTimeout(() => response.end(), 2000),
      async (_, socket) => {
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000));
        await sleep(500);
        assert.ok(parsed > 0 && parsed < 200, `${parsed} of 2000`);
      },
    );
    unsubscribe('http.server.request.start', count);
  });

  it('are not served any more once the client has left', async () => {
    const events = new EventEmitter();
    let served = 0;
    const listener: RequestListener = (_, response) => {
      served++;
      events.emit('served');
      response.on('close', () => events.emit('left'));
    };
    await serving(listener, async (_, socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10));
      await once(events, 'served');
      socket.destroy();
      await once(events, 'left');
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      assert.equal(served, 1);
    });
  });
});

describe('a client that does not read its answer', () => {
  const limits = { answerTimeout: 100 };
  const large = Buffer.alloc(64 * 2 ** 20);

  it('is disconnected', async () => {
    const closed = new Promise<string>((resolve) => {
      const listener: RequestListener = ({ socket }, response) => {
        response.on('close', () => resolve(socket.destroyed ? 'cut' : 'answered'));
        response.end(large);
      };
      void serving(
        listener,
        async (_, socket) => {
          socket.pause();
          socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
          await closed;
        },
        { limits },
      );
    });
    assert.equal(await closed, 'cut');
  });

  it('is not meant if the answer takes its time', async () => {
    const listener: RequestListener = (_, response) => {
      setTimeout(() => response.write('late'), 250);
      setTimeout(() => response.end('r'), 500);
    };
    await serving(
      listener,
      async ({ url }) => assert.equal(await (await fetch(url)).text(), 'later'),
      { limits },
    );
  });
});

it('the pieces of a body are read in turns with other work', async () => {
  const pieces = 50_000;
  let now = 0;
  let inTurn = 0;
  let most = 0;
  const listener: RequestListener = (request, response) => {
    request.on('data', () => {
      if (inTurn++ === 0) setImmediate(() => (inTurn = 0));
      most = Math.max(most, inTurn);
    });
    request.on('end', () => response.end('read'));
  };
  const use = async (_: RunningServer, socket: Socket): Promise<void> => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    socket.write(`${head}${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`);
    await once(socket, 'data');
    assert.ok(most < 5000, `${most} of ${pieces} in one turn`);
  };
  // Time passes whenever somebody looks.
  await serving(listener, use, { clock: { elapsed: () => (now += 10) } });
});
