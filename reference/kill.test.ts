import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RawResponse } from './testing/client.ts';
import { exchange } from './testing/client.ts';
import { temporaryFolder } from '../spec/testing/temporary-folder.ts';

const command = fileURLToPath(import.meta.url).replace('kill.test.', 'main.');
const root = temporaryFolder();
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

const clients = 6;
const kills = 3;
const bulkSize = 40;
/** The server is killed after a random number of writes, at most this many. */
const maxWrites = 400;
/** Documents that are there from the first start on: each walk and each count has to find them. */
const anchors = Array.from({ length: 60 }, (_, at) => `anchor-${at}`);
/** Makes documents long enough that a truncated one is noticed. */
const padding = 'x'.repeat(300);

/**
 * The values that may be found under a name; undefined means that it may be absent. There is more than one value while
 * a request is unanswered.
 */
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

/** A request, and the values that may be found after its answer. */
interface Change {
  readonly line: string;
  readonly body?: unknown;
  readonly outcome: Expected;
}

/** Returns random requests for a client to send next; `n` counts its requests. */
function nextChanges(client: number, n: number): readonly Change[] {
  const value = Math.floor(Math.random() * 1e9);
  const document = `${client}-${n % 17}`;
  const name = `index-${client}-${value}`;
  const put = {
    line: `PUT /docs/_doc/${document}`,
    body: { value, padding },
    outcome: one(`doc ${document}`, value),
  };
  const remove = { line: `DELETE /docs/_doc/${document}`, outcome: one(`doc ${document}`) };
  const policy = {
    line: `PUT /_ilm/policy/p-${client}`,
    body: { policy: { _meta: { value }, phases: {} } },
    outcome: one(`policy p-${client}`, value),
  };
  const index = { line: `PUT /${name}`, body: {}, outcome: one(`index ${name}`, 1) };
  const drop = { line: `DELETE /${name}`, outcome: one(`index ${name}`) };
  const choices = [
    [put],
    [put],
    [remove],
    [bulk(client, n, value)],
    [policy],
    [index, drop],
    [index],
  ];
  return choices[Math.floor(Math.random() * choices.length)] ?? [];
}

function bulk(client: number, n: number, value: number): Change {
  const ids = Array.from({ length: bulkSize }, (_, at) => `${client}-b${(n + at) % 97}`);
  const lines = ids.flatMap((_id) => [{ index: { _index: 'docs', _id } }, { value, padding }]);
  return {
    line: 'POST /_bulk',
    body: lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
    outcome: new Map(ids.map((id) => [`doc ${id}`, new Set([value])])),
  };
}

/** Sends requests one at a time until the server is killed, and records the values that may be found afterwards. */
async function write(url: string, client: number, ledger: Ledger): Promise<void> {
  const { expected, acknowledged } = ledger;
  for (let n = 0; ; n++) {
    for (const { line, body, outcome } of nextChanges(client, n)) {
      for (const [name, values] of outcome) {
        const before = expected.get(name) ?? new Set([undefined]);
        expected.set(name, new Set([...before, ...values]));
      }
      const response = await answered(url, line, body);
      if (response === undefined) return;
      assert.ok(
        response.status < 300 || response.status === 404,
        `${line}: ${response.status} ${response.text}`,
      );
      if (line === 'POST /_bulk') assert.equal(JSON.parse(response.text).errors, false);
      for (const [name, values] of outcome) expected.set(name, values);
      acknowledged();
    }
  }
}

/** Returns the response, or undefined if the connection broke. */
async function answered(
  url: string,
  line: string,
  body: unknown,
): Promise<RawResponse | undefined> {
  const [method = '', path = ''] = line.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  const sent = { method, path, headers: { 'content-type': type } };
  try {
    return await exchange(url, body === undefined ? sent : { ...sent, body: text });
  } catch {
    return undefined;
  }
}

/** Creates the documents that are never changed. */
async function createAnchors(url: string, expected: Expected): Promise<void> {
  await answered(url, 'PUT /docs', { settings: { number_of_shards: 2 } });
  const lines = anchors.flatMap((_id) => [
    { create: { _index: 'docs', _id } },
    { value: 1, padding, anchor: true },
  ]);
  const body = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
  const response = await answered(url, 'POST /_bulk?refresh=true', body);
  assert.equal(JSON.parse(response?.text ?? '').errors, false);
  for (const id of anchors) expected.set(`doc ${id}`, new Set([1]));
}

/** Reads all documents again and again until the server is killed, in three ways, while others are written. */
async function walk(url: string): Promise<void> {
  for (;;) {
    for (const read of [scrolled, paged, counted]) {
      const ids = await read(url);
      if (ids === undefined) return;
      assert.equal(new Set(ids).size, ids.length, `${read.name}: no document comes twice`);
      const missing = anchors.filter((id) => !ids.includes(id));
      assert.deepEqual(missing, [], `${read.name}: no document is left out`);
    }
  }
}

/** Returns the ids of a scroll; undefined if the server was killed. */
async function scrolled(url: string): Promise<readonly string[] | undefined> {
  const ids: string[] = [];
  let page = await parsed(url, 'POST /docs/_search?scroll=1m', { size: 40, sort: ['_doc'] });
  while (page?.hits.hits.length > 0) {
    ids.push(...page.hits.hits.map(({ _id }: { _id: string }) => _id));
    const body = { scroll: '1m', scroll_id: page._scroll_id };
    page = await parsed(url, 'POST /_search/scroll', body);
  }
  return page && ids;
}

/** Returns the ids of a point in time, read in two slices; undefined if the server was killed. */
async function paged(url: string): Promise<readonly string[] | undefined> {
  const ids: string[] = [];
  const opened = await parsed(url, 'POST /docs/_pit?keep_alive=1m');
  const pit = { id: opened?.id };
  for (const id of [0, 1]) {
    let body: object = { pit, slice: { id, max: 2 }, size: 50, sort: [{ value: 'desc' }] };
    let page = opened && (await parsed(url, 'POST /_search', body));
    while (page?.hits.hits.length > 0) {
      ids.push(...page.hits.hits.map(({ _id }: { _id: string }) => _id));
      body = { ...body, search_after: page.hits.hits.at(-1).sort };
      page = await parsed(url, 'POST /_search', body);
    }
    if (page === undefined) return undefined;
  }
  return ids;
}

/** Returns the ids that a query counts; undefined if the server was killed. */
async function counted(url: string): Promise<readonly string[] | undefined> {
  const query = 'FROM docs | WHERE anchor == true | STATS c = COUNT(*)';
  const answer = await parsed(url, 'POST /_query', { query });
  return answer && anchors.slice(0, answer.values[0][0]);
}

async function parsed(url: string, line: string, body?: unknown) {
  const response = await answered(url, line, body);
  if (response === undefined) return undefined;
  assert.equal(response.status, 200, `${line}: ${response.text}`);
  return JSON.parse(response.text);
}

function one(name: string, value?: number): Expected {
  return new Map([[name, new Set([value])]]);
}

/** Reads everything that the clients wrote. */
async function read(url: string): Promise<ReadonlyMap<string, number>> {
  const get = async (path: string) => JSON.parse((await exchange(url, { path })).text);
  const found = new Map<string, number>();
  const { hits } = await get('/docs/_search?size=10000');
  for (const { _id, _source } of hits?.hits ?? []) {
    assert.equal(_source.padding, padding, `document ${_id} is complete`);
    assert.ok(!found.has(`doc ${_id}`), `document ${_id} exists once`);
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

it('loses no acknowledged write when it is killed, restores nothing that was deleted, and is read meanwhile', async () => {
  const expected: Expected = new Map();
  for (let kill = 0; kill < kills; kill++) {
    const { child, url } = await start();
    let left = Math.ceil(Math.random() * maxWrites);
    const acknowledged = (): void => {
      if (--left === 0) child.kill('SIGKILL');
    };
    const ledger = { expected, acknowledged };
    if (kill === 0) await createAnchors(url, expected);
    const writers = Array.from({ length: clients }, (_, at) => write(url, at, ledger));
    await Promise.all([...writers, walk(url)]);

    const again = await start();
    const found = await read(again.url);
    for (const name of found.keys()) assert.ok(expected.has(name), `${name} was written`);
    for (const [name, values] of expected) {
      const value = found.get(name);
      assert.ok(values.has(value), `${name}: ${value} is not one of ${[...values].join(', ')}`);
      expected.set(name, new Set([value]));
    }
    const second = run();
    const [code] = (await once(second, 'exit')) as [number | null];
    assert.equal(code, 2, 'only one server at a time can use the folder');
    again.child.kill(kill % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    await once(again.child, 'exit');
  }
});
