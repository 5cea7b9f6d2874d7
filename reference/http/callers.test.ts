import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Requirement } from '../operations/operation-table.ts';
import { requirementOf } from '../operations/operation-table.ts';
import type { ServiceOperation } from '../operations/spellings.ts';
import { handledOperation, serviceOperations } from '../operations/spellings.ts';
import { clusterPrivileges, indexPrivileges } from '../security/privileges/known-privileges.ts';
import { startReference } from '../start.ts';
import { basic, exchange, lineSender } from '../testing/client.ts';
import type { RawResponse } from '../testing/client.ts';
import { handClock } from '../testing/hand-clock.ts';
import { validRequests } from '../testing/valid-requests.ts';
import type { RunningServer } from './server.ts';

const elastic = basic('elastic', 'changeme');
const operations = serviceOperations();

/** Bodies that name indices; those of other operations come from the list of valid requests. */
const bodiesOf = (target: string): Readonly<Record<string, unknown>> => ({
  bulk: `{"index":{"_index":"${target}"}}\n{"n":1}\n`,
  indexDocument: { n: 1 },
  createDocument: { n: 1 },
  followIndex: { leader_index: target },
  runQuery: { query: `FROM ${target} | LIMIT 9` },
  runAsyncQuery: { query: `FROM ${target} | LIMIT 9` },
  runSql: { query: `SELECT * FROM "${target}"` },
  updateAliases: { actions: [{ add: { index: target, alias: 'mine-alias' } }] },
  createRole: { cluster: ['all'] },
  createUser: { password: 'password', roles: ['superuser'] },
  createApiKey: { name: 'mine' },
  invalidateApiKeys: { name: '*' },
  rollover: {},
});

/** The only privilege of a caller. */
interface Held {
  readonly cluster?: string;
  readonly index?: string;
}

/** Ids of what another caller has opened. */
type OpenIds = Readonly<Record<string, unknown>>;

/** A request of an operation with a name in place of each parameter of its path. */
function requestOf({ id, method, path }: ServiceOperation, name: string, open: OpenIds = {}) {
  const handled = handledOperation(id);
  const valid = validRequests.find(({ operation }) => operation === handled)?.body;
  const body = open[handled] ?? bodiesOf(name)[handled] ?? valid;
  const opened = path.includes('_id}') && typeof open['id'] === 'string' ? open['id'] : name;
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const isSent = body !== undefined && method !== 'get' && method !== 'head';
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, encodeURIComponent(opened)),
    headers: { 'content-type': 'application/json' },
    ...(isSent ? { body: `${sent}\n` } : {}),
  };
}

describe('each operation', () => {
  const environment = handClock();
  let server: RunningServer | undefined;
  const send = lineSender(() => server?.url ?? '');
  const as = async (line: string, body?: unknown, caller = elastic) => {
    const { status, text } = await send(line, { as: caller, body });
    assert.ok(status < 300, `${line} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const ask = (operation: ServiceOperation, caller: string, asked: string | OpenIds) => {
    const request =
      typeof asked === 'string' ? requestOf(operation, asked) : requestOf(operation, 'mine', asked);
    const headers = caller === '' ? request.headers : { ...request.headers, authorization: caller };
    return exchange(server?.url ?? '', { ...request, headers });
  };
  const addUser = async (name: string, role: object): Promise<string> => {
    await as(`PUT /_security/role/${name}`, role);
    await as(`PUT /_security/user/${name}`, { password: 'password', roles: [name] });
    return basic(name);
  };
  before(async () => {
    const superuser = { username: 'elastic', password: 'changeme' };
    server = await startReference({ superuser, environment, testControl: true });
    await as('PUT /_security/role/zq-role', { cluster: ['monitor'] });
    await as('PUT /_security/user/zq-user', { password: 'password', roles: ['zq-role'] });
    await as('POST /_security/api_key', { name: 'zq-key' });
    await as('PUT /_ilm/policy/zq-policy', { policy: { phases: {} } });
    await as('PUT /zq-hidden/_doc/1?refresh', { zq: 'zq' });
    await as('PUT /zq-hidden/_doc/2?refresh', { zq: 'zq' });
    await as('PUT /zq-hidden/_alias/zq-alias');
    const template = { index_patterns: ['zq-stream*'], data_stream: {} };
    await as('PUT /_index_template/zq-template', template);
    await as('POST /zq-stream/_doc?refresh', { '@timestamp': 0, zq: 'zq' });
  });
  after(() => server?.stop());

  it('refuses callers whose credentials are absent, wrong, expired or invalidated', async () => {
    const key = async (body: object) =>
      `ApiKey ${(await as('POST /_security/api_key', body)).encoded}`;
    const expired = await key({ name: 'expired', expiration: '1s' });
    const invalidated = await key({ name: 'invalidated' });
    await as('DELETE /_security/api_key', { name: 'invalidated' });
    environment.advance(1000);
    const gone = await addUser('gone', { cluster: ['all'] });
    await as('DELETE /_security/user/gone');
    for (const caller of ['', basic('elastic', 'wrong'), expired, invalidated, gone]) {
      for (const operation of operations) {
        const { status } = await ask(operation, caller, 'mine');
        assert.equal(status, 401, `${operation.id} ${caller}`);
      }
    }
  });

  /** Whether privileges let a caller use an operation, as the tables of operations and privileges say. */
  const allows = (needed: Requirement, held: Held): boolean => {
    const hasCluster = (wanted: readonly string[]): boolean =>
      wanted.some((one) =>
        clusterPrivileges.grantedBy(one as 'all').includes(held.cluster as 'all'),
      );
    const hasIndex = (wanted: readonly string[]): boolean =>
      wanted.some((one) => indexPrivileges.grantedBy(one as 'all').includes(held.index as 'all'));
    if (needed.kind === 'cluster') return hasCluster(needed.privileges);
    if (needed.kind !== 'index') return true;
    return (
      hasIndex(needed.privileges) && (needed.cluster === undefined || hasCluster(needed.cluster))
    );
  };

  async function problemsOf(
    operation: ServiceOperation,
    caller: string,
    held: Held,
  ): Promise<readonly string[]> {
    const { id, method, path } = operation;
    const needed = requirementOf(id);
    const isAllowed = allows(needed, held);
    // What is allowed is only asked where nothing that others need is changed.
    if (isAllowed && method !== 'get' && method !== 'head') return [];
    const { status } = await ask(operation, caller, 'mine');
    // Without `owner` all keys are asked for.
    const isOwn = id === 'getApiKeys' && held.cluster === 'manage_own_api_key';
    const problems = (status === 403) === (isAllowed && !isOwn) ? [`${id} ${status}`] : [];
    const namesIndex = needed.kind === 'index' && /\{(?!\w+_id)/.test(path);
    if (!namesIndex || (await isHidden(operation, caller))) return problems;
    return [...problems, `${id} of a hidden index`];
  }

  /** Whether a hidden name is refused, or answered as one that does not exist. */
  async function isHidden(operation: ServiceOperation, caller: string): Promise<boolean> {
    const hidden = await ask(operation, caller, 'zq-hidden');
    if (hidden.status !== 404) return hidden.status === 403;
    const absent = await ask(operation, caller, 'zq-absent');
    return hidden.text === absent.text.replaceAll('zq-absent', 'zq-hidden');
  }

  const mine = { names: ['mine*'] };
  const single: readonly Held[] = [
    ...clusterPrivileges.names.map((cluster) => ({ cluster })),
    ...indexPrivileges.names.map((index) => ({ index })),
  ];
  for (const [at, held] of single.entries()) {
    it(`lets a caller do no more than its only privilege allows: ${JSON.stringify(held)}`, async () => {
      const role =
        held.cluster !== undefined
          ? { cluster: [held.cluster] }
          : { indices: [{ ...mine, privileges: [held.index] }] };
      const caller = await addUser(`single-${at}`, role);
      const problems: string[] = [];
      for (const operation of operations) {
        problems.push(...(await problemsOf(operation, caller, held)));
      }
      assert.deepEqual(problems, []);
    });
  }

  /** What elastic has opened on the hidden index, as bodies of operations and as an id. */
  async function openContexts(): Promise<readonly OpenIds[]> {
    const { _scroll_id: scroll } = await as('POST /zq-hidden/_search?scroll=1h');
    const { id: pit } = await as('POST /zq-hidden/_pit?keep_alive=1h');
    const sql = { query: 'SELECT * FROM "zq-hidden"', fetch_size: 1 };
    const { cursor } = await as('POST /_sql', sql);
    const query = { query: 'FROM zq-hidden', keep_on_completion: true, keep_alive: '1h' };
    const { id } = await as('POST /_query/async', query);
    return [
      {
        id,
        continueScroll: { scroll_id: scroll },
        clearScroll: { scroll_id: scroll },
        closePointInTime: { id: pit },
        search: { pit: { id: pit } },
        runSql: { cursor },
        closeSqlCursor: { cursor },
      },
      { id: scroll },
    ];
  }

  it('shows nothing of what a caller may not see, and changes nothing of it', async () => {
    const indices = [{ ...mine, privileges: ['all'] }];
    const cluster = ['manage_own_api_key', 'monitor', 'manage_ccr'];
    const account = await addUser('owner', { cluster, indices });
    const body = { name: 'limited', role_descriptors: { r: { indices, cluster } } };
    const limited = `ApiKey ${(await as('POST /_security/api_key', body)).encoded}`;
    await as('PUT /mine/_doc/1?refresh', { n: 1 }, account);
    const contexts = await openContexts();
    const names = [
      '*',
      '_all',
      'mine',
      'mine*',
      '*,-mine',
      'mine,z*',
      'z-hidden',
      '<z{now}>',
      '*hidden',
    ];
    const shown: string[] = [];
    const note = (
      operation: ServiceOperation,
      asked: string,
      { status, text, headers }: RawResponse,
    ) => {
      const isShown = /zq/.test(text + JSON.stringify(headers));
      if (isShown || status >= 500)
        shown.push(`${operation.id} ${asked}: ${status} ${text.slice(0, 200)}`);
    };
    for (const caller of [account, limited]) {
      for (const operation of operations) {
        for (const name of names) note(operation, name, await ask(operation, caller, name));
        for (const open of contexts) note(operation, 'opened', await ask(operation, caller, open));
      }
    }
    assert.deepEqual(shown, []);
    for (const line of [
      'GET /zq-alias/_doc/1',
      'GET /_data_stream/zq-stream',
      'GET /_index_template/zq-template',
      'GET /_ilm/policy/zq-policy',
      'GET /_security/role/zq-role',
      'GET /_security/user/zq-user',
      `GET /_query/async/${String(contexts[0]?.['id'])}`,
    ]) {
      assert.match(JSON.stringify(await as(line)), /zq/);
    }
    assert.equal((await as('GET /_security/api_key?name=zq-key')).api_keys[0].invalidated, false);
    assert.equal(
      (await as('POST /_search/scroll', contexts[0]?.['continueScroll'])).timed_out,
      false,
    );
    assert.equal((await as('POST /_search', contexts[0]?.['search'])).hits.hits.length, 2);
  });
});
