import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { problemOfHeap } from './base/heap-use.ts';
import { lineSender } from './testing/client.ts';
import { temporaryFolder } from '../spec/testing/temporary-folder.ts';

const command = fileURLToPath(import.meta.url).replace('full-memory.test.', 'main.');
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** The arguments of a server with so many megabytes of memory for data and requests. */
const argvWith = (mb: number): readonly string[] => [
  ...process.execArgv,
  `--max-old-space-size=${mb}`,
  command,
];

async function start(mb: number, ...flags: readonly string[]) {
  const child = spawn(process.execPath, [...argvWith(mb), '--port', '0', ...flags]);
  children.push(child);
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, send: lineSender(() => url) };
}

type Sender = Awaited<ReturnType<typeof start>>['send'];

const long = 'x '.repeat(100_000);
const fields = Object.fromEntries(
  Array.from({ length: 900 }, (_, n) => [`field_${n}`, { type: 'keyword' }]),
);
const policy = { _meta: { long: 'x'.repeat(30_000) }, phases: { hot: { actions: {} } } };

type Store = (n: number) => readonly [line: string, body: unknown];

const storeDocument: Store = (n) => [`PUT /docs/_doc/${n}`, { long, n }];

/** What fills the memory, with the call that stores one. */
const kinds: readonly { readonly what: string; readonly store: Store }[] = [
  { what: 'documents', store: storeDocument },
  { what: 'mappings', store: (n) => [`PUT /index-${n}`, { mappings: { properties: fields } }] },
  { what: 'policies', store: (n) => [`PUT /_ilm/policy/policy-${n}`, { policy }] },
];

/** Stores until the server refuses, and returns the number of the refused request. */
async function fill(send: Sender, store: Store): Promise<number> {
  for (let n = 0; n < 20_000; n++) {
    const [line, body] = store(n);
    const { status, text } = await send(line, { body });
    if (status < 300) continue;
    assert.equal(status, 429, text);
    assert.match(text, /circuit_breaking_exception.*Data too large: data uses \[\d+mb\] of the \[/);
    return n;
  }
  return assert.fail('the memory is never full');
}

describe(
  'a server whose memory is full of data refuses more, and lives',
  { timeout: 300_000 },
  () => {
    for (const { what, store } of kinds) {
      it(what, async () => {
        const { send, child } = await start(120);
        await send('PUT /kept/_doc/1?refresh=true', { body: { kept: true } });
        const refused = await fill(send, store);
        assert.ok(refused > 10, `${refused} are stored`);
        const found = await send('POST /kept/_search', { body: {} });
        assert.equal(JSON.parse(found.text).hits.total.value, 1, 'reads are served');
        for (let n = 0; n < refused; n++) {
          const path = store(n)[0].replace(/^PUT/, 'DELETE');
          assert.equal((await send(path)).status, 200, 'deletions are served');
        }
        assert.equal((await send('POST /_refresh')).status, 200);
        const [line, body] = store(refused);
        let again = await send(line, { body });
        while (again.status === 429) {
          await setTimeout(200);
          again = await send(line, { body });
        }
        assert.ok(again.status < 300, again.text);
        assert.equal(child.exitCode, null);
      });
    }
  },
);

it('documents that replace others need no more memory, also if nobody searches', async () => {
  const { send } = await start(120);
  for (let n = 0; n < 800; n++) {
    const { status, text } = await send(`PUT /docs/_doc/${n % 20}`, { body: { long, n } });
    assert.ok(status < 300, text);
  }
});

it('data that does not fit into memory is named at the start, and stays as it is', async () => {
  const data = join(temporaryFolder(), 'data');
  const { send, child } = await start(200, '--data', data);
  const refused = await fill(send, storeDocument);
  child.kill('SIGTERM');
  await once(child, 'exit');
  for (const flags of [['--port', '0'], ['check']]) {
    const argv = [...argvWith(80), ...flags, '--data', data];
    const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^search-reference: data folder \[.*\]: data uses .*max-old-space-size/);
  }
  const again = await start(250, '--data', data);
  const { text } = await again.send('POST /docs/_search', {
    body: { size: 0, track_total_hits: true },
  });
  assert.equal(JSON.parse(text).hits.total.value, refused);
});

it('data may use two thirds of the memory', () => {
  const limit_bytes = 1000 * 2 ** 20;
  assert.equal(problemOfHeap({ used_bytes: limit_bytes * 0.6, limit_bytes }), undefined);
  const problem = problemOfHeap({ used_bytes: limit_bytes * 0.7, limit_bytes });
  assert.equal(problem, 'data uses [700mb] of the [1000mb] of memory that the process may have');
});
