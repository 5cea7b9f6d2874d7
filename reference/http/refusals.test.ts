import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RawRequest } from '../testing/client.ts';
import { errorOf, exchange } from '../testing/client.ts';
import { startEcho } from '../testing/echo-server.ts';
import type { RunningServer } from './server.ts';

const maxBody = 3000;

describe('requests that are refused before an operation runs', () => {
  let server: RunningServer | undefined;
  before(async () => {
    server = await startEcho({ maxBody, compatible: false, log: () => undefined, handlers: {} });
  });
  after(() => server?.stop());

  const json = { 'content-type': 'application/json' };
  const refusals: readonly (readonly [
    what: string,
    sent: RawRequest,
    status: number,
    reason: RegExp,
  ])[] = [
    [
      'an unknown path',
      { path: '/$/~!/$$/%2F' },
      400,
      /^this server does not serve \[GET \/\$\/~!\/\$\$\/%2F\]/,
    ],
    [
      'an unknown call',
      { method: 'POST', path: '/_serch?q=a' },
      400,
      /does not serve \[POST \/_serch\]; it is outside the interface$/,
    ],
    ['an empty segment', { path: '//_search' }, 400, /does not serve/],
    ['another letter case', { path: '/_SEARCH' }, 400, /does not serve/],
    [
      'too many paths in filter_path',
      { path: `/_search?filter_path=${'a,'.repeat(129)}` },
      400,
      /\[filter_path\] can have at most \[128\] paths/,
    ],
    ['a malformed escape sequence', { path: '/%zz/_search' }, 400, /invalid escape sequence/],
    [
      'an escape sequence that is not UTF-8',
      { path: '/%ff/_search' },
      400,
      /invalid escape sequence/,
    ],
    ['a malformed escape sequence in a parameter', { path: '/_search?a=%z' }, 400, /\[%z\]/],
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
    ['a wrong boolean', { path: '/_search?typed_keys=yes' }, 400, /\[yes\].*\[typed_keys\]/],
    ['a wrong integer', { path: '/_search?size=abc' }, 400, /\[size\] with value \[abc\]/],
    ['a wrong duration', { path: '/_search?scroll=1x' }, 400, /\[scroll\] with value \[1x\]/],
    [
      'a value that is not in the enumeration',
      { path: '/_cat/shards?bytes=zb' },
      400,
      /\[bytes\] must be one of \[b, kb/,
    ],
    [
      'test control without its flag',
      { method: 'POST', path: '/_test/clock', headers: json, body: '{"advance":"1m"}' },
      400,
      /does not serve \[POST \/_test\/clock\]; start it with --test-control/,
    ],
    [
      'a body of a change that has none',
      { method: 'POST', path: '/_refresh', headers: json, body: '{"a":1}' },
      400,
      /does not support having a body; it takes none, or the empty object/,
    ],
    [
      'a body that is not allowed',
      { path: '/_mapping', headers: json, body: '{}' },
      400,
      /does not support having a body/,
    ],
    ['a missing body', { method: 'PUT', path: '/a/_doc/1' }, 400, /body is required/],
    ['a body without a type', { path: '/_search', body: '{}' }, 406, /header \[\] is not/],
    [
      'a body of another type',
      { path: '/_search', headers: { 'content-type': 'text/plain' }, body: '{}' },
      406,
      /\[text\/plain\] is not supported/,
    ],
    [
      'a body in another charset',
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
      'a malformed Accept header',
      { path: '/_search', headers: { accept: 'json' } },
      400,
      /\[Accept\]/,
    ],
    [
      'an incomplete value',
      { path: '/_search', headers: json, body: '{"size":' },
      400,
      /\[1:\d+\] Unexpected end of file/,
    ],
    [
      'two values',
      { path: '/_search', headers: json, body: '{}{}' },
      400,
      /\[START_OBJECT\] found after the main object/,
    ],
    [
      'a long body',
      { path: '/_search', headers: json, body: ' '.repeat(maxBody + 1) },
      413,
      /longer than the \[3000\] bytes/,
    ],
    [
      'a deep value',
      { path: '/_search', headers: json, body: '['.repeat(1001) + ']'.repeat(1001) },
      400,
      /\[1:1001\].*nesting depth/,
    ],
    [
      'a body that is not UTF-8',
      { path: '/_search', headers: json, body: Buffer.from([0x22, 0xff, 0x22]) },
      400,
      /not valid UTF-8/,
    ],
    [
      'a decompression bomb',
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
      const response = await exchange(server?.url ?? '', sent);
      const error = errorOf(response);
      assert.equal(response.status, status, response.text);
      assert.match(error.reason, reason);
      const { type } = error;
      // The root cause may have members besides, such as the line and the column.
      const { type: rootType, reason: rootReason } = Object(error.root);
      const expected = type === undefined ? [undefined, undefined] : [type, error.reason];
      assert.deepEqual([rootType, rootReason], expected);
    });
  }
});
