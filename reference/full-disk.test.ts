import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lineSender } from './testing/client.ts';
import { temporaryFolder } from '../spec/testing/temporary-folder.ts';

const command = fileURLToPath(import.meta.url).replace('full-disk.test.', 'main.');
const root = temporaryFolder();
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** The size in kibibytes to which a file of the server may grow: its disk is full when its store has it. */
const maxFile = 700;
const text = 'x'.repeat(4000);

/** Starts a server whose files may grow to a size; a write beyond it fails as on a full disk. */
async function startWithRoom(data: string) {
  const argv = [process.execPath, ...process.execArgv, command, '--port', '0', '--data', data];
  const script = `ulimit -S -f ${maxFile}; exec "$@"`;
  const child = spawn('bash', ['-c', script, 'bash', ...argv]);
  children.push(child);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const send = lineSender(() => url);
  return {
    send,
    put: (id: number | string) => send(`PUT /docs/_doc/${id}`, { body: { id: `${id}`, text } }),
    log: () => log,
    giveRoom: () => execFileSync('prlimit', ['--pid', `${child.pid}`, '--fsize=unlimited']),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return (await once(child, 'exit'))[0] as number | null;
    },
  };
}

type Started = Awaited<ReturnType<typeof startWithRoom>>;

/** Writes documents from a number on until one is not stored; returns the acknowledged ones and the other. */
async function fill({
  put,
}: Started): Promise<{ readonly acknowledged: number; readonly failed: number }> {
  for (let id = 0; id < 1000; id++) {
    const { status, text } = await put(id);
    if (status === 201) continue;
    assert.equal(status, 507, text);
    assert.match(text, /cluster_block_exception.*the change is not stored: data folder \[/);
    return { acknowledged: id, failed: id };
  }
  return assert.fail('the disk is never full');
}

async function idsOn({ send }: Started): Promise<readonly string[]> {
  await send('POST /docs/_refresh');
  const answer = await send('POST /docs/_search', { body: { size: 10_000 } });
  assert.equal(answer.status, 200);
  return JSON.parse(answer.text).hits.hits.map(({ _id, _source }: Hit) => {
    assert.deepEqual(_source, { id: _id, text });
    return _id;
  });
}

interface Hit {
  readonly _id: string;
  readonly _source: unknown;
}

async function assertRefused({ put, send }: Started): Promise<void> {
  for (const change of [put('more'), send('DELETE /docs'), send('PUT /other', { body: {} })]) {
    const answer = await change;
    assert.equal(answer.status, 429);
    const { error } = JSON.parse(answer.text);
    assert.equal(error.type, 'cluster_block_exception');
    assert.match(error.reason, /^blocked by: .*data folder \[.*send changes again/);
  }
}

it(
  'on a full disk changes are refused, reads are served, and nothing acknowledged is lost',
  { skip: process.platform === 'linux' ? false : 'needs prlimit', timeout: 300_000 },
  async () => {
    const data = join(root, 'data');
    const server = await startWithRoom(data);
    const { acknowledged, failed } = await fill(server);
    assert.ok(acknowledged > 10, `${acknowledged} documents had room`);
    await assertRefused(server);
    const found = await idsOn(server);
    assert.equal(new Set(found).size, found.length);
    for (let id = 0; id < acknowledged; id++) assert.ok(found.includes(`${id}`), `document ${id}`);
    assert.match(server.log(), /search-reference: data folder .* changes are refused until/);

    server.giveRoom();
    let again = await server.put('again');
    while (again.status === 429) {
      await setTimeout(100);
      again = await server.put('again');
    }
    assert.equal(again.status, 201, 'the server works again');
    assert.match(server.log(), /changes are stored again/);
    const all = [...Array(failed + 1).keys(), 'again'].map(String).sort();
    assert.deepEqual([...(await idsOn(server))].sort(), all, 'also what was answered with 507');
    await server.end('SIGKILL');

    const restarted = await startWithRoom(data);
    assert.deepEqual([...(await idsOn(restarted))].sort(), all);
    assert.equal(await restarted.end('SIGTERM'), 0);
  },
);

it(
  'a server that is killed while its disk is full has lost nothing acknowledged',
  { skip: process.platform === 'linux' ? false : 'needs prlimit', timeout: 300_000 },
  async () => {
    const data = join(root, 'killed');
    const server = await startWithRoom(data);
    const { acknowledged } = await fill(server);
    await server.end('SIGKILL');
    const restarted = await startWithRoom(data);
    const found = await idsOn(restarted);
    for (let id = 0; id < acknowledged; id++) assert.ok(found.includes(`${id}`), `document ${id}`);
    assert.ok(found.length <= acknowledged + 1);
    restarted.giveRoom();
    await restarted.end('SIGTERM');
  },
);
