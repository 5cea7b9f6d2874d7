import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capabilities,
  needsByFormat,
  needsByMember,
  needsBySegment,
  needsByType,
} from '../../spec/needs.ts';
import { loadOperations } from '../../spec/operations.ts';
import type { WireRequest } from '../base/exchange.ts';
import { loadProfile } from './load-profile.ts';
import { needOfPath, needsOfRequest, whyRequestUnclaimed } from './request-needs.ts';

/** Operations that every server has, though no segment of their path names them. */
const basic = ['/', '/{index}'];

test('every operation has a need, or is one that every server has', () => {
  const open = loadOperations()
    .filter(({ tags, path }) => !tags.includes('intake') && !basic.includes(path))
    .filter(({ path }) => needOfPath(path) === undefined);
  assert.deepEqual(open, []);
});

test('every segment with a need is in the path of an operation', () => {
  const segments = new Set(loadOperations().flatMap(({ path }) => path.split('/')));
  assert.deepEqual(
    Object.keys(needsBySegment).filter((segment) => !segments.has(segment)),
    [],
  );
});

/** Capabilities that no request shows: permissions of a run, programs beside the server, and the clock. */
const unseen = ['global', 'clock', 'management_ui', 'intake_command', 'intake_url'];

test('every capability is recognised by a request', () => {
  const tables = [
    needsBySegment,
    needsByMember.search,
    needsByMember.query,
    needsByType,
    needsByFormat,
  ];
  const seen = new Set<string>(['shards', ...unseen]);
  for (const need of tables.flatMap((table) => Object.values(table)).flat()) seen.add(need);
  assert.deepEqual(
    capabilities.filter((name) => !seen.has(name)),
    [],
  );
});

/** A method and a path, the first name of each need, and the body. */
const requests: readonly (readonly [string, string, unknown?])[] = [
  ['PUT /a', ''],
  ['PUT /a', '', { settings: { number_of_shards: 1 } }],
  ['PUT /a', 'shards', { settings: { number_of_shards: 2 } }],
  ['PUT /a', '', { settings: { number_of_replicas: 0 } }],
  ['PUT /a', 'shards', { settings: { 'index.number_of_replicas': 1 } }],
  ['PUT /a', 'shards', { settings: { index: { number_of_shards: '2' } } }],
  ['PUT /a', 'lifecycle', { settings: { 'index.lifecycle.name': 'daily' } }],
  ['PUT /a', 'nested', { mappings: { properties: { a: { type: 'nested' } } } }],
  [
    'PUT /a/_mapping',
    'date_nanos',
    { properties: { a: { properties: { type: { type: 'date_nanos' } } } } },
  ],
  ['PUT /a', 'copy-to', { mappings: { properties: { a: { type: 'keyword', copy_to: ['b'] } } } }],
  ['PUT /a/_doc/1', '', { type: 'nested', lifecycle: { name: 'a' } }],
  ['POST /a/_search', '', { size: 3 }],
  ['POST /a/_search', 'search', { query: { match_all: {} } }],
  ['PUT /a', 'from-size', { settings: { 'index.max_result_window': 5 } }],
  ['PUT /a', '', { aliases: { b: {} } }],
  ['PUT /a', 'lifecycle', { aliases: { b: { is_write_index: true } } }],
  ['POST /a/_search', 'aggregations', { aggs: {} }],
  ['POST /a/_search?scroll=1m', 'scroll slice', { slice: { id: 0, max: 2 } }],
  ['POST /_search', 'point-in-time search-after', { pit: { id: 'a' }, search_after: [1] }],
  ['POST /_search/scroll', 'scroll', { scroll_id: 'a' }],
  ['POST /a/_pit?keep_alive=1m', 'point-in-time'],
  ['GET /_cat/shards?format=json', 'cat'],
  ['POST /_query?format=csv', 'query', { query: 'FROM a' }],
  ['POST /_query?format=cbor', 'query cbor query-filter', { query: 'FROM a', filter: {} }],
  ['POST /_query/async', 'async-query query-parameters', { query: 'FROM a', params: [] }],
  ['POST /_query?format=yaml', 'query query-formats', { query: 'FROM a' }],
  ['POST /_sql?format=smile', 'sql smile', { query: 'SELECT 1', filter: {} }],
  ['PUT /_ilm/policy/daily', 'lifecycle'],
  ['POST /_security/role/a', 'roles'],
  ['POST /_security/user/a', 'users'],
  ['POST /_security/user/_has_privileges', 'api-keys'],
  ['GET /unknown/_thing', ''],
];

for (const [line, names, body] of requests) {
  const [method = '', path = ''] = line.split(' ');
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  test(`${line} ${content.body ?? ''} needs ${names || 'nothing'}`, () => {
    const needs = needsOfRequest({ method, path, headers: {}, ...content });
    assert.equal(needs.map(([name]) => name).join(' '), names);
  });
}

test('formats are recognised by their media types too', () => {
  const headers = { accept: 'text/markdown', 'content-type': 'application/cbor' };
  const needs = needsOfRequest({
    method: 'POST',
    path: '/_query',
    headers,
    body: new Uint8Array(),
  });
  assert.deepEqual(needs.slice(1), [['md'], ['cbor']]);
});

test('one of several chapters is enough, and the reason of the profile is told', () => {
  const profile = { ...loadProfile('opensearch'), claims: new Set(['rollover']) };
  const policy: WireRequest = { method: 'PUT', path: '/_ilm/policy/a', headers: {}, body: '{}' };
  assert.equal(whyRequestUnclaimed(policy, profile), undefined);
  const pit = { method: 'POST', path: '/a/_pit?keep_alive=1m', headers: {} };
  const why = whyRequestUnclaimed(pit, profile) ?? '';
  assert.match(why, /does not claim point-in-time: Points in time are opened at/);
  assert.equal(whyRequestUnclaimed({ ...pit, base_url: 'http://intake' }, profile), undefined);
});

/** What a profile lacks and claims, a request, and the chapter that it is refused for. */
const basics: readonly (readonly [string, string, string, string])[] = [
  ['search', 'query', 'GET /a/_search', 'search'],
  ['search', 'scroll', 'GET /a/_search', ''],
  ['search', 'query', 'PUT /a/_doc/1', ''],
  ['index', 'api-keys', 'PUT /a', 'index'],
  ['index', 'api-keys', 'PUT /a/_doc/1', 'index'],
  ['index', 'sql', 'PUT /a/_doc/1', ''],
  ['index', 'api-keys', 'GET /', ''],
  ['cat', 'query', 'GET /a/_search', ''],
];

for (const [lacking, claimed, line, chapter] of basics) {
  const verdict = chapter === '' ? 'may be sent' : 'is not claimed';
  test(`without ${lacking} and with ${claimed}, ${line} ${verdict}`, () => {
    const [method = '', path = ''] = line.split(' ');
    const lacks = { [lacking]: 'answered 404' };
    const profile = { ...loadProfile('opensearch'), lacks, claims: new Set([claimed]) };
    const why = whyRequestUnclaimed({ method, path, headers: {} }, profile);
    if (chapter === '') assert.equal(why, undefined);
    else assert.match(why ?? '', new RegExp(`does not claim ${chapter}: answered 404`));
  });
}
