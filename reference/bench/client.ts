import { Agent, request } from 'node:http';

/** Sends requests to one server over persistent connections; bodies and responses are JSON. */
export interface BenchClient {
  /** Rejects with an Error that contains status and body if the status is not 2xx. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): void;
}

/** The members of responses that the benchmarks read. */
export interface Answer {
  readonly id?: string;
  readonly pit_id?: string;
  readonly _scroll_id?: string;
  readonly errors?: boolean;
  readonly hits?: { readonly hits: readonly { readonly sort?: readonly unknown[] }[] };
}

/** Returns a client of the server at a base URL. */
export function benchClient(url: string): BenchClient {
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
      const type = path.endsWith('/_bulk') ? 'application/x-ndjson' : 'application/json';
      const headers = {
        ...(text === '' ? {} : { 'content-type': type }),
        'content-length': Buffer.byteLength(text),
      };
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if (response.statusCode === undefined || response.statusCode >= 300) {
            reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 300)}`));
          } else resolve(JSON.parse(answer) as Answer);
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return { send, close: () => agent.destroy() };
}

/** Creates an index of `count` numbered documents by bulk requests, and refreshes it. */
export async function fill(client: BenchClient, index: string, count: number): Promise<void> {
  await client.send('PUT', `/${index}`, {
    settings: { number_of_shards: 2 },
    mappings: { properties: { n: { type: 'long' }, word: { type: 'keyword' } } },
  });
  const batch = 5000;
  for (let from = 0; from < count; from += batch) {
    const lines = bulkLines(from, Math.min(from + batch, count), (n) => ({
      n: (n * 7919) % count,
      word: `w${n % 100}`,
    }));
    const { errors } = await client.send('POST', `/${index}/_bulk`, lines);
    if (errors === true) throw new Error(`a document of ${index} was refused`);
  }
  await client.send('POST', `/${index}/_refresh`);
}

/** Returns the body of a bulk request that indexes the documents with these numbers. */
export function bulkLines(from: number, to: number, make: (n: number) => unknown): string {
  const lines = Array.from({ length: to - from }, (_, at) => {
    const n = from + at;
    return `{"index":{"_id":"${n}"}}\n${JSON.stringify(make(n))}\n`;
  });
  return lines.join('');
}
