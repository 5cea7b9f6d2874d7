import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openClient } from '../driver/client.ts';
import type { WireRequest, WireResponse } from '../driver/exchange.ts';
import type { Target } from '../driver/target.ts';
import type { Spoil } from '../proof/fault.ts';

/** A server of this process that stands before a target. */
export interface Proxy {
  readonly base_url: string;
  close(): Promise<void>;
}

/** Headers that speak of one connection only, or of a length that the proxy writes anew. */
const hop_headers = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'accept-encoding',
]);

/** Starts a proxy on a free port of the loopback; each request is answered by `spoil`. */
export async function openProxy(spoil: Spoil, target: Target): Promise<Proxy> {
  const client = openClient({ ...target, headers: {} });
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, (request) => spoil(request, (wire) => client.send(wire))).catch(() => {
      incoming.socket.destroy();
    });
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

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: WireRequest) => Promise<WireResponse>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const request: WireRequest = {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: passedOn(incoming.headers as Record<string, string>),
    ...(body.length === 0 ? {} : { body: body.toString('utf8') }),
  };
  const response = await answer(isText(body) ? request : { ...request, body });
  outgoing.writeHead(response.status, {
    ...passedOn(response.headers),
    'content-length': response.body.length,
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : response.body);
}

function isText(body: Buffer): boolean {
  return Buffer.from(body.toString('utf8'), 'utf8').equals(body);
}

function passedOn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop_headers.has(name)));
}
