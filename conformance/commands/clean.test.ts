import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { beginShutdown, endShutdown, wallClock } from '../base/environment.ts';
import { runId, startOf } from '../driver/names.ts';
import { namesOneThing } from '../driver/names.ts';
import { capture } from '../testing/capture.ts';

const day_ms = 86_400_000;
const old = `ck-${runId(wallClock() - 2 * day_ms, 'a1b2')}-1-5-`;
const young = `ck-${runId(wallClock() - 1000, 'c3d4')}-f-7-`;
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

/** A name of the kit that some servers list although the name leads to all that they have. */
const shared = `${old}shared`;

/** A server that lists things of the kit and of others, and notes what is deleted. */
async function startServer({ hasShared = false } = {}): Promise<Server> {
  const removed: string[] = [];
  const names = [`${old}a`, `${young}a`, ...foreign, ...(hasShared ? [shared] : [])];
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
  /** The answer to a read: a list, or the part of it that a path names. */
  const answerTo = (path: string): unknown => {
    const name = names.find((one) => one !== shared && path.includes(one));
    const isNamed = !path.endsWith('/_alias') && !path.includes('?');
    const list = isNamed ? path.replace(/\/[^/]*$/, '') : path.replace(/\?.*|\/.*(?=\/_alias)/, '');
    const all = lists[path] ?? lists[list];
    const isPart = path in lists || name === undefined;
    return isPart ? all : only(all, name);
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (method === 'DELETE') removed.push(`${url} ${body}`.trim());
      const answer = answerTo(url);
      const known = method === 'DELETE' || url === '/' || answer !== undefined;
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: `nothing at ${url}` }));
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

/** A list, or an object by name, of which only what has this name is kept. */
function only(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.filter((one: { name?: string }) => one.name === name);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, only(one, name)] as const);
  const isByName = entries.some(([key]) => key === name);
  return Object.fromEntries(isByName ? entries.filter(([key]) => key === name) : entries);
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

test('nothing is listed and removed once the process is asked to stop', async () => {
  const server = await startServer();
  beginShutdown();
  const { out } = await capture(['clean', '--base-url', server.base_url]);
  endShutdown();
  server.close();
  assert.deepEqual(server.removed, []);
  assert.match(out, /problem {2}the run is being stopped/);
});

test('a name that a read answers with other things is not removed', async () => {
  const server = await startServer({ hasShared: true });
  const { code, out } = await capture(['clean', '--base-url', server.base_url]);
  server.close();
  assert.ok(!server.removed.some((path) => path.includes(shared)), server.removed.join('\n'));
  assert.match(out, new RegExp(`problem  index ${shared}: a request for this name does not`));
  assert.equal(code, 1);
});

test('an answer that is no listing is a problem', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('["nothing"]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, out } = await capture(['clean', '--base-url', `http://127.0.0.1:${port}`]);
  server.close();
  server.closeAllConnections();
  assert.match(out, /problem {2}index: the answer to GET \/_alias cannot be read\n/);
  assert.match(out, /\n0 removed, 7 problems\n$/);
  assert.equal(code, 1);
});

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

test('a name with characters that no run uses is not one of its own', () => {
  for (const end of ['', '-#']) assert.ok(namesOneThing(`ck-000000aaaa-0-1-x${end}`));
  for (const end of ['%2cy', '%00', '\0', '\u202e', '\uff0cy', ';y', '&y', '\ud800']) {
    assert.equal(namesOneThing(`ck-000000aaaa-0-1-x${end}`), false, JSON.stringify(end));
  }
});
