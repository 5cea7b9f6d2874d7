import assert from 'node:assert/strict';
import { get, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { encodeTable } from '../formats/encode-table.ts';
import type { WritableTable } from '../formats/table-document.ts';
import type { Operation } from '../operations/operation.ts';
import type { OperationId } from '../../spec/operations.ts';
import { exchange } from '../testing/client.ts';
import { startEcho } from '../testing/echo-server.ts';
import type { RunningServer } from './server.ts';

const pageRows = 4096;
const pages = 250;

/** What the test observed of one answer. */
const seen = { pulled: 0, ended: false, aborted: 0 };

/** More than a million rows, generated page by page on demand. */
const million: WritableTable = {
  columns: [{ name: 'n', type: 'double' }],
  rows: {
    length: pages * pageRows,
    *[Symbol.iterator]() {
      seen.pulled = 0;
      seen.ended = false;
      try {
        for (let page = 0; page < pages; page++) {
          seen.pulled++;
          for (let row = 0; row < pageRows; row++) yield [page * pageRows + row];
        }
      } finally {
        seen.ended = true;
      }
    },
  },
};

const answer: Operation<OperationId> = async ({ form, signal, body }) => {
  if (body?.text().includes('wait') === true) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    seen.aborted++;
    throw new Error('ended');
  }
  const small: WritableTable = { columns: [{ name: 'a', type: 'integer' }], rows: [] };
  const table = body?.text().includes('million') === true ? million : small;
  const document = {
    before: { took: 1 },
    table,
    namesColumns: true,
    rowsMember: 'values' as const,
    after: {},
  };
  return {
    outcome: 'done',
    chunks: encodeTable(document, { form, columnar: false, zone: 'UTC' }),
    notes: {
      async: { id: 'x1', is_running: true },
      warnings: ['say "100%"', 'Zürich', 'Zürich'],
    },
  };
};

describe('a streamed answer', () => {
  const logged: string[] = [];
  let server: RunningServer | undefined;
  let url = '';
  before(async () => {
    server = await startEcho({
      maxBody: 1000,
      compatible: true,
      log: (report) => logged.push(report),
      handlers: { runQuery: answer },
    });
    ({ url } = server);
  });
  after(() => server?.stop());

  const sent = { method: 'POST', path: '/_query', headers: { 'content-type': 'application/json' } };
  const begin = (body: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = send(
        `${url}/_query?format=csv`,
        { method: 'POST', headers: sent.headers },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  it('has its state and warnings in headers', async () => {
    const { headers, text } = await exchange(url, { ...sent, body: '{}' });
    assert.equal(headers['x-service-async-id'], 'x1');
    assert.equal(headers['x-elasticsearch-async-is-running'], '?1');
    assert.equal(
      headers['warning'],
      '299 Elasticsearch-8.19.0 "say \\"100%25\\"", 299 Elasticsearch-8.19.0 "Z%C3%BCrich"',
    );
    assert.equal(headers['content-length'], String(text.length));
  });

  it('is filtered by filter_path, in its format', async () => {
    const path = '/_query?filter_path=columns.name&format=yaml';
    const { headers, text } = await exchange(url, { ...sent, path, body: '{}' });
    assert.equal(headers['content-type'], 'application/yaml');
    assert.equal(text, '---\ncolumns:\n- {"name":"a"}\n');
  });

  it('is generated at the pace of the client, and stops when the client disconnects', async () => {
    const incoming = await begin('"million"');
    await new Promise((resolve) => incoming.once('readable', resolve));
    await settled(() => seen.pulled);
    assert.ok(seen.pulled > 0 && seen.pulled < pages / 2, `${seen.pulled} pages were generated`);
    assert.equal(seen.ended, false);
    incoming.destroy();
    await until(() => seen.ended);
    assert.ok(seen.pulled < pages);
    assert.deepEqual(logged, []);
  });

  it('arrives completely', async () => {
    let lines = 0;
    let largest = 0;
    for await (const chunk of await begin('"million"')) {
      const bytes = chunk as Buffer;
      largest = Math.max(largest, bytes.length);
      for (const byte of bytes) if (byte === 0x0a) lines++;
    }
    assert.equal(lines, pages * pageRows + 1);
    assert.ok(largest <= 128 * 1024, `${largest} bytes in one piece`);
  });

  it('is not generated for a client that has disconnected', async () => {
    const outgoing = send(`${url}/_query`, { method: 'POST', headers: sent.headers });
    outgoing.on('error', () => undefined);
    outgoing.end('"wait"');
    await new Promise((resolve) => get(`${url}/`, resolve));
    outgoing.destroy();
    await until(() => seen.aborted === 1);
    assert.deepEqual(logged, []);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isTrue(); turn++) await pause();
  assert.ok(isTrue(), 'the condition was never true');
}

/** Waits until a number has not changed for a while. */
async function settled(figure: () => number): Promise<void> {
  for (let last = -1, still = 0; still < 20; still = figure() === last ? still + 1 : 0) {
    last = figure();
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
