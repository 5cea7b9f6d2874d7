import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireRequest } from '../base/exchange.ts';
import { CleanupList } from './cleanup.ts';
import type { Removal } from './left-behind.ts';

const names = ['logs-1', 'logs-2', 'logs-3', 'logs-4'];

function removal(name: string): Removal {
  return { method: 'DELETE', path: `/${name}`, headers: {}, index: name };
}

/** Runs the removal of an index and its successors; returns the requests and what is left behind. */
async function removed(
  answers: Readonly<Record<string, number>>,
  isDoubtful = false,
): Promise<{ readonly sent: readonly string[]; readonly leftovers: readonly string[] }> {
  const list = new CleanupList();
  list.add(names.map(removal), 'logs');
  if (isDoubtful) list.doubt(['logs']);
  const sent: string[] = [];
  const client = {
    send: async ({ method, path }: WireRequest) => {
      if (method === 'DELETE') sent.push(path.slice(1));
      return {
        status: answers[path.slice(1)] ?? 404,
        headers: {},
        body: Buffer.of(),
        duration_ms: 1,
      };
    },
  };
  const leftovers = await list.run({ client, intakeCommand: { stop: async () => undefined } });
  return { sent, leftovers };
}

describe('the removal of an index and its successors', () => {
  it('ends at the first successor that does not exist', async () => {
    const { sent, leftovers } = await removed({ 'logs-1': 200, 'logs-2': 200 });
    assert.deepEqual(sent, ['logs-1', 'logs-2', 'logs-3']);
    assert.deepEqual(leftovers, []);
  });

  it('goes on until something is removed: a policy may have deleted the oldest', async () => {
    const { sent } = await removed({ 'logs-3': 200 });
    assert.deepEqual(sent, names);
  });

  it('is tried twice if a request is refused, and reports it', async () => {
    const { sent, leftovers } = await removed({ 'logs-1': 400, 'logs-1/_search': 200 });
    assert.deepEqual(sent, [...names, ...names]);
    assert.deepEqual(leftovers, ['DELETE /logs-1 answered 400']);
  });

  it('goes on beyond the series while there are successors', async () => {
    const all = { 'logs-1': 200, 'logs-2': 200, 'logs-3': 200, 'logs-4': 200, 'logs-000005': 200 };
    const { sent } = await removed(all);
    assert.deepEqual(sent.slice(4), ['logs-000005', 'logs-000006']);
  });

  it('finds what a server without such a request keeps', async () => {
    const keeps = { 'logs-1': 404, 'logs-1/_search': 200 };
    const { leftovers } = await removed(keeps);
    assert.deepEqual(leftovers, ['DELETE /logs-1 answered 404, but a search finds it']);
  });

  it('is content with an answer that the thing is gone', async () => {
    const gone = await removed({ 'logs-1': 410, 'logs-2': 410 });
    assert.deepEqual(gone.leftovers, []);
    const lenient = { 'logs-1/_search': 200, 'logs-1-never/_search': 200 };
    assert.deepEqual((await removed(lenient)).leftovers, []);
  });

  it('is done whatever the refusal, if no search finds an index', async () => {
    const refused = Object.fromEntries(names.map((name) => [name, 400]));
    assert.deepEqual((await removed({ ...refused, 'logs-1': 200 })).sent, names.slice(0, 2));
    assert.deepEqual((await removed(refused)).leftovers, []);
    const unclear = { ...refused, 'logs-4/_search': 200, 'logs-4-never/_search': 200 };
    assert.deepEqual((await removed(unclear)).leftovers, ['DELETE /logs-4 answered 400']);
  });

  it('is done if that of a context is refused', async () => {
    const list = new CleanupList();
    list.add({ method: 'DELETE', path: '/_pit', headers: {} });
    let status = 422;
    const send = async () => ({ status, headers: {}, body: Buffer.of(), duration_ms: 1 });
    const tools = { client: { send }, intakeCommand: { stop: async () => undefined } };
    assert.deepEqual(await list.run(tools), []);
    list.add({ method: 'DELETE', path: '/_pit', headers: {} });
    status = 500;
    assert.deepEqual(await list.run(tools), ['DELETE /_pit answered 500']);
  });

  it('comes last for what should not exist: an alias goes with its index', async () => {
    const list = new CleanupList();
    list.add(removal('logs-1'), 'index');
    list.add(removal('logs'), 'alias');
    list.doubt(['alias']);
    const behind = new Set(['logs-1']);
    const sent: string[] = [];
    const send = async ({ method, path }: WireRequest) => {
      sent.push(`${method} ${path}`);
      const status = behind.delete(path.slice(1)) ? 200 : 404;
      return { status, headers: {}, body: Buffer.of(), duration_ms: 1 };
    };
    await list.run({ client: { send }, intakeCommand: { stop: async () => undefined } });
    assert.deepEqual(sent, ['DELETE /logs-1', 'DELETE /logs', 'GET /logs/_search']);
  });

  it('may fail for what should not exist', async () => {
    const { sent, leftovers } = await removed({ 'logs-1': 400 }, true);
    assert.deepEqual(sent, names);
    assert.deepEqual(leftovers, []);
  });
});

/** Removes one thing of a server that holds these indices behind an alias, or things that GET finds; returns what is left. */
async function leftOn(
  removed: Removal,
  answers: Readonly<Record<string, number>>,
  behind: Set<string> = new Set(),
): Promise<readonly string[]> {
  const list = new CleanupList();
  list.add(removed);
  const send = async ({ method, path }: WireRequest) => {
    const isKept = answers[`${method} ${path}`] !== undefined;
    const isRemoved = method === 'DELETE' && !isKept && behind.delete(path.slice(1));
    const [, name = '', isSearch] = path.split('/').map(decodeURIComponent);
    const isFound = behind.has(name) || (name === `${own}logs` && behind.size > 0);
    const isShown = isSearch !== undefined && isFound;
    const hits = { hits: [...behind].map((name) => ({ _index: name })) };
    const status = answers[`${method} ${path}`] ?? (isRemoved || isShown ? 200 : 400);
    return { status, headers: {}, body: Buffer.from(JSON.stringify({ hits })), duration_ms: 1 };
  };
  return list.run({ client: { send }, intakeCommand: { stop: async () => undefined } });
}

const own = 'ck-abcdef0123-1-7-';

describe('what a removal has left behind', () => {
  it('is no alias whose indices have other names: they are removed', async () => {
    const behind = new Set([`${own}logs.new`, `${own}logs.newer`]);
    assert.deepEqual(await leftOn(removal(`${own}logs`), {}, behind), []);
    assert.equal(behind.size, 0);
  });

  it('is named by the index, not by its alias', async () => {
    const kept = { [`DELETE /${own}logs.new`]: 403, [`GET /${own}logs.new/_search`]: 200 };
    const left = await leftOn(removal(`${own}logs`), kept, new Set([`${own}logs.new`]));
    assert.deepEqual(left, [`DELETE /${own}logs.new answered 403`]);
  });

  it('is never an index of another scenario, nor a name that stands for others', async () => {
    const others = ['books', 'ck-abcdef0123-1-8-books', `books,${own}logs.new`, `old-${own}logs`];
    const behind = new Set([...others, `${own}*`, `${own}logs.new,books`]);
    const left = await leftOn(removal(`${own}logs`), {}, behind);
    assert.deepEqual(left, [`DELETE /${own}logs answered 400`]);
    assert.equal(behind.size, 6);
  });

  it('is a policy only if GET does not say that it is gone', async () => {
    const path = `/_ilm/policy/${own}daily`;
    const policy = { method: 'DELETE', path, headers: {} };
    assert.deepEqual(await leftOn(policy, { [`GET ${path}`]: 404 }), []);
    assert.deepEqual(await leftOn(policy, {}), [`DELETE ${path} answered 400`]);
    const found = { [`DELETE ${path}`]: 404, [`GET ${path}`]: 200 };
    assert.deepEqual(await leftOn(policy, found), [
      `DELETE ${path} answered 404, but GET finds it`,
    ]);
  });
});

describe('the removal of an asynchronous query', () => {
  const query = '/_query/async/abc';

  /** What is left behind if the DELETE and the GET of a query are answered so. */
  async function left(deletion: number, read: number): Promise<readonly string[]> {
    const list = new CleanupList();
    list.add({ method: 'DELETE', path: query, headers: {} });
    const client = {
      send: async ({ method }: WireRequest) => {
        const status = method === 'DELETE' ? deletion : read;
        return { status, headers: {}, body: Buffer.of(), duration_ms: 1 };
      },
    };
    return list.run({ client, intakeCommand: { stop: async () => undefined } });
  }

  it('is done whatever the refusal, if a GET is refused, too', async () => {
    assert.deepEqual(await left(422, 422), []);
    assert.deepEqual(await left(404, 404), []);
  });

  it('has failed if a GET still finds the query', async () => {
    assert.deepEqual(await left(422, 200), [`DELETE ${query} answered 422`]);
    assert.deepEqual(await left(404, 200), [`DELETE ${query} answered 404, but GET finds it`]);
  });

  it('has failed if the server fails', async () => {
    assert.deepEqual(await left(503, 404), [`DELETE ${query} answered 503`]);
  });
});
