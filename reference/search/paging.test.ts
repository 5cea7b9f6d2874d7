import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Index } from '../store/index-service.ts';
import { ContextRegistry } from './context-registry.ts';
import {
  hitsOf,
  idsOf,
  requestOf,
  searchIn,
  shardsOf,
  testIndex,
} from '../testing/search-index.ts';

const environment = systemEnvironment();

function registry() {
  const limits = {
    max_open_scroll_context: 500,
    maxKeepAlive_ms: 86_400_000,
  };
  return new ContextRegistry({ environment, limits: () => limits });
}

const properties = {
  a: { type: 'integer' },
  many: { type: 'long' },
  d: { type: 'double' },
  k: { type: 'keyword' },
  out: { type: 'date' },
  id: { type: 'keyword' },
};

const document = fc.record(
  {
    a: fc.integer({ min: 0, max: 4 }),
    many: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
    d: fc.constantFrom(-0.5, 0, 1.25, 3),
    k: fc.constantFrom('x', 'y', ['x', 'z'], '😀', 'ÿ'),
    out: fc.constantFrom('2020-01-01', '2021-01-01T10:00:00Z'),
  },
  { requiredKeys: [] },
);

const sortEntry = fc.oneof(
  fc.record({
    field: fc.constantFrom('a', 'many', 'd', 'out'),
    order: fc.constantFrom('asc', 'desc'),
    missing: fc.constantFrom('_last', '_first', undefined, 1577836800000),
  }),
  fc.record({
    field: fc.constant('k'),
    order: fc.constantFrom('asc', 'desc'),
    missing: fc.constantFrom('_last', '_first', 'xx'),
  }),
  fc.record({
    field: fc.constantFrom('_doc', '_score'),
    order: fc.constantFrom('asc', 'desc'),
    missing: fc.constant(undefined),
  }),
);

const paging = fc.record({
  documents: fc.array(document, { maxLength: 30 }),
  runs: fc.integer({ min: 1, max: 4 }),
  shards: fc.integer({ min: 1, max: 3 }),
  deleted: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
  sort: fc.array(sortEntry, { maxLength: 2 }),
  size: fc.integer({ min: 1, max: 7 }),
  narrow: fc.boolean(),
});

type Paging = typeof paging extends fc.Arbitrary<infer T> ? T : never;

/** Returns an index whose merges are done: a merge drops deleted documents, which changes scores between two searches. */
async function build({ documents, runs, shards, deleted }: Paging): Promise<Index> {
  const entries = documents.map((source, at) => [`${at}`, { ...source, id: `${at}` }] as const);
  const length = Math.max(1, Math.ceil(entries.length / runs));
  const index = testIndex({
    settings: { number_of_shards: shards },
    properties,
    runs: Array.from({ length: runs }, (_, run) => entries.slice(run * length, (run + 1) * length)),
    deletes: deleted.map(String),
  });
  return index;
}

function bodyOf({ sort, narrow }: Paging): JsonObject {
  const entries = sort.map(({ field, order, missing }) => ({
    [field]: field.startsWith('_') || missing === undefined ? { order } : { order, missing },
  }));
  const query = { bool: { should: [{ term: { k: 'x' } }, { range: { a: { gte: 2 } } }] } };
  return { ...(narrow ? { query } : {}), ...(entries.length === 0 ? {} : { sort: entries }) };
}

test('search_after with a unique last field returns the hits of one large page, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(paging, async (given) => {
      const index = await build(given);
      const { sort, ...query } = bodyOf(given);
      const body = {
        ...query,
        sort: [...((sort as readonly JsonValue[] | undefined) ?? []), { id: 'asc' }],
      };
      const onePage = idsOf(await searchIn([index], { ...body, size: 100 }));
      const walked: string[] = [];
      let searchAfter: readonly JsonValue[] | undefined;
      for (let page = 0; page <= 40; page++) {
        const result = await searchIn([index], {
          ...body,
          size: given.size,
          ...(searchAfter === undefined ? {} : { search_after: searchAfter }),
        });
        walked.push(...idsOf(result));
        searchAfter = hitsOf(result).at(-1)?.sort;
        if (searchAfter === undefined) break;
      }
      assert.deepEqual(walked, onePage);
    }),
    { numRuns: 300 },
  );
});

test('points in time and scrolls return the hits of one large page, independent of later writes', async () => {
  await fc.assert(
    fc.asyncProperty(paging, async (given) => {
      const index = await build(given);
      const contexts = registry();
      const body = bodyOf(given);
      const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
      const pit = { id };
      const onePage = idsOf(
        await contexts.searchPointInTime(requestOf({ ...body, pit, size: 100 })),
      );
      const scrolled = await scrollAll(contexts, index, { ...body, size: given.size });
      const walked: string[] = [];
      let searchAfter: readonly JsonValue[] | undefined;
      const sorted = body['sort'] === undefined ? { ...body, sort: ['_shard_doc'] } : body;
      const wholeSorted = idsOf(
        await contexts.searchPointInTime(requestOf({ ...sorted, pit, size: 100 })),
      );
      for (let page = 0; page <= 40; page++) {
        index.index({ id: `${page % 5}`, source: '{"a":1,"k":"x"}' });
        index.refresh();
        const after = searchAfter === undefined ? {} : { search_after: searchAfter };
        const result = await contexts.searchPointInTime(
          requestOf({ ...sorted, pit, size: given.size, ...after }),
        );
        walked.push(...idsOf(result));
        searchAfter = hitsOf(result).at(-1)?.sort;
        if (searchAfter === undefined) break;
      }
      assert.deepEqual(walked, wholeSorted);
      assert.deepEqual(scrolled, onePage);
    }),
    { numRuns: 300 },
  );
});

async function scrollAll(
  contexts: ReturnType<typeof registry>,
  index: Index,
  body: JsonObject,
): Promise<readonly string[]> {
  const request = requestOf(body, { scroll: '1m' });
  let result = await contexts.openScroll({ request, shards: shardsOf(index) });
  const ids: string[] = [];
  for (let page = 0; page <= 40 && hitsOf(result).length > 0; page++) {
    ids.push(...idsOf(result));
    index.index({ id: `s${page}`, source: '{"a":0}' });
    index.refresh();
    result = await contexts.continueScroll({ scroll_id: result._scroll_id ?? '', scroll: '1m' });
  }
  return ids;
}

test('slices of scrolls and points in time are disjoint and complete, with and without a field', async () => {
  const slicing = fc.record({
    count: fc.integer({ min: 0, max: 40 }),
    shards: fc.integer({ min: 1, max: 5 }),
    max: fc.integer({ min: 2, max: 12 }),
    field: fc.constantFrom(undefined, 'a', 'd', '_id'),
    is_pit: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(slicing, async ({ count, shards, max, field, is_pit: isPit }) => {
      fc.pre(!(isPit && field === '_id'));
      const run = Array.from(
        { length: count },
        (_, at) => [`id-${at}`, { a: at, d: at / 3 }] as const,
      );
      const index = testIndex({ settings: { number_of_shards: shards }, properties, runs: [run] });
      const contexts = registry();
      const ids: string[] = [];
      for (let id = 0; id < max; id++) {
        const body = { slice: { id, max, ...(field === undefined ? {} : { field }) }, size: 100 };
        const opened = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
        const result = isPit
          ? await contexts.searchPointInTime(requestOf({ ...body, pit: { id: opened.id } }))
          : await contexts.openScroll({
              request: requestOf(body, { scroll: '1m' }),
              shards: shardsOf(index),
            });
        ids.push(...idsOf(result));
      }
      assert.equal(ids.length, count);
      assert.equal(new Set(ids).size, count);
    }),
    { numRuns: 100 },
  );
});

test('five shards in two slices: the first, third and fifth shard are in slice 0', async () => {
  const index = testIndex({
    settings: { number_of_shards: 5 },
    properties,
    runs: [['1', '2', '3', '4'].map((id) => [id, { a: Number(id) }] as const)],
  });
  const sliceOf = async (slice: JsonObject): Promise<readonly string[]> => {
    const request = requestOf({ slice, sort: [{ _id: 'asc' }] }, { scroll: '1m' });
    return idsOf(await registry().openScroll({ request, shards: shardsOf(index) }));
  };
  assert.deepEqual(await sliceOf({ id: 0, max: 2 }), ['2', '3', '4']);
  assert.deepEqual(await sliceOf({ id: '1', max: 2 }), ['1']);
  assert.equal((await sliceOf({ id: 0, max: 2, field: 'a' })).length, 3);
});

test('search_after takes back what is shown for a missing boolean', async () => {
  const flags = testIndex({
    properties: { on: { type: 'boolean' }, u: { type: 'integer' } },
    runs: [
      [
        ['a', { u: 1 }],
        ['b', { on: true, u: 2 }],
        ['c', { u: 3 }],
      ],
    ],
  });
  for (const order of ['asc', 'desc']) {
    const sort = [{ on: order }, { u: 'asc' }];
    const whole = await searchIn([flags], { sort });
    for (const [at, hit] of hitsOf(whole).entries()) {
      const rest = await searchIn([flags], { sort, search_after: hit.sort ?? [] });
      assert.deepEqual(idsOf(rest), idsOf(whole).slice(at + 1));
    }
  }
});
