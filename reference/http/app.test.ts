import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OperationId } from '../../spec/operations.ts';
import { loadOperations } from '../../spec/operations.ts';
import { systemEnvironment } from '../base/environment.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { Operation } from '../operations/operation.ts';
import { done, presence } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import { createApp } from './app.ts';
import { operationRoute } from './serve-operation.ts';
import type { RunningServer } from './server.ts';
import { startServer } from './server.ts';

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const max_body = 3000;

/** Answers with what the operation was given, so that a test can look at it. */
const echo: Operation<OperationId> = ({ path, query, parameters, body }) =>
  done({ path, query, parameters, body: body?.json() });

const failures: Partial<Record<OperationId, Operation<OperationId>>> = {
  getIndex: () => {
    throw new TypeError('a secret of the insides');
  },
  getMapping: () => {
    throw new ServiceError('index_not_found_exception', 'no such index [x]', {
      metadata: { index: 'x' },
    });
  },
  documentExists: () => presence(false),
  catIndices: () => ({
    outcome: 'done',
    table: {
      columns: [
        { name: 'index', align: 'left' },
        { name: 'docs', align: 'right' },
      ],
      rows: [
        ['a', '1'],
        ['long', '10'],
      ],
      heading: true,
    },
  }),
};

describe('an application over HTTP', () => {
  const reports: string[] = [];
  const servers: RunningServer[] = [];
  const start = async (compatible: boolean): Promise<RunningServer> => {
    const service = { compatible } as Service;
    const routes = loadOperations()
      .filter(({ tags }) => !tags.includes('intake'))
      .map((definition) =>
        operationRoute({ definition, handler: failures[definition.id] ?? echo }, service, {
          vendorTypes: compatible,
        }),
      );
    const app = createApp(routes, { max_body, compatible, log: (report) => reports.push(report) });
    const address = { host: '127.0.0.1', port: 0 };
    const server = await startServer(app.callback(), address, systemEnvironment());
    servers.push(server);
    return server;
  };
  let plain = '';
  let compatible = '';
  before(async () => {
    plain = (await start(false)).url;
    compatible = (await start(true)).url;
  });
  after(() => Promise.all(servers.map((server) => server.stop())));

  const json = { 'content-type': 'application/json' };
  const refusals: readonly (readonly [what: string, sent: Sent, status: number, reason: RegExp])[] =
    [
      ['an unknown path', { path: '/a/b/c/d' }, 400, /no handler found for uri \[\/a\/b\/c\/d\]/],
      ['an unknown call', { path: '/_nothing' }, 400, /no handler found/],
      ['an empty segment', { path: '//_search' }, 400, /no handler found/],
      ['another letter case', { path: '/_SEARCH' }, 400, /no handler found/],
      ['an escape that is none', { path: '/%zz/_search' }, 400, /invalid escape sequence/],
      ['an escape of no UTF-8', { path: '/%ff/_search' }, 400, /invalid escape sequence/],
      ['an escape that is none in a parameter', { path: '/_search?a=%z' }, 400, /\[%z\]/],
      ['another method', { method: 'PUT', path: '/_search' }, 405, /allowed: \[GET, HEAD, POST\]/],
      [
        'an unknown parameter',
        { path: '/_search?sizes=1' },
        400,
        /request \[\/_search\] contains unrecognized parameter: \[sizes\] -> did you mean \[size\]\?/,
      ],
      [
        'two unknown parameters',
        { path: '/_search?q1=1&zzzzz=2' },
        400,
        /unrecognized parameters: \[q1\], \[zzzzz\]$/,
      ],
      ['no boolean', { path: '/_search?typed_keys=yes' }, 400, /\[yes\].*\[typed_keys\]/],
      ['no integer', { path: '/_search?size=abc' }, 400, /\[size\] with value \[abc\]/],
      ['no duration', { path: '/_search?scroll=1x' }, 400, /\[scroll\] with value \[1x\]/],
      ['no choice', { path: '/_cat/shards?bytes=zb' }, 400, /\[bytes\] must be one of \[b, kb/],
      [
        'a body where none belongs',
        { path: '/_mapping', headers: json, body: '{}' },
        400,
        /does not support having a body/,
      ],
      ['no body where one belongs', { method: 'PUT', path: '/a/_doc/1' }, 400, /body is required/],
      ['a body without a type', { path: '/_search', body: '{}' }, 406, /header \[\] is not/],
      [
        'a body of another type',
        { path: '/_search', headers: { 'content-type': 'text/plain' }, body: '{}' },
        406,
        /\[text\/plain\] is not supported/,
      ],
      [
        'a body in other letters',
        {
          path: '/_search',
          headers: { 'content-type': 'application/json; charset=latin1' },
          body: '{}',
        },
        406,
        /latin1/,
      ],
      [
        'a vendor type without compatibility',
        { path: '/_search', headers: { accept: 'application/vnd.elasticsearch+json' } },
        406,
        /Accept header/,
      ],
      [
        'an Accept that is none',
        { path: '/_search', headers: { accept: 'json' } },
        400,
        /\[Accept\]/,
      ],
      [
        'half a value',
        { path: '/_search', headers: json, body: '{"size":' },
        400,
        /\[1:\d+\] the body is not one JSON value/,
      ],
      ['two values', { path: '/_search', headers: json, body: '{}{}' }, 400, /\[1:3\]/],
      [
        'a long body',
        { path: '/_search', headers: json, body: ' '.repeat(max_body + 1) },
        413,
        /longer than the \[3000\] bytes/,
      ],
      [
        'a deep value',
        { path: '/_search', headers: json, body: '['.repeat(1001) },
        400,
        /\[1:1001\].*nesting depth/,
      ],
      [
        'letters that are no UTF-8',
        { path: '/_search', headers: json, body: Buffer.from([0x22, 0xff, 0x22]) },
        400,
        /not valid UTF-8/,
      ],
      [
        'a bomb',
        {
          path: '/_search',
          headers: { ...json, 'content-encoding': 'gzip' },
          body: gzipSync(' '.repeat(1_000_000)),
        },
        413,
        /longer than/,
      ],
    ];
  for (const [what, sent, status, reason] of refusals) {
    it(`refuses ${what}`, async () => {
      const got = await exchange(plain, sent);
      const error = errorOf(got);
      assert.equal(got.status, status, got.text);
      assert.match(error.reason, reason);
      assert.deepEqual(error.root, { type: error.type, reason: error.reason });
    });
  }

  it('names the methods of a path', async () => {
    const { headers } = await exchange(plain, { method: 'DELETE', path: '/_search' });
    assert.equal(headers['allow'], 'GET, HEAD, POST');
  });

  it('gives an operation the path decoded and the parameters typed', async () => {
    const path =
      '/%3Ca-%7Bnow%2Fd%7D%3E/_search?size=3&typed_keys&routing=a%2Cb+c&track_total_hits=7';
    const got = await exchange(plain, { path });
    assert.deepEqual(parseJson(got.text), {
      path: { target: '<a-{now/d}>' },
      query: { size: 3, typed_keys: true, routing: 'a,b c', track_total_hits: 7 },
      parameters: { size: '3', typed_keys: '', routing: 'a,b c', track_total_hits: '7' },
    });
  });

  it('reads the bodies of GET and DELETE, also compressed', async () => {
    const scroll = { scroll_id: 'x' };
    const cases: readonly Sent[] = [
      { path: '/_search/scroll', headers: json, body: JSON.stringify(scroll) },
      { method: 'DELETE', path: '/_search/scroll', headers: json, body: JSON.stringify(scroll) },
      {
        method: 'POST',
        path: '/_search/scroll',
        headers: { ...json, 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify(scroll)),
      },
    ];
    for (const sent of cases) {
      const body = parseJson((await exchange(plain, sent)).text);
      assert.deepEqual(isJsonObject(body) ? body['body'] : undefined, scroll);
    }
  });

  it('prefers a literal segment to one that varies', async () => {
    const got = await exchange(plain, { method: 'DELETE', path: '/_search/scroll/_all' });
    assert.match(got.text, /"scroll_id":"_all"/);
  });

  it('answers HEAD without a body', async () => {
    const got = await exchange(plain, { method: 'HEAD', path: '/a/_doc/1' });
    assert.deepEqual([got.status, got.text], [404, '']);
  });

  it('answers a defect without a word about it, reports it once, and lives', async () => {
    reports.length = 0;
    const got = await exchange(plain, { path: '/a' });
    assert.equal(got.status, 500);
    assert.doesNotMatch(got.text, /secret/);
    assert.equal(reports.filter((report) => report.includes('secret')).length, 1);
    assert.equal((await exchange(plain, { path: '/_search' })).status, 200);
  });

  it('keeps what a refusal knows beside its reason', async () => {
    const got = await exchange(plain, { path: '/x/_mapping' });
    const own = { type: 'index_not_found_exception', reason: 'no such index [x]', index: 'x' };
    const error = { root_cause: [own], ...own };
    assert.deepEqual(JSON.parse(got.text), { error, status: 404 });
  });

  it('lays answers out and leaves members out as asked', async () => {
    const pretty = await exchange(plain, { path: '/_search?pretty&size=1&filter_path=query.size' });
    assert.equal(pretty.text, '{\n  "query" : {\n    "size" : 1\n  }\n}\n');
    const nothing = await exchange(plain, { path: '/_search?filter_path=none' });
    assert.equal(nothing.text, '{}');
  });

  it('writes a table as text, or as JSON where that is asked for', async () => {
    const text = await exchange(plain, { path: '/_cat/indices' });
    assert.equal(text.text, 'index docs\na        1\nlong    10\n');
    const asJson = '[{"index":"a","docs":"1"},{"index":"long","docs":"10"}]';
    const byFormat = await exchange(plain, { path: '/_cat/indices?format=json' });
    const byHeader = await exchange(plain, {
      path: '/_cat/indices',
      headers: { accept: 'application/json' },
    });
    assert.deepEqual([byFormat.text, byHeader.text], [asJson, asJson]);
  });

  it('speaks the dialect of other clients where it is asked to', async () => {
    const type = 'application/vnd.elasticsearch+json; compatible-with=8';
    const sent = { path: '/_search', headers: { accept: type, 'content-type': type }, body: '{}' };
    const got = await exchange(compatible, sent);
    assert.equal(got.status, 200, got.text);
    assert.equal(
      got.headers['content-type'],
      'application/vnd.elasticsearch+json;compatible-with=8',
    );
    assert.equal(got.headers['x-elastic-product'], 'Elasticsearch');
    assert.equal((await exchange(plain, sent)).status, 406);
  });
});

function errorOf(got: Got): { type: unknown; reason: string; root: unknown } {
  const body = JSON.parse(got.text) as {
    error: { type: string; reason: string; root_cause: readonly unknown[] };
    status: number;
  };
  assert.equal(body.status, got.status);
  return { type: body.error.type, reason: body.error.reason, root: body.error.root_cause[0] };
}

function exchange(url: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = new URL(url);
    const outgoing = send(
      { hostname, port, path, method, headers: { ...headers, ...length } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
