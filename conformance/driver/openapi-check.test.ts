import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOperations } from '../../spec/operations.ts';
import type { WireRequest } from '../base/exchange.ts';
import { openApiCheck } from './openapi-check.ts';

const deliberate = { deliberate: true };

const found = { took: 1, timed_out: false, _shards: { total: 1 }, hits: { hits: [] } };

/** A title, a request, the body of its response, and the expected problems, each with its origin and pointer. */
const cases: readonly (readonly [string, Partial<WireRequest>, unknown, readonly string[]])[] = [
  ['a valid search', { body: '{"size":1}' }, found, []],
  ['an unknown member', { body: '{"sise":1}' }, found, ['kit ']],
  ['an unknown parameter', { path: '/a/_search?sise=1' }, found, ['kit ?sise']],
  ['a parameter with a wrong type', { path: '/a/_search?size=many' }, found, ['kit ?size']],
  ['an unknown call', { path: '/a/_nonsense/b' }, found, ['kit ']],
  [
    'a hit without an id',
    {},
    { ...found, hits: { hits: [{ _index: 'a' }] } },
    ['target /hits/hits/0'],
  ],
  ['a wrong type in a response', {}, { ...found, took: 'long' }, ['target /took']],
];

for (const [what, request, body, expected] of cases) {
  test(what, () => {
    const headers = { 'content-type': 'application/json' };
    const response = {
      status: 200,
      headers,
      body: Buffer.from(JSON.stringify(body)),
      duration_ms: 1,
    };
    const wire = { method: 'POST', path: '/a/_search', headers, ...request };
    const judge = (deliberate: boolean): readonly string[] =>
      openApiCheck
        .judge(wire, response, { deliberate })
        .problems.map(({ origin, pointer }) => `${origin} ${pointer}`);
    const places = judge(false);
    for (const place of expected)
      assert.ok(places.includes(place), `${place} among ${places.join()}`);
    assert.equal(places.length > 0, expected.length > 0);
    assert.deepEqual(
      judge(true).filter((place) => place.startsWith('kit')),
      [],
    );
  });
}

const figures = 'took: 1\nis_partial: false\ndocuments_found: 1\nvalues_loaded: 1\n';

const documents: readonly (readonly [string, string, readonly string[]])[] = [
  ['a response in YAML', `${figures}columns: [{name: a, type: long}]\nvalues: [[1]]\n`, []],
  ['a wrong type in YAML', `${figures}columns: []\nvalues: none\n`, ['/values']],
  [
    'a missing figure in YAML',
    'took: 1\nis_partial: false\nvalues_loaded: 1\ncolumns: []\nvalues: []\n',
    [''],
  ],
  ['invalid YAML', 'columns: [', ['']],
];

for (const [what, text, expected] of documents) {
  test(`${what} is judged by the JSON schema`, () => {
    const headers = { 'content-type': 'application/yaml; charset=utf-8' };
    const response = { status: 200, headers, body: Buffer.from(text), duration_ms: 1 };
    const wire = { method: 'POST', path: '/_query?format=yaml', headers: {} };
    const { problems } = openApiCheck.judge(wire, response, { deliberate: true });
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      expected,
    );
  });
}

test('a member that only one clause judges may be missing', () => {
  const headers = { 'content-type': 'application/json' };
  const result = { took: 1, is_partial: false, documents_found: 0, values_loaded: 0 };
  const body = { ...result, is_running: false, columns: [], values: [] };
  const response = {
    status: 200,
    headers,
    body: Buffer.from(JSON.stringify(body)),
    duration_ms: 1,
  };
  const wire = { method: 'GET', path: '/_query/async/a', headers };
  assert.deepEqual(openApiCheck.judge(wire, response, { deliberate: true }).problems, []);
});

/** Requests whose responses may have any body. */
const open: readonly (readonly [string, string, string])[] = [
  ['the creation of an index', 'PUT', '/a'],
  ['a written document', 'PUT', '/a/_doc/1'],
  ['a policy', 'PUT', '/_ilm/policy/a'],
  ['a role', 'POST', '/_security/role/a'],
  ['a released scroll', 'DELETE', '/_search/scroll/a'],
  ['a closed point in time', 'DELETE', '/_pit'],
  ['a removed query', 'DELETE', '/_query/async/a'],
  ['the search statistics', 'GET', '/_nodes/stats/indices/search'],
  ['an operation outside the specification', 'GET', '/a/_doc/1'],
];

for (const [what, method, path] of open) {
  test(`any JSON answers ${what}`, () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['"done"', '7', 'null', '[]', '{"_version":"one","acknowledged":[]}']) {
      const response = { status: 200, headers, body: Buffer.from(body), duration_ms: 1 };
      const wire = { method, path, headers };
      assert.deepEqual(openApiCheck.judge(wire, response, { deliberate: true }).problems, []);
    }
  });
}

for (const { id, method, path: template, isExtra } of loadOperations()) {
  if (isExtra || method === 'head') continue;
  test(`no success of ${id} is a page`, () => {
    const path = template.replaceAll(/\{\w+\}/g, 'a');
    const headers = { 'content-type': 'text/html; charset=UTF-8' };
    const wire = { method: method.toUpperCase(), path, headers: {} };
    const messages = (status: number, body: string): readonly string[] =>
      openApiCheck
        .judge(wire, { status, headers, body: Buffer.from(body), duration_ms: 1 }, deliberate)
        .problems.map(({ message }) => message);
    assert.deepEqual(messages(200, '{}'), ['the body is text/html; charset=UTF-8, not JSON']);
    assert.deepEqual(messages(200, ''), []);
    assert.deepEqual(messages(404, '<p>nothing here'), [], 'the bodies of errors are open');
  });
}

const search = '{"took":1,"timed_out":false,"hits":{"hits":[]}}';
const shards = '"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},';
const readable = search.replace('"hits"', `${shards}"hits"`);

for (const [what, body, expected] of [
  ['plain JSON', Buffer.from(readable), []],
  ['a byte order mark', Buffer.from(`\uFEFF${readable}`), ['the body is not JSON']],
  [
    'invalid UTF-8',
    Buffer.from(readable.replace('"took"', '"x":"\xff","took"'), 'latin1'),
    ['the body is not JSON'],
  ],
] as const) {
  test(`a search response with ${what}`, () => {
    const headers = { 'content-type': 'application/json' };
    const wire = { method: 'GET', path: '/a/_search', headers: {} };
    const response = { status: 200, headers, body, duration_ms: 1 };
    const { problems } = openApiCheck.judge(wire, response, deliberate);
    assert.deepEqual(
      problems.map(({ message }) => message),
      expected,
    );
  });
}
