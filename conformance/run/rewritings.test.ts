import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { Incomplete } from '../base/errors.ts';
import type { Exchange, WireRequest, WireResponse } from '../base/exchange.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import type { CleanupAction } from './messages.ts';
import { rewritingClient, rewritingNamed, rewritings, rewritingsFor } from './rewritings.ts';
import { scenarioAbout } from '../testing/scenario.ts';

const json = { 'content-type': 'application/json' };

function request(method: string, path: string, body?: unknown): WireRequest {
  return {
    method,
    path,
    headers: json,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function response(status: number, body: unknown, type = 'application/json'): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': type }, body: Buffer.from(text), duration_ms: 1 };
}

const page = { took: 1, timed_out: false, _shards: {}, hits: { max_score: null, hits: [] } };

/** Sends requests through a rewriting to a server; returns what arrived there, and the answers. */
async function through(
  id: string,
  requests: readonly WireRequest[],
  serve: (request: WireRequest) => WireResponse = () => response(200, page),
) {
  const arrived: WireRequest[] = [];
  const announced: CleanupAction[] = [];
  const client = {
    send: (wire: WireRequest) => {
      arrived.push(wire);
      return Promise.resolve(serve(wire));
    },
    close: () => undefined,
  };
  const rewriter = rewritingClient(client, rewritingNamed(id), {
    profile: defaultProfile,
    announceCleanup: (actions) => announced.push(...actions),
  });
  const answers = [];
  for (const wire of requests) answers.push(await rewriter.send(wire));
  return { arrived, answers, announced, rewriter };
}

function bodyOf({ body }: WireRequest | WireResponse): unknown {
  return JSON.parse(Buffer.from(body ?? '').toString());
}

test('each rewriting has a name of its own, a clause that demands the same answer, and a line in the documentation', () => {
  const ledger = loadLedger();
  const text = readFileSync(fromRoot('docs', 'fuzzing.md'), 'utf8');
  assert.equal(new Set(rewritings.map(({ id }) => id)).size, rewritings.length);
  for (const { id, clause, leaves = [] } of rewritings) {
    assert.equal(ledger.byId.get(clause)?.level, 'MUST', clause);
    for (const left of leaves) assert.ok(ledger.byId.has(left), left);
    assert.match(text, new RegExp(`\\| \`${id}\` .*\`${clause}\``));
  }
});

/** A document, and what makes it visible. */
const written: readonly WireRequest[] = [
  request('PUT', '/books/_doc/1', { n: 1 }),
  { ...request('POST', '/books/_refresh'), hook: { name: 'refresh', values: {} } },
];

test('the requests of all rewritings follow the OpenAPI description', async () => {
  const all = [
    request('PUT', '/books', {}),
    ...written,
    request('GET', '/books/_search', { sort: [{ n: 'asc' }] }),
    request('GET', '/books/_search', { sort: [{ n: 'asc' }], search_after: [1] }),
    request('POST', '/_search/scroll', { scroll: '1m', scroll_id: 'x' }),
    request('POST', '/_query', { query: 'ROW a = 1' }),
    request('POST', '/_query?format=csv&delimiter=%3B', { query: 'ROW a = 1' }),
  ];
  const table = { id: 'q1', is_running: true, columns: [], values: [] };
  const serve = ({ method, path }: WireRequest): WireResponse => {
    if (path.includes('/_pit')) return response(200, { id: 'p1', _shards: {} });
    const isLater = method === 'GET' || !path.includes('async');
    if (path.includes('yaml'))
      return response(200, 'columns: []\nvalues: []\n', 'application/yaml');
    return response(200, path.includes('_query') ? { ...table, is_running: !isLater } : page);
  };
  for (const { id } of rewritings) {
    const { arrived, rewriter } = await through(id, all, serve).catch((error: unknown) => {
      assert.ok(error instanceof Incomplete, `${id}: ${String(error)}`);
      return { arrived: [], rewriter: undefined };
    });
    for (const wire of arrived) {
      const { problems } = openApiCheck.judge(wire, serve(wire), { deliberate: false });
      const own = problems.filter(({ origin }) => origin === 'kit');
      assert.deepEqual(own, [], `${id}: ${wire.method} ${wire.path} ${String(wire.body)}`);
    }
    if (rewriter !== undefined) assert.ok(rewriter.rewriting().rewriting.requests > 0, id);
  }
});

test('an index is searched by its alias, in each scenario anew', async () => {
  const search = request('GET', '/books/_search');
  const { arrived, rewriter } = await through('by-alias', [request('PUT', '/books', {}), search]);
  assert.deepEqual(bodyOf(arrived[0] ?? search), { aliases: { 'books-alias': {} } });
  assert.equal(arrived[1]?.path, '/books-alias/_search');
  assert.equal(rewriter.rewriting().rewriting.requests, 1);
  rewriter.beginScenario();
  await rewriter.send(search);
  assert.equal(arrived[2]?.path, '/books/_search');
  assert.equal(rewriter.rewriting().rewriting.requests, 0);
});

test('a creation that is refused with and without an alias is answered as without', async () => {
  const refuse = (): WireResponse => response(400, { error: 'no' });
  const { answers } = await through('by-alias', [request('PUT', '/books', {})], refuse);
  assert.equal(answers[0]?.status, 400);
});

test('a point in time is announced, closed, and not seen in the answer', async () => {
  const hit = { _index: 'books', _id: '1', _score: null, _source: {}, sort: [1, 7] };
  const serve = ({ path }: WireRequest): WireResponse =>
    path.includes('_pit')
      ? response(200, { id: 'p1', _shards: {} })
      : response(200, { ...page, pit_id: 'p2', hits: { max_score: null, hits: [hit] } });
  const search = request('GET', '/books/_search', { sort: [{ n: 'asc' }] });
  const { arrived, answers, announced } = await through('in-a-point-in-time', [search], serve);
  assert.deepEqual(
    arrived.map(({ method, path }) => `${method} ${path}`),
    ['POST /books/_pit?keep_alive=1m', 'GET /_search', 'DELETE /_pit'],
  );
  assert.deepEqual(announced, [arrived[2]]);
  const seen = answers[0] ?? response(0, '');
  assert.deepEqual(bodyOf(seen), {
    ...page,
    hits: { max_score: null, hits: [{ ...hit, sort: [1] }] },
  });
  assert.deepEqual(
    seen.sent?.map(({ request: sent }) => sent),
    arrived.slice(0, 2),
  );
});

test('a server that opens no point in time leaves the scenario open, unless it refuses the search', async () => {
  const search = request('GET', '/books/_search', {});
  const refuse = ({ path }: WireRequest): WireResponse =>
    path.includes('_pit') ? response(404, {}) : response(200, page);
  await assert.rejects(through('in-a-point-in-time', [search], refuse), Incomplete);
  const { answers } = await through('in-a-point-in-time', [search], () => response(404, {}));
  assert.equal(answers[0]?.status, 404);
});

test('a query is not split inside texts, names and comments', async () => {
  const query = 'FROM b | WHERE a == "x  y" AND `odd name` > 1 /* a b */';
  const { arrived } = await through('query-in-lines', [request('POST', '/_query', { query })]);
  assert.deepEqual(bodyOf(arrived[0] ?? request('GET', '/')), {
    query: 'FROM\nb\n|\nWHERE\na\n==\n"x  y"\nAND\n`odd name`\n>\n1\n/* a b */',
  });
});

test('columns are read as rows', async () => {
  const answer = {
    columns: [{ name: 'a' }, { name: 'b' }],
    values: [
      [1, 2, 3],
      ['x', [4, 5], null],
    ],
  };
  const asked = request('POST', '/_query', { query: 'FROM b' });
  const { answers } = await through('by-column-and-back', [asked], () => response(200, answer));
  const rows = [
    [1, 'x'],
    [2, [4, 5]],
    [3, null],
  ];
  assert.deepEqual(bodyOf(answers[0] ?? asked), { ...answer, values: rows });
});

test('members are sent in reverse order, those of documents and of mapped fields as they are', async () => {
  const properties = { a: { type: 'keyword' }, b: { type: 'text' } };
  const { arrived } = await through('members-in-reverse', [
    request('PUT', '/books', { settings: {}, mappings: { dynamic: true, properties } }),
    request('PUT', '/books/_doc/1', { a: 1, b: { c: 2, d: 3 } }),
    request('GET', '/books/_search', {
      sort: [{ a: 'asc' }],
      query: { range: { n: { gte: 1, lte: 2 } } },
    }),
  ]);
  assert.deepEqual(
    arrived.map(({ body }) => body),
    [
      `{"mappings":{"properties":${JSON.stringify(properties)},"dynamic":true},"settings":{}}`,
      '{"a":1,"b":{"c":2,"d":3}}',
      '{"query":{"range":{"n":{"lte":2,"gte":1}}},"sort":[{"a":"asc"}]}',
    ],
  );
});

const scenario = scenarioAbout('search.term-exact');

function exchange(wire: WireRequest, status: number): Exchange {
  return { request: wire, response: response(status, page), operation: undefined, problems: [] };
}

test('what was refused, and what a scenario is about, is not sent in another way', () => {
  const search = request('GET', '/books/_search', {});
  const fine = rewritingsFor(scenario, { exchanges: [exchange(search, 200)] });
  assert.ok(fine.includes('by-alias') && fine.includes('in-a-point-in-time'));
  assert.deepEqual(
    rewritingsFor(scenario, { exchanges: [exchange(search, 200), exchange(search, 400)] }),
    [],
  );
  const about = { ...scenario, clauses: ['from-size.window-setting-raises'] };
  const left = rewritingsFor(about, { exchanges: [exchange(search, 200)] });
  assert.ok(left.includes('by-alias') && !left.includes('in-a-point-in-time'));
  const everywhere = exchange(request('GET', '/_search', {}), 200);
  assert.deepEqual(rewritingsFor(scenario, { exchanges: [exchange(search, 200), everywhere] }), []);
  const called = { ...exchange(search, 200), hook: 'refresh' };
  assert.deepEqual(rewritingsFor(scenario, { exchanges: [called] }), []);
});

for (const [path, body] of [
  ['/books,papers/_search', {}],
  ['/books/_search?routing=a', {}],
  ['/books/_search', { aggs: {} }],
  ['/books/_search', { slice: { id: 0, max: 2 } }],
  ['/_search', { pit: { id: 'a' } }],
] as const) {
  test(`GET ${path} ${JSON.stringify(body)} is not searched in a point in time`, () => {
    const rewriting = rewritingNamed('in-a-point-in-time');
    assert.equal(rewriting.applies(request('GET', path, body)), false);
  });
}

test('a document is emptied before each read, as long as nothing else can have changed it', async () => {
  const create = request('PUT', '/books', {});
  const search = request('GET', '/books/_search', { size: 1 });
  const bodies = async (requests: readonly WireRequest[]) => {
    const { arrived } = await through('changed-and-back', requests);
    return arrived.map(({ method, body }) => `${method} ${String(body ?? '')}`.trim());
  };
  const own = ['PUT {"n":1}', 'POST'];
  const read = 'GET {"size":1}';
  assert.deepEqual(await bodies([create, ...written, search]), [
    'PUT {}',
    ...own,
    'PUT {}',
    'POST',
    read,
    ...own,
    read,
  ]);
  // The write index of an alias may change, and a document may be removed.
  assert.deepEqual(await bodies([...written, search]), [...own, read]);
  const removal = { ...request('DELETE', '/books/_doc/1'), hook: { name: 'x', values: {} } };
  const removed = await bodies([create, ...written, removal, search]);
  assert.deepEqual(removed, ['PUT {}', ...own, 'DELETE', read]);
});

test('a query whose short wait is refused is sent as it was', async () => {
  const query = request('POST', '/_query', { query: 'ROW a = 1' });
  const refusing = ({ path }: WireRequest): WireResponse =>
    response(path === '/_query' ? 200 : 422, { columns: [], values: [] });
  const { arrived, answers } = await through('async-and-a-later-get', [query], refusing);
  assert.equal(arrived.map(({ path }) => path).join(' '), '/_query/async /_query');
  assert.equal(answers[0]?.status, 200);
});
