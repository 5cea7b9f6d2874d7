import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import { lineSender } from './client.ts';

/** The members of answers that these tests look at. */
export interface Answer {
  readonly id: string;
  readonly count: number;
  readonly error: string | { readonly type: string; readonly reason: string };
  readonly hits: {
    readonly max_score: number | null;
    readonly hits: readonly Readonly<Record<string, unknown>>[];
  };
  readonly aggregations: unknown;
  readonly values: unknown;
}

/** Starts a server for the tests of a file; returns functions that send requests to it. */
export function jsonCalls() {
  let server: RunningServer | undefined;
  before(async () => {
    server = await startReference({ compatible: true });
  });
  after(() => server?.stop());
  const url = (): string => {
    assert.ok(server !== undefined);
    return server.url;
  };

  const send = lineSender(url);

  async function call(method: string, path: string, body?: string | object) {
    const { status, text } = await send(`${method} ${path}`, { body });
    return { status, body: JSON.parse(text) as Answer };
  }

  /** Creates an index with fields and documents, given as JSON texts with the ids 1, 2 and so on. */
  async function index(name: string, properties: object, documents: readonly string[]) {
    const created = await call('PUT', `/${name}`, { mappings: { properties } });
    assert.equal(created.status, 200);
    for (const [at, document] of documents.entries()) {
      const written = await call('PUT', `/${name}/_doc/${at + 1}?refresh=true`, document);
      assert.equal(written.status, 201, JSON.stringify(written.body));
    }
  }

  function search(name: string, body: string | object): Promise<Answer> {
    return find(`/${name}/_search`, body);
  }

  async function find(path: string, body: string | object): Promise<Answer> {
    const { status, body: answer } = await call('POST', path, body);
    assert.equal(status, 200, JSON.stringify(answer));
    return answer;
  }

  async function idsOf(name: string, query: string | object): Promise<readonly unknown[]> {
    const text = typeof query === 'string' ? query : JSON.stringify(query);
    return (await search(name, `{"query":${text}}`)).hits.hits.map(({ _id }) => _id);
  }

  async function query(text: string): Promise<unknown> {
    const { status, body } = await call('POST', '/_query', { query: text });
    assert.equal(status, 200, JSON.stringify(body));
    return body.values;
  }

  async function refused(path: string, body: object, reason: RegExp): Promise<void> {
    const { status, body: answer } = await call('POST', path, body);
    assert.equal(status, 400);
    assert.ok(typeof answer.error === 'object');
    assert.match(answer.error.reason, reason);
  }

  return { url, call, index, search, find, idsOf, query, refused };
}
