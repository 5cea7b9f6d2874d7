import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indicesMadeBy, isAliasWrite, removalsBefore, successorsOf } from './cleanup.ts';

for (const [index, expected] of [
  ['ck-1-logs-000009', ['000010', '000011', '000012'].map((n) => `ck-1-logs-${n}`)],
  ['ck-1-logs-7', ['000008', '000009', '000010'].map((n) => `ck-1-logs-${n}`)],
  ['ck-1-logs', []],
] as const) {
  test(`successors of ${index}`, () => assert.deepEqual(successorsOf(index), expected));
}

for (const [method, path, expected] of [
  ['PUT', '/_ilm/policy/ck-1-daily?timeout=1s', ['/_ilm/policy/ck-1-daily']],
  ['PUT', '/_index_template/ck-1-events', ['/_index_template/ck-1-events']],
  ['POST', '/_security/role/ck-1-reader', ['/_security/role/ck-1-reader']],
  ['PUT', '/_security/user/ck-1-ann', ['/_security/user/ck-1-ann']],
  ['PUT', '/_ilm/policy/daily', []],
  ['POST', '/_security/role/reader', []],
  ['GET', '/_ilm/policy/ck-1-daily', []],
] as const) {
  test(`what ${method} ${path} may create is noted before any answer`, () => {
    const paths = removalsBefore({ method, path, headers: {} }, 'ck-1-').map((one) => one.path);
    assert.deepEqual(paths, expected);
  });
}

for (const [method, path, expected] of [
  ['PUT', '/ck-1-books', [['ck-1-books']]],
  ['PUT', '/ck-1-books/_doc/1', [['ck-1-books']]],
  ['POST', '/ck-1-books/_search', []],
  ['PUT', '/books', []],
  ['GET', '/ck-1-books', []],
] as const) {
  test(`indices that ${method} ${path} may create`, () => {
    assert.deepEqual(indicesMadeBy({ method, path, headers: {} }, 'ck-1-'), expected);
  });
}

const unjudged = { operation: undefined, problems: [] };

for (const [what, method, path, body, expected] of [
  ['a write through an alias', 'PUT', '/ck-1-logs/_doc/1', '{ "_index" : "ck-1-logs-1" }', true],
  ['a write to an index', 'PUT', '/ck-1-logs/_doc/1', '{"_index":"ck-1-logs"}', false],
  ['a read through an alias', 'GET', '/ck-1-logs/_doc/1', '{"_index":"ck-1-logs-1"}', false],
  ['an answer without a name', 'PUT', '/ck-1-logs/_doc/1', '', false],
] as const) {
  test(`${what} is ${expected ? '' : 'not '}taken for a write through an alias`, () => {
    const response = { status: 200, headers: {}, body: Buffer.from(body), duration_ms: 1 };
    assert.equal(
      isAliasWrite({ request: { method, path, headers: {} }, response, ...unjudged }),
      expected,
    );
  });
}
