import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { openClient } from '../driver/client.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Target } from '../driver/target.ts';
import type { Delivery } from './mutation.ts';
import type { StartedMutation } from './mutations.ts';

/** A server of this process that stands before a target. */
export interface Proxy {
  readonly base_url: string;
  close(): Promise<void>;
}

/** Headers that speak of one connection only, or of a length that the proxy writes anew. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'accept-encoding',
]);

/** Starts a proxy on a free port of the loopback: `intercept` gives each answer, `delivery` says how it is sent. */
export async function openProxy(
  { intercept, delivery = {} }: Pick<StartedMutation, 'intercept' | 'delivery'>,
  target: Target,
): Promise<Proxy> {
  const client = openClient({ ...target, headers: {} });
  const server = createServer((incoming, outgoing) => {
    receive(incoming, target)
      .then((request) => intercept(request, (wire) => client.send(wire)))
      .then((response) => deliver({ incoming, outgoing, delivery }, response))
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}`,
    async close() {
      client.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Takes a request in. The target is asked by its own name, so that a form has to come from there too. */
async function receive(incoming: IncomingMessage, target: Target): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers = passedOn(incoming.headers as Record<string, string>);
  const proxied = `http://${incoming.headers.host ?? ''}`;
  const own = new URL(target.base_url).origin;
  const written = Object.entries(headers).map(([name, value]) => [
    name,
    ['origin', 'referer'].includes(name) ? value.replace(proxied, own) : value,
  ]);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: Object.fromEntries(written) as Record<string, string>,
    ...(body.length === 0 ? {} : { body: textIn(body) ?? body }),
  };
}

/** One call, and how it is answered. */
interface Line {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly delivery: Delivery;
}

function deliver({ incoming, outgoing, delivery }: Line, response: WireResponse): void {
  const accepted = incoming.headers['accept-encoding'] ?? '';
  const packs = delivery.compressed === true && accepted.includes('gzip');
  const packed = packs && response.body.length > 0;
  const body = packed ? gzipSync(response.body) : response.body;
  const headers = {
    ...passedOn(response.headers),
    ...(packed ? { 'content-encoding': 'gzip' } : {}),
    ...(delivery.closes === true ? { connection: 'close' } : {}),
    ...(delivery.chunked === true ? {} : { 'content-length': `${body.length}` }),
  };
  const written = Object.entries(headers).map(([name, value]) => [
    delivery.capitals === true ? name.toUpperCase() : name,
    value,
  ]);
  outgoing.writeHead(response.status, Object.fromEntries(written) as Record<string, string>);
  const half = Math.ceil(body.length / 2);
  if (incoming.method !== 'HEAD' && delivery.chunked === true)
    outgoing.write(body.subarray(0, half));
  const rest = delivery.chunked === true ? body.subarray(half) : body;
  outgoing.end(incoming.method === 'HEAD' ? undefined : rest);
}

/** The text that the bytes are in UTF-8; undefined where they are none. */
export function textIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

/** Headers without those that a server between two connections does not pass on; names in lower case. */
export function passedOn(headers: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return Object.fromEntries(pairs.filter(([name]) => !hopHeaders.has(name)));
}
