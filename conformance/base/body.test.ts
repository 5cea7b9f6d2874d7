import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf, parseJson, repeatedIn } from './body.ts';
import { Violation } from './errors.ts';
import type { WireResponse } from './exchange.ts';

function json(body: Uint8Array): { readonly response: WireResponse } {
  const headers = { 'content-type': 'application/json' };
  return { response: { status: 200, headers, body, duration_ms: 1 } };
}

for (const [what, body, message] of [
  ['a byte order mark', Buffer.from('\uFEFF{}'), /byte order mark/],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), /not UTF-8/],
  ['half a surrogate pair as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not UTF-8/],
  ['no body', Buffer.alloc(0), /empty/],
] as const) {
  test(`${what}: not JSON`, () => {
    assert.throws(
      () => jsonOf(json(body)),
      (error) => error instanceof Violation && message.test(error.message),
    );
  });
}

test('the value of a body is kept, unless the body is long', () => {
  for (const length of [1, 1_000_000]) {
    const exchange = json(Buffer.from(JSON.stringify({ a: 'x'.repeat(length) })));
    assert.equal(jsonOf(exchange) === jsonOf(exchange), length === 1);
  }
});

for (const [text, expected] of [
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', []],
  ['{"a":1,"a":2}', ['a']],
  ['{"x":[{"b":{},"c":"b\\":{","b":"c"}],"x" : 1}', ['b', 'x']],
  ['{"a":12345678901234567890,"a":2}', ['a']],
] as const) {
  test(`members that occur twice in ${text}`, () => {
    const exchange = json(Buffer.from(text));
    assert.deepEqual(repeatedIn(exchange.response), expected);
    assert.deepEqual(
      JSON.parse(JSON.stringify(jsonOf(exchange), (_, value: unknown) => numbered(value))),
      JSON.parse(text),
    );
  });
}

test('integers keep all their digits, also with a fraction of zeros', () => {
  const text =
    '[9007199254740993, 9007199254740993.0, -9007199254740993.00, 9007199254740993.5, 2.0]';
  const long = 9007199254740993n;
  assert.deepEqual(parseJson(text), [long, long, -long, Number('9007199254740993.5'), 2]);
});

function numbered(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

test('values that are nested without end are no JSON, and take no time', () => {
  const nested = (depth: number): string => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
  const start_ms = performance.now();
  assert.ok(Array.isArray(parseJson(nested(4000))));
  assert.throws(() => parseJson(nested(1_000_000)), SyntaxError);
  assert.ok(performance.now() - start_ms < 1000, `${performance.now() - start_ms} ms`);
});

test('values without end are no JSON, and take no time', () => {
  const start_ms = performance.now();
  for (const part of ['1,', '{"a":[]},', '{"a":1,"a":2},', '"a",', '12345678901234567890,']) {
    assert.throws(() => parseJson(`[${part.repeat(3_000_000)}1]`), SyntaxError, part);
  }
  assert.ok(performance.now() - start_ms < 20_000, `${performance.now() - start_ms} ms`);
});

test('a number of millions of digits takes no time', () => {
  const start_ms = performance.now();
  assert.equal(parseJson('9'.repeat(300)), BigInt('9'.repeat(300)));
  assert.deepEqual(parseJson(`[${'9'.repeat(3_000_000)}]`), [Infinity]);
  assert.ok(performance.now() - start_ms < 1000, `${performance.now() - start_ms} ms`);
});
