import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import { checkSearchRequest } from './search-request.ts';
import { ContextRegistry } from './context-registry.ts';
import { idsOf, requestOf, searchIn, shardsOf, testIndex } from '../testing/search-index.ts';

const environment = systemEnvironment();

const properties = { a: { type: 'integer' }, k: { type: 'keyword' } };

function registry() {
  const limits = {
    max_open_scroll_context: 500,
    maxKeepAlive_ms: 86_400_000,
  };
  return new ContextRegistry({ environment, limits: () => limits });
}

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
];

for (const [body, scroll, reason] of refusedBodies) {
  test(`refuses the request ${JSON.stringify(body)} ${scroll ?? ''}`, () => {
    const target = {
      index: undefined,
      routing: undefined,
      preference: undefined,
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

test('refuses target, routing, preference and index options with a point in time', () => {
  const target = { index: 'books', routing: 'r', preference: 'p', expand_wildcards: 'all' };
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
  [
    { foo: 1 },
    'parsing_exception',
    /^Unknown key for a VALUE_NUMBER in \[foo\]; this server serves \[query, /,
  ],
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
  [{ rescore: {} }, 'illegal_argument_exception', /^\[rescore\] is outside the interface/],
  [{ collapse: {} }, 'illegal_argument_exception', /^\[collapse\] is outside the interface/],
  [{ size: 'many' }, 'number_format_exception', /\[size\] must be an integer .*: "many"/],
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
  [{ pit: { keep_alive: '1m' } }, 'illegal_argument_exception', /point in time id is not provided/],
];

for (const [body, type, reason, cause] of parseRefusals) {
  test(`refuses to parse ${JSON.stringify(body)}`, () => {
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

test('from -1 means that it is not set, also with search_after', async () => {
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

test('checks windows, batches, slices and slice fields for each index', async () => {
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
