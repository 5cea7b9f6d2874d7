import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { now } from '../base/environment.ts';
import { runId, startOf } from '../driver/names.ts';
import { capture } from '../testing/capture.ts';

const day_ms = 86_400_000;
const old = `ck-${runId(now() - 2 * day_ms, 'a1b2')}-1-5-`;
const young = `ck-${runId(now() - 1000, 'c3d4')}-f-7-`;
/** Names that look like those of the kit, and are not. */
const foreign = ['ck-books', 'ck-doctor-a1b2c3', `x${old}books`, 'books'];
/** Names that begin like those of the kit, and in a path stand for others. */
const misleading = [',precious', '*', '/_all', '?a', ' -b', '>', ':precious'].map(
  (rest) => `${old}x${rest}`,
);

interface Server {
  readonly base_url: string;
  readonly removed: readonly string[];
  close(): void;
}

/** A server that lists things of the kit and of others, and notes what is deleted. */
async function startServer(): Promise<Server> {
  const removed: string[] = [];
  const names = [`${old}a`, `${young}a`, ...foreign];
  const byName = Object.fromEntries([...names, ...misleading].map((name) => [name, {}]));
  const named = [...names, ...misleading].map((name) => ({ name }));
  const keys = names.map((name) => ({ name, id: `id-${name}`, invalidated: false }));
  const lists: Readonly<Record<string, unknown>> = {
    '/_alias': byName,
    '/_data_stream': { data_streams: named },
    '/_index_template': { index_templates: named },
    '/_ilm/policy': byName,
    '/_security/role': byName,
    '/_security/api_key': { api_keys: keys },
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (method === 'DELETE') removed.push(`${url} ${body}`.trim());
      const known = method === 'DELETE' || url === '/' || url in lists;
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(lists[url] ?? { error: `nothing at ${url}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { base_url: `http://127.0.0.1:${port}`, removed, close };
}

/** What is deleted for one name, in this order. */
function removalsOf(name: string): readonly string[] {
  return [
    `/_data_stream/${name}`,
    `/${name}`,
    `/_index_template/${name}`,
    `/_ilm/policy/${name}`,
    `/_security/role/${name}`,
    `/_security/api_key {"ids":["id-${name}"]}`,
  ];
}

for (const [flags, gone] of [
  [[], [`${old}a`, `${young}a`]],
  [['--older-than', '1d'], [`${old}a`]],
] as const) {
  test(`clean ${flags.join(' ')} removes what has a name of the kit, and nothing else`, async () => {
    const server = await startServer();
    const { code, out } = await capture(['clean', '--base-url', server.base_url, ...flags]);
    server.close();
    assert.deepEqual([...server.removed].toSorted(), gone.flatMap(removalsOf).toSorted());
    assert.match(out, new RegExp(`\\n${gone.length * 6} removed, 0 problems\\n$`));
    assert.equal(code, 0);
  });
}

for (const flags of [
  ['run', '--tags', '@search.fine', '--parallel', '1'],
  ['fuzz', '--property', 'range-is-intersection', '--runs', '1'],
]) {
  const [command = ''] = flags;
  test(`${command} first removes what is left of runs that began more than a day ago`, async () => {
    const server = await startServer();
    await capture([...flags, '--base-url', server.base_url]);
    server.close();
    assert.deepEqual(server.removed.slice(0, 6), removalsOf(`${old}a`));
    assert.ok(!server.removed.some((path) => path.includes(young)));
  });
}

test('the id of a run says when it began', () => {
  assert.equal(startOf(`ck-${runId(1_795_000_000_500, 'ffff')}-12-3-books`), 1_795_000_000_000);
  for (const name of foreign) assert.equal(startOf(name), undefined);
});
