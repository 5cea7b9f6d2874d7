import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exchange } from './testing/client.ts';

const command = fileURLToPath(import.meta.url).replace('kill.test.', 'main.');
const root = mkdtempSync(join(tmpdir(), 'kill-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

const clients = 6;
const kills = 3;
const bulk_size = 40;
/** The server is killed after one of so many writes. */
const most_writes = 400;
/** Long enough for a document that is cut off to be seen. */
const padding = 'x'.repeat(300);

/** What may be found under a name: undefined stands for nothing. More than one value while a request has no answer. */
type Expected = Map<string, Set<number | undefined>>;

interface Ledger {
  readonly expected: Expected;
  readonly acknowledged: () => void;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

function run(...args: readonly string[]): ChildProcess {
  const all = [...process.execArgv, command, '--port', '0', '--data', root, ...args];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function start(): Promise<Running> {
  const child = run();
  child.stderr?.pipe(process.stderr);
  assert.ok(child.stdout !== null);
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url };
}

/** Sends one request after the other until the server is gone, and notes what it may find afterwards. */
async function write(
  url: string,
  client: number,
  { expected, acknowledged }: Ledger,
): Promise<void> {
  const send = async (line: string, body: unknown, changes: Expected): Promise<void> => {
    const [method = '', path = ''] = line.split(' ');
    for (const [name, values] of changes) {
      const before = expected.get(name) ?? new Set([undefined]);
      expected.set(name, new Set([...before, ...values]));
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const sent = { method, path, headers: { 'content-type': type } };
    const got = await exchange(url, body === undefined ? sent : { ...sent, body: text });
    assert.ok(got.status < 300 || got.status === 404, `${line}: ${got.status} ${got.text}`);
    if (path === '/_bulk') assert.equal(JSON.parse(got.text).errors, false);
    for (const [name, values] of changes) expected.set(name, values);
    acknowledged();
  };
  try {
    for (let n = 0; ; n++) {
      const value = Math.floor(Math.random() * 1e9);
      const id = `${client}-${n % 17}`;
      const choice = Math.floor(Math.random() * 10);
      if (choice < 5) {
        await send(`PUT /docs/_doc/${id}`, { value, padding }, one(`doc ${id}`, value));
      } else if (choice < 7) {
        await send(`DELETE /docs/_doc/${id}`, undefined, one(`doc ${id}`, undefined));
      } else if (choice < 8) {
        const ids = Array.from({ length: bulk_size }, (_, at) => `${client}-b${(n + at) % 97}`);
        const line = (each: string) => ({ index: { _index: 'docs', _id: each } });
        const lines = ids.flatMap((each) => [line(each), { value, padding }]);
        const body = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
        await send(
          'POST /_bulk',
          body,
          new Map(ids.map((each) => [`doc ${each}`, new Set([value])])),
        );
      } else if (choice < 9) {
        const policy = { policy: { _meta: { value }, phases: {} } };
        await send(`PUT /_ilm/policy/p-${client}`, policy, one(`policy p-${client}`, value));
      } else {
        const name = `index-${client}-${value}`;
        await send(`PUT /${name}`, { aliases: { all: {} } }, one(`index ${name}`, 1));
        if (n % 2 === 0) await send(`DELETE /${name}`, undefined, one(`index ${name}`, undefined));
      }
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
  }
}

function one(name: string, value: number | undefined): Expected {
  return new Map([[name, new Set([value])]]);
}

/** Reads all that the clients wrote. */
async function read(url: string): Promise<ReadonlyMap<string, number>> {
  const get = async (path: string) => JSON.parse((await exchange(url, { path })).text);
  const found = new Map<string, number>();
  const { hits } = await get('/docs/_search?size=10000');
  for (const { _id, _source } of hits?.hits ?? []) {
    assert.equal(_source.padding, padding, `document ${_id} is whole`);
    assert.ok(!found.has(`doc ${_id}`), `document ${_id} is there once`);
    found.set(`doc ${_id}`, _source.value);
  }
  for (const [name, { policy }] of Object.entries<{ policy: { _meta: { value: number } } }>(
    await get('/_ilm/policy'),
  )) {
    found.set(`policy ${name}`, policy._meta.value);
  }
  for (const name of Object.keys(await get('/index-*'))) found.set(`index ${name}`, 1);
  return found;
}

it('loses nothing that it acknowledged when it is killed, and brings nothing back', async () => {
  const expected: Expected = new Map();
  for (let kill = 0; kill < kills; kill++) {
    const { child, url } = await start();
    let left = Math.ceil(Math.random() * most_writes);
    const acknowledged = (): void => {
      if (--left === 0) child.kill('SIGKILL');
    };
    const ledger = { expected, acknowledged };
    await Promise.all(Array.from({ length: clients }, (_, at) => write(url, at, ledger)));

    const again = await start();
    const found = await read(again.url);
    for (const name of found.keys()) assert.ok(expected.has(name), `${name} was written`);
    for (const [name, values] of expected) {
      const value = found.get(name);
      assert.ok(values.has(value), `${name}: ${value} is none of ${[...values].join(', ')}`);
      expected.set(name, new Set([value]));
    }
    const second = run();
    const [code] = (await once(second, 'exit')) as [number | null];
    assert.equal(code, 2, 'the folder has one server at a time');
    again.child.kill(kill % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    await once(again.child, 'exit');
  }
});
