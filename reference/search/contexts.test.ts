import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { Index } from '../store/index-service.ts';
import type { ContextLimits } from './open-contexts.ts';
import { ContextRegistry } from './context-registry.ts';
import { hitsOf, idsOf, requestOf, shardsOf, testIndex } from '../testing/search-index.ts';

const standard: ContextLimits = {
  max_open_scroll_context: 500,
  maxKeepAlive_ms: 86_400_000,
};

function setUp(limits: Partial<ContextLimits> = {}) {
  const environment = systemEnvironment();
  const contexts = new ContextRegistry({
    environment,
    limits: () => ({ ...standard, ...limits }),
  });
  const run = ['1', '2', '3', '4', '5'].map((id, at) => [id, { a: at, t: 'x' }] as const);
  const index = testIndex({ runs: [run], properties: { a: { type: 'long' } }, environment });
  return { environment, contexts, index };
}

function open(contexts: ReturnType<typeof setUp>['contexts'], index: Index, body: JsonObject = {}) {
  const request = requestOf({ size: 2, ...body }, { scroll: '1m' });
  return contexts.openScroll({ request, shards: shardsOf(index) });
}

function refusal(type: string, reason: RegExp) {
  return (error: unknown) =>
    error instanceof ServiceError && error.type === type && reason.test(error.reason);
}

test('a scroll returns all pages, then empty ones, and stays open', async () => {
  const { contexts, index } = setUp();
  const first = await open(contexts, index, { aggs: { sum: { sum: { field: 'a' } } } });
  const scrollId = first._scroll_id ?? '';
  assert.deepEqual(first.aggregations, { sum: { value: 10 } });
  const pages = [idsOf(first).join('')];
  for (let page = 0; page < 4; page++) {
    const next = await contexts.continueScroll({ scroll_id: scrollId, scroll: '1m' });
    pages.push(idsOf(next).join(''));
    assert.equal(next._scroll_id, scrollId);
    assert.equal(next.aggregations, undefined);
    assert.deepEqual(next.hits.total, { value: 5, relation: 'eq' });
  }
  assert.deepEqual(pages, ['12', '34', '5', '', '']);
  assert.equal(contexts.counts().scroll_current, 1);
});

test('a scroll without a keep time is released after its page', async () => {
  const { contexts, index } = setUp();
  const scrollId = (await open(contexts, index))._scroll_id ?? '';
  const last = await contexts.continueScroll({ scroll_id: scrollId, scroll: undefined });
  assert.deepEqual(idsOf(last), ['3', '4']);
  assert.deepEqual(contexts.counts(), {
    open_contexts: 0,
    scroll_current: 0,
    scroll_total: 1,
    scroll_time_in_millis: contexts.counts().scroll_time_in_millis,
    point_in_time_current: 0,
  });
  await assert.rejects(
    () => contexts.continueScroll({ scroll_id: scrollId, scroll: '1m' }),
    refusal('search_context_missing_exception', /^No search context found for id \[1\]$/),
  );
});

test('each page renews the expiry; the scroll expires without a request', async () => {
  const { contexts, index, environment } = setUp();
  const scrollId = (await open(contexts, index))._scroll_id ?? '';
  environment.advance(59_000);
  await contexts.continueScroll({ scroll_id: scrollId, scroll: '2m' });
  environment.advance(119_000);
  assert.equal(contexts.counts().scroll_current, 1);
  environment.advance(2000);
  assert.equal(contexts.counts().scroll_current, 0);
  await assert.rejects(
    () => contexts.continueScroll({ scroll_id: scrollId, scroll: '1m' }),
    refusal('search_context_missing_exception', /No search context found/),
  );
});

test('clearing frees open scrolls once, by ids or all', async () => {
  const { contexts, index } = setUp();
  const ids = [];
  for (let at = 0; at < 3; at++) ids.push((await open(contexts, index))._scroll_id ?? '');
  const [first = '', second = ''] = ids;
  assert.deepEqual(contexts.clearScrolls([first, second, first]), {
    succeeded: true,
    num_freed: 2,
  });
  assert.deepEqual(contexts.clearScrolls([first]), { succeeded: true, num_freed: 0 });
  assert.deepEqual(contexts.clearScrolls(['_all']), { succeeded: true, num_freed: 1 });
  assert.deepEqual(contexts.clearScrolls(['_all']), { succeeded: true, num_freed: 0 });
  assert.throws(
    () => contexts.clearScrolls(['rubbish']),
    refusal('illegal_argument_exception', /^Cannot parse scroll id$/),
  );
});

test('the number of points in time is limited', () => {
  const { contexts, index } = setUp();
  const shards = shardsOf(index);
  const openOne = () => contexts.openPointInTime({ shards, keep_alive: '1m' });
  for (let at = 0; at < 9999; at++) openOne();
  const { id } = openOne();
  assert.throws(openOne, refusal('too_many_requests_exception', /at most \[10000\]/));
  contexts.closePointInTime(id);
  assert.equal(typeof openOne().id, 'string');
});

test('distinguishes ids of the other kind, truncated ids and unknown ids', async () => {
  const { contexts, index } = setUp();
  const scrollId = (await open(contexts, index))._scroll_id ?? '';
  const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
  const next = (text: string) => () => contexts.continueScroll({ scroll_id: text, scroll: '1m' });
  const unreadable = refusal('illegal_argument_exception', /Cannot parse scroll id/);
  await assert.rejects(next(id), unreadable);
  await assert.rejects(next(scrollId.slice(0, -4)), unreadable);
  await assert.rejects(next(`${scrollId}=`), unreadable);
  const last = scrollId.endsWith('A') ? 'B' : 'A';
  const other = scrollId.slice(0, -1) + last;
  await assert.rejects(next(other), refusal('search_context_missing_exception', /id \[1\]/));
  await assert.rejects(
    () => contexts.searchPointInTime(requestOf({ pit: { id: scrollId } })),
    refusal('illegal_argument_exception', /Cannot parse point in time id/),
  );
});

test('the limit counts the shards of open scrolls; a refused scroll opens no context', async () => {
  const { contexts } = setUp({ max_open_scroll_context: 7 });
  const wide = testIndex({ name: 'wide', settings: { number_of_shards: 3 } });
  await open(contexts, wide);
  const second = await open(contexts, wide);
  await assert.rejects(
    () => open(contexts, wide),
    refusal(
      'too_many_scroll_contexts_exception',
      /^Trying to create too many scroll contexts. Must be less than or equal to: \[7\]/,
    ),
  );
  assert.equal(contexts.counts().scroll_current, 6);
  assert.equal(contexts.clearScrolls([second._scroll_id ?? '']).num_freed, 3);
  await open(contexts, wide);
  await assert.rejects(() => open(contexts, wide, { sort: 'nowhere' }), ServiceError);
  assert.equal(contexts.counts().scroll_current, 6);
});

test('keep times are limited when a context is opened and when it is renewed', async () => {
  const { contexts, index } = setUp({ maxKeepAlive_ms: 60_000 });
  const tooLong = refusal(
    'illegal_argument_exception',
    /^Keep alive for request \(2m\) is too large. It must be less than \(1m\)/,
  );
  const scrollId = (await open(contexts, index))._scroll_id ?? '';
  const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
  await assert.rejects(
    () => contexts.continueScroll({ scroll_id: scrollId, scroll: '2m' }),
    tooLong,
  );
  await assert.rejects(
    () => contexts.searchPointInTime(requestOf({ pit: { id, keep_alive: '2m' } })),
    tooLong,
  );
  assert.throws(() => contexts.openPointInTime({ shards: [], keep_alive: '2m' }), tooLong);
  await assert.rejects(
    () => contexts.continueScroll({ scroll_id: scrollId, scroll: '5' }),
    refusal('illegal_argument_exception', /failed to parse setting \[scroll\] with value \[5\]/),
  );
});

test('a point in time expires after its keep time, unless a search renews it', async () => {
  const { contexts, index, environment } = setUp();
  const { id, _shards } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
  assert.deepEqual(_shards, { total: 1, successful: 1, skipped: 0, failed: 0 });
  const search = (keepAlive?: string) =>
    contexts.searchPointInTime(
      requestOf({ pit: { id, ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }) } }),
    );
  environment.advance(50_000);
  assert.equal(Object.keys(await search())[0], 'pit_id');
  await search('1m');
  environment.advance(50_000);
  assert.equal(hitsOf(await search()).length, 5);
  environment.advance(20_000);
  await assert.rejects(
    () => search(),
    refusal('search_context_missing_exception', /No search context found/),
  );
  assert.deepEqual(contexts.closePointInTime(id), { succeeded: true, num_freed: 0 });
});

test('after an index is deleted its scrolls are released, and its points in time report it', async () => {
  const { contexts, index } = setUp();
  const scrollId = (await open(contexts, index))._scroll_id ?? '';
  const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
  contexts.indexRemoved(index.uuid, index.name);
  await assert.rejects(
    () => contexts.continueScroll({ scroll_id: scrollId, scroll: '1m' }),
    refusal('search_context_missing_exception', /No search context/),
  );
  await assert.rejects(
    () => contexts.searchPointInTime(requestOf({ pit: { id } })),
    refusal('index_not_found_exception', /^no such index \[books\]$/),
  );
  assert.deepEqual(contexts.closePointInTime(id), { succeeded: true, num_freed: 1 });
});

test('two concurrent calls of one scroll return different pages', async () => {
  const { contexts, index } = setUp();
  const scrollId = (await open(contexts, index, { size: 1 }))._scroll_id ?? '';
  const pages = await Promise.all(
    [1, 2, 3].map(() => contexts.continueScroll({ scroll_id: scrollId, scroll: '1m' })),
  );
  assert.deepEqual(pages.map((page) => idsOf(page).join('')).sort(), ['2', '3', '4']);
});

test('_shard_doc is the last sort value in a point in time, and unique over all its indices', async () => {
  const { contexts, index } = setUp();
  const other = testIndex({
    name: 'other',
    properties: { a: { type: 'long' } },
    runs: [[['6', { a: 0 }]]],
  });
  const { id } = contexts.openPointInTime({ shards: shardsOf(index, other), keep_alive: '1m' });
  const sorted = await contexts.searchPointInTime(requestOf({ pit: { id }, sort: ['a'] }));
  assert.deepEqual(
    hitsOf(sorted).map(({ sort }) => sort),
    [
      [0, 0],
      [0, 4294967296],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ],
  );
  const plain = await contexts.searchPointInTime(requestOf({ pit: { id } }));
  assert.equal(hitsOf(plain)[0]?.sort, undefined);
  const down = await contexts.searchPointInTime(
    requestOf({ pit: { id }, sort: [{ _shard_doc: 'desc' }], track_total_hits: false, size: 2 }),
  );
  assert.deepEqual(
    hitsOf(down).map(({ sort }) => sort),
    [[4294967296], [4]],
  );
  assert.equal('total' in down.hits, false);
});

test('a search extends the retention of a point in time, and never shortens it', async () => {
  const { contexts, index, environment } = setUp();
  const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '10m' });
  const search = (time: string) =>
    contexts.searchPointInTime(requestOf({ pit: { id, keep_alive: time } }));
  await search('1s');
  environment.advance(590_000);
  await search('1m');
  environment.advance(59_000);
  assert.equal(contexts.counts().point_in_time_current, 1);
  environment.advance(2000);
  assert.equal(contexts.counts().point_in_time_current, 0);
});
