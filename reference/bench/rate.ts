import { at } from '../base/assert.ts';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import Koa from 'koa';
import { startReference } from '../index.ts';
import { benchClient, fill } from './client.ts';

/** Requests that the client's thread sends repeatedly over several connections. */
interface Task {
  readonly port: number;
  readonly requests: readonly string[];
  readonly seconds: number;
  /** Receives the number of responses per second. */
  readonly result: Float64Array;
}

const connections = 8;
const rounds = 5;

if (isMainThread) await main();
else await drive(workerData as Task);

/** Prints how many documents and small searches the server handles per second, relative to a bare Koa route. */
async function main(): Promise<void> {
  const server = await startReference();
  const bare = await startBare();
  const client = benchClient(server.url);
  const port = Number(new URL(server.url).port);
  const barePort = (bare.address() as AddressInfo).port;
  try {
    await fill(client, 'rate', 10_000);
    const put = texts(port, (n) => ['PUT', `/rate/_doc/${n % 10_000}`, { n, word: `w${n % 100}` }]);
    const query = (n: number) => ({ query: { term: { word: `w${n % 100}` } }, size: 10 });
    const search = texts(port, (n) => ['POST', '/rate/_search', query(n)]);
    const plain = texts(barePort, (n) => ['PUT', '/plain', { n, word: `w${n % 100}` }]);
    const rates = { bare: [] as number[], put: [] as number[], search: [] as number[] };
    // Alternates between the three, so that other load affects them equally; the first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      const measured = {
        bare: await rate({ port: barePort, requests: plain, seconds: 2 }),
        put: await rate({ port, requests: put, seconds: 2 }),
        search: await rate({ port, requests: search, seconds: 2 }),
      };
      if (round === 0) continue;
      for (const name of ['bare', 'put', 'search'] as const) rates[name].push(measured[name]);
    }
    const base = median(rates.bare);
    for (const [name, values] of Object.entries(rates)) {
      const own = median(values);
      process.stdout.write(
        `${name}: ${Math.round(own)} requests per second, ${(own / base).toFixed(2)} of the bare route\n`,
      );
    }
  } finally {
    client.close();
    bare.close();
    await server.stop();
  }
}

/** Starts a server with one Koa route that responds without reading the request. */
function startBare(): Promise<Server> {
  const app = new Koa();
  app.use((ctx) => {
    ctx.body = { acknowledged: true };
  });
  const listener = app.callback();
  const server = createServer((request, response) => void listener(request, response));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

type Call = readonly [method: string, path: string, body: unknown];

/** Returns different requests of one kind as raw HTTP. */
function texts(port: number, make: (n: number) => Call): readonly string[] {
  return Array.from({ length: 2000 }, (_, n) => {
    const [method, path, body] = make(n * 37);
    const text = JSON.stringify(body);
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
    return `${head}${type}\r\n\r\n${text}`;
  });
}

function rate(given: Omit<Task, 'result'>): Promise<number> {
  const result = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { ...given, result } });
    worker.once('error', reject);
    worker.once('exit', () => resolve(at(result, 0)));
  });
}

/** Sends the next request on a connection as soon as the response arrives. */
async function drive({ port, requests, seconds, result }: Task): Promise<void> {
  let answers = 0;
  let next = 0;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1');
    const send = () => socket.write(at(requests, next++ % requests.length));
    socket.on('connect', send);
    socket.on('data', (bytes) => {
      // Responses are small and each arrives in one piece.
      if (!/^HTTP\/1\.1 20[01] /.test(bytes.toString('latin1', 0, 13))) {
        throw new Error(`refused: ${bytes.toString().slice(0, 300)}`);
      }
      answers++;
      send();
    });
    return socket;
  });
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const perSecond = (answers * 1000) / (performance.now() - started);
  for (const socket of sockets) socket.destroy();
  result[0] = perSecond;
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    Math.floor(values.length / 2),
  );
}
