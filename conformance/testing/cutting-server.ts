import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeServer, type FakeServer } from './fake-server.ts';

/** A fake server whose connections are lost on demand. */
export interface CuttingServer extends FakeServer {
  /** The requests that arrived, such as `PUT /ck-…`. */
  readonly seen: readonly string[];
}

/** When a connection is lost: before the server has done what was asked, or after it. */
export type CutAt = 'before' | 'after';

/** Starts the server; `cutOf` says of each request, and of the number of those like it before, whether it gets no answer. */
export async function startCuttingServer(
  cutOf: (call: string, sent: number) => CutAt | undefined,
): Promise<CuttingServer> {
  const fake = await startFakeServer();
  const seen: string[] = [];
  const kindOf = (call: string): string => call.replaceAll(/ck-[\w-]+?-(?=\w+(?:\/|$))/g, '');
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const call = `${method} ${url}`;
    const before = seen.filter((other) => kindOf(other) === kindOf(call)).length;
    seen.push(call);
    const cut = cutOf(kindOf(call), before);
    if (cut === 'before') return request.socket.destroy();
    return void fetch(`${fake.base_url}${url}`, { method }).then(async (answer) => {
      const body = await answer.text();
      if (cut === 'after') return request.socket.destroy();
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
      return response.writeHead(answer.status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...fake,
    seen,
    base_url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await fake.close();
    },
  };
}
