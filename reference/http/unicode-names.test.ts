import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { encode } from 'cborg';
import { startReference } from '../start.ts';
import { exchange, lineSender } from '../testing/client.ts';
import type { RunningServer } from './server.ts';

/** Half of a surrogate pair, as JSON writes it. */
const half = String.raw`\ud800`;

describe('a name that is not Unicode is refused', () => {
  let server: RunningServer | undefined;
  const send = lineSender(() => server?.url ?? '');
  before(async () => {
    server = await startReference({ testControl: true });
    assert.equal((await send('PUT /books/_doc/1?refresh', { body: { title: 'a' } })).status, 201);
  });
  after(() => server?.stop());

  const bodies: readonly (readonly [line: string, body: string])[] = [
    ['POST /_bulk', `{"index":{"_index":"books","_id":"${half}"}}\n{}`],
    ['POST /_bulk', `{"delete":{"_index":"books","_id":"\\udfff${half}"}}`],
    ['POST /_bulk', `{"index":{"_index":"b${half}"}}\n{}`],
    ['POST /_bulk', `{"index":{"_index":"books","routing":"${half}"}}\n{}`],
    ['PUT /books/_doc/2', `{"${half}":1}`],
    ['PUT /books/_doc/2', `{"a":{"b${half}" :1}}`],
    ['PUT /books/_doc/2', `{"a":[{"${half}":1}]}`],
    ['PUT /films', `{"mappings":{"properties":{"${half}":{"type":"keyword"}}}}`],
    ['PUT /films', `{"aliases":{"a${half}":{}}}`],
    ['PUT /books/_mapping', `{"properties":{"a":{"type":"keyword","copy_to":"${half}"}}}`],
    ['POST /_aliases', `{"actions":[{"add":{"index":"books","alias":"a${half}"}}]}`],
    ['PUT /_index_template/t', `{"index_patterns":["t${half}*"]}`],
    ['PUT /_index_template/t', `{"index_patterns":["t*"],"template":{"aliases":{"${half}":{}}}}`],
    ['PUT /_ilm/policy/p', `{"policy":{"_meta":{"${half}":1},"phases":{}}}`],
    ['PUT /_security/role/r', `{"indices":[{"names":["${half}"],"privileges":["read"]}]}`],
    ['PUT /_security/role/r', `{"metadata":{"${half}":1}}`],
    ['PUT /_security/user/u', `{"password":"pass${half}word","roles":[]}`],
    ['PUT /_security/user/u', `{"password":"password","roles":["${half}"]}`],
    ['POST /_security/api_key', `{"name":"${half}"}`],
    ['POST /_search', `{"sort":["${half}"]}`],
    ['POST /_search', `{"aggs":{"${half}":{"value_count":{"field":"title"}}}}`],
    ['POST /_search', `{"query":{"ids":{"values":["${half}"]}}}`],
    ['POST /_search', `{"pit":{"id":"${half}"}}`],
    ['POST /_query', `{"query":"ROW \`${half}\` = 1"}`],
    ['POST /_query', `{"query":"ROW a = 1 | EVAL ??b = 2","params":[{"b":"${half}"}]}`],
    ['POST /_sql', `{"query":"SELECT 1 AS \\"${half}\\""}`],
  ];
  for (const [line, body] of bodies) {
    it(`${line} ${body}`, async () => {
      const { status, text } = await send(line, { body });
      assert.equal(status, 400, text);
      assert.match(text, /half of a surrogate pair is not Unicode/);
    });
  }

  it('in the bytes of a body, a path and a query string', async () => {
    const url = server?.url ?? '';
    const bytes = Buffer.from('{"\xed\xa0\x80":1}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const lone = '%ED%A0%80';
    for (const request of [
      { method: 'PUT', path: '/books/_doc/2', body: bytes, headers },
      {
        method: 'PUT',
        path: '/books/_doc/2',
        body: gzipSync(bytes),
        headers: { ...headers, 'content-encoding': 'gzip' },
      },
      { method: 'PUT', path: `/books/_doc/${lone}`, body: '{}', headers },
      { method: 'PUT', path: '/books/_doc/%FF', body: '{}', headers },
      { method: 'PUT', path: `/${lone}` },
      { method: 'PUT', path: `/books/_alias/a${lone}` },
      { path: `/books/_search?routing=${lone}` },
      { path: `/books/_search?sort=${lone}` },
      { path: '/books/_search?%C3=1' },
      {
        method: 'POST',
        path: '/app/settings/agent-keys',
        body: `name=${lone}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]) {
      const { status, text } = await exchange(url, request);
      assert.equal(status, 400, `${request.path}: ${text}`);
    }
  });

  it('in a path that is not encoded', async () => {
    const socket = connect(Number(new URL(server?.url ?? '').port), '127.0.0.1');
    socket.write(Buffer.from('GET /caf\u00e9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    assert.match(text, /^HTTP\/1\.1 400 /);
  });

  it('in a body in CBOR or YAML', async () => {
    const query = encode({ query: 'ROW a = 1 //?' });
    query[query.length - 1] = 0xff;
    for (const [type, body] of [
      ['application/cbor', Buffer.from(query)],
      ['application/yaml', String.raw`query: "ROW a = 1 // \ud800"`],
    ] as const) {
      const headers = { 'content-type': type };
      const request = { method: 'POST', path: '/_query', headers, body };
      const { status, text } = await exchange(server?.url ?? '', request);
      assert.equal(status, 400, text);
    }
  });

  it('but a value of a document is kept as it was sent', async () => {
    const body = `{"title":"${half}","pair":"\\ud83d\\ude00"}`;
    assert.equal((await send('PUT /books/_doc/half', { body })).status, 201);
    const { text } = await send('GET /books/_doc/half');
    assert.ok(text.includes(half), text);
    const pairs = {
      body:
        String.raw`{"index":{"_index":"books","_id":"\ud83d\ude00"}}` + '\n{"\\ud83d\\ude00":1}',
    };
    assert.equal(JSON.parse((await send('POST /_bulk', pairs)).text).errors, false);
  });
});

describe('a body', () => {
  let server: RunningServer | undefined;
  before(async () => {
    server = await startReference();
  });
  after(() => server?.stop());

  for (const coding of ['gzip', 'GZIP', 'Gzip', 'x-gzip', 'identity', 'IDENTITY']) {
    it(`may have the coding ${coding}`, async () => {
      const text = '{"query":"ROW a = 1"}';
      const body = /gzip/i.test(coding) ? gzipSync(text) : text;
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      const { status } = await exchange(server?.url ?? '', {
        method: 'POST',
        path: '/_query',
        headers,
        body,
      });
      assert.equal(status, 200);
    });
  }

  it('may not have another transfer coding than chunked', async () => {
    const socket = connect(Number(new URL(server?.url ?? '').port), '127.0.0.1');
    const body = gzipSync('{"query":"ROW a = 1"}');
    socket.write(
      `POST /_query HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${body.length.toString(16)}\r\n`,
    );
    socket.write(body);
    socket.write('\r\n0\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /Transfer-Encoding may be chunked only/);
  });
});
