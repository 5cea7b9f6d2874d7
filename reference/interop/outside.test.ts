import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonCalls } from '../testing/json-calls.ts';

const { call } = jsonCalls();

/** Requests for what the interface does not have, and what the refusal advises. */
const beyond: readonly (readonly [line: string, body: object | undefined, advice: RegExp])[] = [
  ['GET /_nodes', undefined, /GET \/_nodes\/stats\/indices\/search/],
  ['GET /_nodes/hot_threads', undefined, /GET \/_nodes\/stats\/indices\/search/],
  ['GET /_ilm/status', undefined, /GET \/\{target\}\/_ilm\/explain/],
  ['POST /_ilm/stop', undefined, /_ilm\/explain/],
  ['POST /_sql/translate', { query: 'SELECT 1' }, /POST \/_sql\]/],
  ['POST /_security/_query/api_key', {}, /GET \/_security\/api_key/],
  ['GET /_security/role_mapping', undefined, /_security\/role/],
  ['GET /_cat/tasks', undefined, /GET \/_cat\/indices/],
  ['GET /_tasks', undefined, /_query\/async/],
  ['POST /i/_delete_by_query', {}, /actions \[delete\]/],
  ['POST /i/_update/1', {}, /PUT \/\{index\}\/_doc\/\{id\}/],
  ['POST /_msearch', undefined, /each search/],
  ['POST /i/_update_by_query', {}, /actions \[index\]/],
  ['POST /i/_mget', {}, /ids/],
  ['GET /i/_field_caps?fields=*', undefined, /_mapping/],
  ['POST /_analyze', {}, /analysed/],
  ['GET /i/_aliases', undefined, /GET \/\{target\}\/_alias/],
  ['POST /i/_doc?pipeline=p', {}, /\[pipeline\].*stored as they are sent/],
  ['GET /i/_search?q=a:1', undefined, /\[q\].*in the body/],
  ['GET /_cluster/health?level=shards', undefined, /\[level\].*health\/\{target\}/],
  ['GET /_xyzzy', undefined, /outside the interface/],
  ['POST /_search', { highlight: {} }, /\[highlight\].*leave it out/],
  ['POST /_search', { knn: {} }, /this server serves \[query/],
  ['POST /_search', { query: { query_string: {} } }, /\[match\] and \[term\]/],
  ['POST /_search', { query: { geo_shape: {} } }, /this server serves \[bool/],
  ['POST /_search', { query: { match: { a: { query: 'b', fuzziness: 1 } } } }, /\[fuzziness\]/],
  ['POST /_search', { aggs: { a: { percentiles: {} } } }, /this server serves \[terms/],
  ['PUT /v', mapped({ type: 'dense_vector', dims: 3 }), /\[dense_vector\].*/],
  ['PUT /v', mapped({ type: 'geo_point' }), /\[double\]/],
  ['PUT /v', mapped({ type: 'text', analyzer: 'english' }), /\[english\].*\[standard\]/],
  ['PUT /v', mapped({ type: 'text', similarity: 'BM25' }), /\[similarity\]/],
  ['PUT /v', { mappings: { dynamic_templates: [] } }, /map each field/],
  ['PUT /v', { settings: { 'index.sort.field': 'a' } }, /\[index.sort.field\]/],
  ['PUT /v', { settings: { 'index.default_pipeline': 'a' } }, /stored as they are sent/],
  ['PUT /v', analysed({ analyzer: { a: { type: 'german' } } }), /\[standard\]/],
  ['PUT /v', analysed({ filter: { a: { type: 'stemmer' } } }), /leave it out/],
  ['PUT /v', analysed({ char_filter: { a: { type: 'html_strip' } } }), /send texts without/],
  [
    'PUT /_cluster/settings',
    { persistent: { 'indices.recovery.max_bytes_per_sec': '1mb' } },
    /serves \[/,
  ],
  ['PUT /_index_template/v', { index_patterns: ['v'], composed_of: [] }, /\[composed_of\]/],
  [
    'PUT /_ilm/policy/v',
    { policy: { phases: { warm: { actions: { shrink: {} } } } } },
    /\[shrink\]/,
  ],
];

test('refusals of what the interface does not have say so, and what to use instead', async () => {
  await call('PUT', '/i', {});
  for (const [line, body, advice] of beyond) {
    const [method = '', path = ''] = line.split(' ');
    const { status, body: answer } = await call(method, path, body);
    const text = JSON.stringify(answer);
    assert.equal(status, 400, text);
    assert.match(text, /outside the interface/);
    assert.match(text, advice);
  }
  const aliases = await call('GET', '/_aliases');
  assert.equal(aliases.status, 405);
  assert.match(
    JSON.stringify(aliases.body),
    /allowed: \[POST\]; read aliases with \[GET \/_alias\]/,
  );
});

test('a misspelt analyzer is a mistake, and not outside the interface', async () => {
  const { body } = await call('PUT', '/v', mapped({ type: 'text', analyzer: 'stanard' }));
  assert.match(JSON.stringify(body), /analyzer \[stanard\] has not been configured/);
  assert.doesNotMatch(JSON.stringify(body), /outside/);
});

function mapped(field: object): object {
  return { mappings: { properties: { f: field } } };
}

function analysed(analysis: object): object {
  return { settings: { analysis } };
}
