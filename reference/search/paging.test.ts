import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { Index } from '../store/index-service.ts';
import { checkSearchRequest } from './check-request.ts';
import { createContextRegistry } from './context-registry.ts';
import { idsOf, requestOf, searchIn, shardsOf, testIndex } from './test-support.ts';

const environment = systemEnvironment();

function registry() {
  const limits = {
    max_open_scroll_context: 500,
    default_keep_alive_ms: 300_000,
    max_keep_alive_ms: 86_400_000,
  };
  return createContextRegistry({ environment, limits: () => limits });
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

function build({ documents, runs, shards, deleted }: Paging): Index {
  const entries = documents.map((source, at) => [`${at}`, { ...source, id: `${at}` }] as const);
  const length = Math.max(1, Math.ceil(entries.length / runs));
  return testIndex({
    settings: { number_of_shards: shards },
    properties,
    runs: Array.from({ length: runs }, (_, run) => entries.slice(run * length, (run + 1) * length)),
    deletes: deleted.map(String),
  });
}

function bodyOf({ sort, narrow }: Paging): JsonObject {
  const entries = sort.map(({ field, order, missing }) => ({
    [field]: field.startsWith('_') || missing === undefined ? { order } : { order, missing },
  }));
  const query = { bool: { should: [{ term: { k: 'x' } }, { range: { a: { gte: 2 } } }] } };
  return { ...(narrow ? { query } : {}), ...(entries.length === 0 ? {} : { sort: entries }) };
}

test('search_after with a unique last field meets the hits of one big page, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(paging, async (given) => {
      const index = build(given);
      const { sort, ...query } = bodyOf(given);
      const body = {
        ...query,
        sort: [...((sort as readonly JsonValue[] | undefined) ?? []), { id: 'asc' }],
      };
      const whole = idsOf(await searchIn([index], { ...body, size: 100 }));
      const walked: string[] = [];
      let search_after: readonly JsonValue[] | undefined;
      for (let page = 0; page <= 40; page++) {
        const result = await searchIn([index], {
          ...body,
          size: given.size,
          ...(search_after === undefined ? {} : { search_after }),
        });
        walked.push(...idsOf(result));
        search_after = result.hits.hits.at(-1)?.sort;
        if (search_after === undefined) break;
      }
      assert.deepEqual(walked, whole);
    }),
    { numRuns: 150 },
  );
});

test('a point in time, and a scroll, meet the hits of one big page whatever is written meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(paging, async (given) => {
      const index = build(given);
      const contexts = registry();
      const body = bodyOf(given);
      const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
      const pit = { id };
      const whole = idsOf(await contexts.searchPointInTime(requestOf({ ...body, pit, size: 100 })));
      const scrolled = await scrollAll(contexts, index, { ...body, size: given.size });
      const walked: string[] = [];
      let search_after: readonly JsonValue[] | undefined;
      const sorted = body['sort'] === undefined ? { ...body, sort: ['_shard_doc'] } : body;
      const wholeSorted = idsOf(
        await contexts.searchPointInTime(requestOf({ ...sorted, pit, size: 100 })),
      );
      for (let page = 0; page <= 40; page++) {
        index.index({ id: `${page % 5}`, source: '{"a":1,"k":"x"}' });
        index.refresh();
        const after = search_after === undefined ? {} : { search_after };
        const result = await contexts.searchPointInTime(
          requestOf({ ...sorted, pit, size: given.size, ...after }),
        );
        walked.push(...idsOf(result));
        search_after = result.hits.hits.at(-1)?.sort;
        if (search_after === undefined) break;
      }
      assert.deepEqual(walked, wholeSorted);
      assert.deepEqual(scrolled, whole);
    }),
    { numRuns: 150 },
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
  for (let page = 0; page <= 40 && result.hits.hits.length > 0; page++) {
    ids.push(...idsOf(result));
    index.index({ id: `s${page}`, source: '{"a":0}' });
    index.refresh();
    result = await contexts.continueScroll({ scroll_id: result._scroll_id ?? '', scroll: '1m' });
  }
  return ids;
}

test('slices are disjoint and together complete, of a scroll and of a point in time, with a field or without', async () => {
  const slicing = fc.record({
    count: fc.integer({ min: 0, max: 40 }),
    shards: fc.integer({ min: 1, max: 5 }),
    max: fc.integer({ min: 2, max: 12 }),
    field: fc.constantFrom(undefined, 'a', 'd', '_id'),
    is_pit: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(slicing, async ({ count, shards, max, field, is_pit }) => {
      fc.pre(!(is_pit && field === '_id'));
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
        const result = is_pit
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

test('five shards in two slices: the third, first and fifth shard go to slice 0', async () => {
  const index = testIndex({
    settings: { number_of_shards: 5, number_of_routing_shards: 5 },
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

const refusedBodies: readonly (readonly [
  body: JsonObject,
  scroll: string | undefined,
  reason: RegExp,
])[] = [
  [{ from: 1 }, '1m', /using \[from\] is not allowed in a scroll context/],
  [{ size: 0 }, '1m', /\[size\] cannot be \[0\] in a scroll context/],
  [
    { track_total_hits: false },
    '1m',
    /disabling \[track_total_hits\] is not allowed in a scroll context/,
  ],
  [{ sort: ['a'], search_after: [1] }, '1m', /\[search_after\] cannot be used in a scroll context/],
  [{ pit: { id: 'x' } }, '1m', /using \[point in time\] is not allowed in a scroll context/],
  [{ rescore: {} }, '1m', /using \[rescore\] is not allowed in a scroll context/],
  [{ from: 1, size: 0 }, '1m', /1: using \[from\].*;2: \[size\]/],
  [
    { sort: ['a'], search_after: [1], from: 2 },
    undefined,
    /\[from\] parameter must be set to 0 when \[search_after\] is used/,
  ],
  [
    { slice: { id: 0, max: 2 } },
    undefined,
    /\[slice\] can only be used with \[scroll\] or \[point-in-time\] requests/,
  ],
  [
    { sort: ['_shard_doc'] },
    undefined,
    /\[_shard_doc\] sort field cannot be used without \[point in time\]/,
  ],
];

for (const [body, scroll, reason] of refusedBodies) {
  test(`refused as a whole: ${JSON.stringify(body)} ${scroll ?? ''}`, () => {
    const target = {
      index: undefined,
      routing: undefined,
      preference: undefined,
      indices_options: false,
    };
    assert.throws(
      () => checkSearchRequest(requestOf(body, scroll === undefined ? {} : { scroll }), target),
      (error) =>
        error instanceof ServiceError &&
        error.type === 'action_request_validation_exception' &&
        reason.test(error.reason),
    );
  });
}

test('a point in time takes no target, routing, preference or index options', () => {
  const target = { index: 'books', routing: 'r', preference: 'p', indices_options: true };
  assert.throws(
    () => checkSearchRequest(requestOf({ pit: { id: 'x' } }), target),
    /1: \[indices\].*2: \[indicesOptions\].*3: \[routing\].*4: \[preference\]/,
  );
});

const parseRefusals: readonly (readonly [
  body: JsonObject,
  type: string,
  reason: RegExp,
  cause?: RegExp,
])[] = [
  [{ foo: 1 }, 'parsing_exception', /^Unknown key for a VALUE_NUMBER in \[foo\]\.$/],
  [
    { size: -1 },
    'illegal_argument_exception',
    /^\[size\] parameter cannot be negative, found \[-1\]$/,
  ],
  [
    { from: -5 },
    'illegal_argument_exception',
    /^\[from\] parameter cannot be negative but was \[-5\]$/,
  ],
  [
    { size: 'many' },
    'parsing_exception',
    /Expected \[VALUE_NUMBER\] in \[size\] but found \[VALUE_STRING\]/,
  ],
  [{ size: 1.5 }, 'illegal_argument_exception', /\[1:2\] \[size\] must be an integer/],
  [
    { track_total_hits: -2 },
    'illegal_argument_exception',
    /must be positive or equals to -1, got -2/,
  ],
  [
    { slice: { id: 0, max: 1 } },
    'x_content_parse_exception',
    /^\[1:18\] \[slice\] failed to parse field \[max\]$/,
    /^max must be greater than 1$/,
  ],
  [
    { slice: { id: 2, max: 2 } },
    'x_content_parse_exception',
    /failed to parse field \[max\]/,
    /^max must be greater than id$/,
  ],
  [
    { slice: { id: -1, max: 2 } },
    'x_content_parse_exception',
    /failed to parse field \[id\]/,
    /^id must be greater than or equal to 0$/,
  ],
  [
    { slice: { id: 0, max: 2, foo: 1 } },
    'x_content_parse_exception',
    /\[slice\] unknown field \[foo\]/,
  ],
  [
    { pit: { keep_alive: '1m' } },
    'illegal_argument_exception',
    /point int time id is not provided/,
  ],
];

for (const [body, type, reason, cause] of parseRefusals) {
  test(`refused while reading: ${JSON.stringify(body)}`, () => {
    assert.throws(
      () => requestOf(body),
      (error) =>
        error instanceof ServiceError &&
        error.type === type &&
        reason.test(error.reason) &&
        (cause === undefined || cause.test(error.details.cause?.reason ?? '')),
    );
  });
}

test('from -1 stands for none, beside search_after too', async () => {
  const index = testIndex({
    properties,
    runs: [
      [
        ['1', { a: 1 }],
        ['2', { a: 2 }],
      ],
    ],
  });
  const result = await searchIn([index], { from: -1, sort: ['a'], search_after: [1] });
  assert.deepEqual(idsOf(result), ['2']);
});

test('windows, batches, slices and slice fields are bounded on the shard', async () => {
  const index = testIndex({
    settings: { 'index.max_result_window': 20, 'index.max_slices_per_scroll': 4 },
    properties: { ...properties, bare: { type: 'long', doc_values: false } },
    runs: [[['1', { a: 1 }]]],
  });
  const contexts = registry();
  const { id } = contexts.openPointInTime({ shards: shardsOf(index), keep_alive: '1m' });
  const scroll = { scroll: '1m' };
  const cases: readonly (readonly [JsonObject, Readonly<Record<string, string>>, RegExp])[] = [
    [{ from: 15, size: 6 }, {}, /Result window is too large.*\[20\] but was \[21\]/],
    [{ size: 21 }, scroll, /Batch size is too large.*\[20\] but was \[21\]/],
    [
      { slice: { id: 0, max: 5 } },
      scroll,
      /The number of slices \[5\] is too large. It must be less than \[4\]/,
    ],
    [{ slice: { id: 0, max: 2, field: 'k' } }, scroll, /cannot load numeric doc values on k/],
    [{ slice: { id: 0, max: 2, field: 'bare' } }, scroll, /cannot load numeric doc values on bare/],
    [{ slice: { id: 0, max: 2, field: 'no' } }, scroll, /field no not found/],
    [
      { slice: { id: 0, max: 2, field: '_id' }, pit: { id } },
      {},
      /cannot slice on \[_id\] when using \[point-in-time\]/,
    ],
  ];
  for (const [body, parameters, reason] of cases) {
    const request = requestOf(body, parameters);
    const run = async () => {
      if (request.pit !== undefined) return contexts.searchPointInTime(request);
      if (request.scroll !== undefined)
        return contexts.openScroll({ request, shards: shardsOf(index) });
      return searchIn([index], body);
    };
    await assert.rejects(run, (error) => {
      assert.ok(error instanceof ServiceError);
      assert.match(error.reason, reason);
      assert.deepEqual(error.details.shard, { index: 'books', shard: 0 });
      return true;
    });
  }
  assert.equal(contexts.counts().scroll_current, 0);
});
