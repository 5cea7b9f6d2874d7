import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { defined } from '../base/errors.ts';
import { openClient } from '../driver/client.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Target } from '../driver/target.ts';
import type { Delivery } from './mutation.ts';
import type { StartedMutation } from './mutations.ts';

/**
 * The client, which runs in the same process, closes idle connections first, even if the process has stood still for
 * seconds.
 */
const keepAlive_ms = 60_000;

/** Headers of one connection, and headers that the proxy writes itself. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'accept-encoding',
]);

/** Starts a proxy on a free loopback port: `intercept` makes each response, `delivery` says how it is sent. */
export async function openProxy(
  { intercept, delivery = {} }: Pick<StartedMutation, 'intercept' | 'delivery'>,
  target: Target,
) {
  const client = openClient({ ...target, headers: {} }, { keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    receive(incoming, target)
      .then((request) => intercept(request, (wire) => client.send(wire)))
      .then((response) => deliver({ incoming, outgoing, delivery }, response))
      .catch(() => incoming.socket.destroy());
  });
  server.keepAliveTimeout = keepAlive_ms;
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

/** Reads a request; `Origin` and `Referer` are rewritten to the target, as the target checks where forms come from. */
async function receive(incoming: IncomingMessage, target: Target): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers = forwardedHeaders(incoming.headers as Record<string, string>);
  const proxied = `http://${defined(incoming.headers.host, 'header Host')}`;
  const own = new URL(target.base_url).origin;
  const written = Object.entries(headers).map(([name, value]) => [
    name,
    ['origin', 'referer'].includes(name) ? value.replace(proxied, own) : value,
  ]);
  return {
    method: defined(incoming.method, 'method of a request'),
    path: defined(incoming.url, 'path of a request'),
    headers: Object.fromEntries(written) as Record<string, string>,
    ...(body.length === 0 ? {} : { body: utf8Text(body) ?? body }),
  };
}

/** One request, its response, and how the response is sent. */
interface ProxyCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly delivery: Delivery;
}

function deliver({ incoming, outgoing, delivery }: ProxyCall, response: WireResponse): void {
  const accepted = incoming.headers['accept-encoding'] ?? '';
  const acceptsGzip = delivery.compressed === true && accepted.includes('gzip');
  const isCompressed = acceptsGzip && response.body.length > 0;
  const body = isCompressed ? gzipSync(response.body) : response.body;
  const headers = {
    ...forwardedHeaders(response.headers),
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
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

/** The bytes decoded as UTF-8; undefined if they are not valid UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

/** The headers that a proxy forwards; names in lower case. */
export function forwardedHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return Object.fromEntries(pairs.filter(([name]) => !hopHeaders.has(name)));
}
