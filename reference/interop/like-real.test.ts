import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../testing/client.ts';
import { jsonCalls } from '../testing/json-calls.ts';

const { url, call, index, search, find, idsOf, query, refused } = jsonCalls();

test('_ignored names the fields with ignored values: in hits, queries, aggregations and METADATA', async () => {
  const fields = {
    n: { type: 'integer', ignore_malformed: true },
    k: { type: 'keyword', ignore_above: 3, fields: { raw: { type: 'keyword' } } },
  };
  await index('ignored', fields, ['{"n":"x","k":"abcd"}', '{"n":1,"k":"abc"}']);
  const { hits, aggregations } = await search('ignored', {
    sort: ['_doc'],
    aggs: { names: { terms: { field: '_ignored' } } },
  });
  assert.deepEqual(
    hits.hits.map((hit) => hit['_ignored']),
    [['k', 'n'], undefined],
  );
  const buckets = ['k', 'n'].map((key) => ({ key, doc_count: 1 }));
  assert.deepEqual(Object(aggregations).names.buckets, buckets);
  assert.deepEqual(await idsOf('ignored', { term: { _ignored: 'k' } }), ['1']);
  assert.deepEqual(await idsOf('ignored', { exists: { field: '_ignored' } }), ['1']);
  assert.deepEqual(
    await query('FROM ignored METADATA _ignored | SORT n NULLS FIRST | KEEP _ignored'),
    [[['k', 'n']], [null]],
  );
});

test('dates with nanoseconds have as many digits as they need, three at least', async () => {
  await index('nanos', { d: { type: 'date_nanos' } }, [
    '{"d":"2020-01-01T00:00:00.828Z"}',
    '{"d":"2020-01-01T00:00:01.12345Z"}',
  ]);
  const format = 'strict_date_optional_time_nanos';
  const { hits } = await search('nanos', { sort: [{ d: { format } }], docvalue_fields: ['d'] });
  const shown = ['2020-01-01T00:00:00.828Z', '2020-01-01T00:00:01.12345Z'];
  assert.deepEqual(
    hits.hits.map(({ sort }) => sort),
    shown.map((date) => [date]),
  );
  assert.deepEqual(
    hits.hits.map(({ fields }) => fields),
    shown.map((date) => ({ d: [date] })),
  );
  assert.deepEqual(
    await query('FROM nanos | SORT d'),
    shown.map((date) => [date]),
  );
});

test('the locale of a date field is the language of its dates', async () => {
  const d = { type: 'date', format: 'd MMMM yyyy', locale: 'fr-FR' };
  await index('dates', { d }, ['{"d":"5 février 2020"}', '{"d":"1 août 2021"}']);
  const { hits, aggregations } = await search('dates', {
    query: { range: { d: { gt: '5 février 2020' } } },
    sort: [{ d: { format: 'MMMM' } }],
    fields: ['d'],
    docvalue_fields: [{ field: 'd', format: 'MMM' }],
    aggs: { min: { min: { field: 'd' } } },
  });
  assert.deepEqual(
    hits.hits.map(({ sort, fields }) => [sort, fields]),
    [[['août'], { d: ['1 août 2021'] }]],
  );
  assert.equal(Object(aggregations).min.value_as_string, '1 août 2021');
  const wrong = { mappings: { properties: { d: { type: 'date', locale: 'xx-nope-1' } } } };
  assert.equal((await call('PUT', '/wrong', wrong)).status, 400);
});

test('texts and keywords keep the written form of a number', async () => {
  const fields = {
    k: { type: 'keyword', copy_to: 'all' },
    t: { type: 'text' },
    all: { type: 'keyword' },
    n: { type: 'double' },
  };
  await index('written', fields, [
    '{"k":1.0,"t":[7,1.50],"n":1.0}',
    '{"k":1,"t":1e3}',
    '{"k":12345678901234567890,"o":{"k":0.10}}',
  ]);
  const found = (field: string, value: string) =>
    idsOf('written', `{"match":{"${field}":${value}}}`);
  assert.deepEqual(await found('k', '"1.0"'), ['1']);
  assert.deepEqual(await found('k', '"1"'), ['2']);
  assert.deepEqual(await found('k', '1.0'), ['1']);
  assert.deepEqual(await idsOf('written', '{"terms":{"k":[1.0,5]}}'), ['1']);
  assert.deepEqual(await found('all', '"1.0"'), ['1']);
  assert.deepEqual(await found('t', '"1.50"'), ['1']);
  assert.deepEqual(await found('t', '"1e3"'), ['2']);
  assert.deepEqual(await found('k', '"12345678901234567890"'), ['3']);
  assert.deepEqual(await found('n', '1.0'), ['1']);
});

test('a point in time is paged by the keys of the user alone', async () => {
  await index('paged', { k: { type: 'keyword' } }, [
    '{"k":"a"}',
    '{"k":"b"}',
    '{"k":"b"}',
    '{"k":"c"}',
  ]);
  const { body } = await call('POST', '/paged/_pit?keep_alive=1m');
  const page = async (after: readonly string[], order: string) => {
    const { hits } = await find('/_search', {
      pit: { id: body.id },
      sort: [{ k: order }],
      search_after: after,
    });
    return hits.hits.map(({ _id }) => _id);
  };
  assert.deepEqual(await page(['a'], 'asc'), ['2', '3', '4']);
  assert.deepEqual(await page(['b'], 'asc'), ['4']);
  assert.deepEqual(await page(['b'], 'desc'), ['1']);
});

test('options that would have no effect are refused', async () => {
  await index('plain', { n: { type: 'integer' }, k: { type: 'keyword' } }, ['{"n":1,"k":"a"}']);
  const path = '/plain/_search';
  await refused(
    path,
    { docvalue_fields: [{ field: 'k', format: 'yyyy' }] },
    /doesn't support formats/,
  );
  await refused(path, { fields: [{ field: 'n', format: 'yyyy' }] }, /doesn't support formats/);
  await refused(path, { stored_fields: '_none_' }, /\[_none_\]/);
  const cardinality = { field: 'n', precision_threshold: -1 };
  const { body } = await call('POST', path, { aggs: { a: { cardinality } } });
  assert.match(JSON.stringify(body), /\[precision_threshold\] must be greater/);
});

test('meta of an aggregation is repeated, and _index is aggregated', async () => {
  await index('meta', {}, ['{"a":1}']);
  const meta = { color: ['blue'] };
  const { aggregations } = await search('meta', {
    aggs: { a: { terms: { field: '_index' }, meta, aggs: { b: { max: { field: 'a' }, meta } } } },
  });
  const buckets = [{ key: 'meta', doc_count: 1, b: { meta, value: 1 } }];
  assert.deepEqual(aggregations, {
    a: { meta, doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets },
  });
});

test('scores are 32-bit floats with as few digits as they need, also as a cursor', async () => {
  await index('scores', { t: { type: 'text' } }, ['{"t":"a b"}', '{"t":"a a b"}', '{"t":"a"}']);
  const body = { query: { match: { t: 'a' } }, sort: ['_score', { _doc: 'asc' }] };
  const { hits } = await search('scores', body);
  const scores = hits.hits.map(({ _score }) => Number(_score));
  assert.ok(
    scores.every((score) => String(score).length <= 11),
    String(scores),
  );
  assert.equal(hits.max_score, null);
  const tracked = await search('scores', { ...body, track_scores: true });
  assert.equal(tracked.hits.max_score, scores[0]);
  const rest = await search('scores', { ...body, search_after: hits.hits[0]?.['sort'] });
  assert.deepEqual(rest.hits.hits, hits.hits.slice(1));
});

test('an empty page after skipped hits has their greatest score', async () => {
  await index('skipped', {}, ['{"a":1}']);
  assert.equal((await search('skipped', { from: 3 })).hits.max_score, 1);
  assert.equal((await search('skipped', { query: { match_none: {} } })).hits.max_score, null);
});

test('requests that reach no operation are refused in plain words', async () => {
  const error = async (method: string, path: string) => (await call(method, path)).body.error;
  assert.equal(
    await error('DELETE', '/_search'),
    'Incorrect HTTP method for uri [/_search] and method [DELETE], allowed: [GET, HEAD, POST]',
  );
  assert.equal(
    await error('POST', '/i/_update/1'),
    'this server does not serve [POST /i/_update/1]; it is outside the interface; send the whole document with [PUT /{index}/_doc/{id}]',
  );
  const advised = [
    ['GET', '/_cat/health', /outside the interface; use \[GET \/_cluster\/health\]/],
    ['GET', '/_cat/count', /outside the interface; use \[GET \/\{target\}\/_count\]/],
    ['POST', '/i/_search/point_in_time', /use \[POST \/\{target\}\/_pit\]/],
    ['POST', '/_msearch', /outside the interface; send each search/],
  ] as const;
  for (const [method, path, advice] of advised) {
    assert.match(JSON.stringify(await error(method, path)), advice);
  }
  assert.match(
    JSON.stringify(await error('GET', '/i/_serch')),
    /does not serve \[GET \/i\/_serch\]; it is outside/,
  );
  const body = '{}';
  const headers = { 'content-type': 'text/plain' };
  const got = await exchange(url(), { method: 'POST', path: '/_search', headers, body });
  assert.deepEqual(JSON.parse(got.text), {
    error: 'Content-Type header [text/plain] is not supported',
    status: 406,
  });
});

test('what a search cannot do is refused with what it can', async () => {
  await refused(
    '/_search',
    { query: { multi_match: {} } },
    /unknown query \[multi_match\]; .*match_phrase/,
  );
  await refused('/_search', { highlight: {} }, /\[highlight\]; this server serves \[query, /);
  await refused('/_search', { explain: true }, /\[explain\] is outside the interface/);
  await refused('/_search', { collapse: { field: 'a' } }, /\[collapse\] is outside the interface/);
  await refused('/_search', { aggs: { a: { histogram: {} } } }, /\[histogram\]; .*date_histogram/);
});

test('clients of Elasticsearch 8 and 9 are answered in their media types', async () => {
  for (const version of ['8', '9']) {
    const type = `application/vnd.elasticsearch+json; compatible-with=${version}`;
    const headers = { 'content-type': type, accept: type };
    const bulk = { ...headers, 'content-type': type.replace('json', 'x-ndjson') };
    const body = '{"index":{"_index":"books"}}\n{"a":1}\n';
    const requests = [
      { path: '/', headers },
      { method: 'POST', path: '/_bulk', headers: bulk, body },
      { method: 'POST', path: '/_search', headers, body: '{}' },
      { method: 'POST', path: '/_query', headers, body: '{"query":"ROW a = 1"}' },
    ];
    for (const request of requests) {
      const got = await exchange(url(), request);
      assert.equal(got.status, 200, got.text);
      assert.equal(got.headers['content-type'], type.replace('; ', ';'));
      assert.equal(got.headers['x-elastic-product'], 'Elasticsearch');
    }
  }
});

test('health waits until the status has come', async () => {
  await call('PUT', '/waiting', { settings: { number_of_replicas: 1 } });
  const path = '/_cluster/health/waiting?wait_for_status=green';
  const waiting = call('GET', `${path}&timeout=20s`);
  assert.equal((await call('GET', `${path}&timeout=1ms`)).status, 408);
  await call('PUT', '/waiting/_settings', { number_of_replicas: 0 });
  assert.equal((await waiting).status, 200);
});

test('a new document has no version of its own', async () => {
  const { status } = await call('PUT', '/versions/_create/1?version=3&version_type=external', {});
  assert.equal(status, 400);
});
