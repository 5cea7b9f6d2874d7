import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Interceptor } from '../../run/mutation.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { answers, calls } from '../../testing/mutated-session.ts';
import { rolloverDimensionsAgree } from './rollover-dimensions.ts';

const tried = onMistakenReferences(rolloverDimensionsAgree);

/** Changes the text of the policies. */
function policies(change: (body: string) => string): Interceptor {
  return (request, forward) =>
    forward(
      calls('PUT', /_ilm/)(request) ? { ...request, body: change(bodyOf(request)) } : request,
    );
}

/** Says that no index has fewer documents than one. */
const nothingIsEmpty: Interceptor = (request, forward) =>
  forward(
    request.path.endsWith('statistics')
      ? { ...request, body: bodyOf(request).replace('"docs":0', '"docs":1') }
      : request,
  );

/** Changes the figures of shards. */
function statistics(change: (body: string) => string): Interceptor {
  return (request, forward) =>
    forward(
      request.path.endsWith('statistics') ? { ...request, body: change(bodyOf(request)) } : request,
    );
}

/** Rolls over, with each run of the policies, the alias that a function finds in the body of a new index. */
function alsoRolls(aliasIn: (body: string) => string | undefined): Interceptor {
  const aliases = new Set<string>();
  return async (request, forward) => {
    const reply = await forward(request);
    const alias = calls('PUT', /^\/[^_/][^/]*$/)(request) ? aliasIn(bodyOf(request)) : undefined;
    if (alias !== undefined) aliases.add(alias);
    if (!request.path.endsWith('policies/run')) return reply;
    for (const each of aliases) {
      await forward({ ...request, path: `/${each}/_rollover`, body: '' });
    }
    return reply;
  };
}

/** Keeps the first of two policies with a name. */
function keepsPolicies(): Interceptor {
  const first = new Map<string, string>();
  return (request, forward) => {
    if (!calls('PUT', /_ilm/)(request)) return forward(request);
    const body = first.get(request.path) ?? bodyOf(request);
    first.set(request.path, body);
    return forward({ ...request, body });
  };
}

/** Replaces a policy by one that does nothing when it refuses another. */
const emptiesPolicies: Interceptor = async (request, forward) => {
  const response = await forward(request);
  const isRefused = calls('PUT', /_ilm/)(request) && response.status === 400;
  if (isRefused) await forward({ ...request, body: '{"policy":{"phases":{}}}' });
  return response;
};

const mistakes: readonly (readonly [string, Interceptor])[] = [
  ['a policy is not replaced', keepsPolicies()],
  ['an invalid policy replaces another', emptiesPolicies],
  [
    'a condition beside another one is not enough',
    policies((body) =>
      body.includes('"max_docs":900000000')
        ? body.replace(/"max_age":"(?:3d|72h)"/, '"max_age":"5d"')
        : body,
    ),
  ],
  [
    'the documents of the largest shard are compared with min_docs',
    policies((body) => body.replace('"min_docs"', '"min_primary_shard_docs"')),
  ],
  [
    'a size below the limit is enough',
    policies((body) =>
      body.replace(
        /"max_size":"(\d+)([gm]b)"/,
        (_, limit, unit) => `"max_size":"${Number(limit) - 1}${unit}"`,
      ),
    ),
  ],
  [
    'old indices are deleted at once',
    policies((body) => body.replace('"min_age":"4d"', '"min_age":"1d"')),
  ],
  [
    'old indices are never deleted',
    policies((body) => body.replace('"min_age":"4d"', '"min_age":"40d"')),
  ],
  ['an empty index is rolled over', nothingIsEmpty],
  [
    'replicas do not count for max_docs',
    (request, forward) =>
      forward(
        request.path.endsWith('replicas')
          ? { ...request, method: 'GET', path: '/_test/state', body: '' }
          : request,
      ),
  ],
  [
    'a full shard waits like any other',
    statistics((body) => body.replace('"docs":200000000', '"docs":199999999')),
  ],
  [
    'shards are full together',
    statistics((body) => body.replace('"docs":199999999', '"docs":200000000')),
  ],
  [
    'a byte below a size is enough',
    statistics((body) =>
      body.replace(/"bytes":(\d+)/, (_, bytes) => `"bytes":${Number(bytes) + 1}`),
    ),
  ],
  [
    'the age counts from a date in the settings',
    alsoRolls((body) =>
      body.includes('origination_date') ? /rollover_alias":"([^"]+)/.exec(body)?.[1] : undefined,
    ),
  ],
  ['another alias of the index moves too', alsoRolls((body) => /"([^"]+-other)"/.exec(body)?.[1])],
  ['hours are days', policies((body) => body.replace(/(max_age":"\d+)h"/, '$1d"'))],
  [
    'the generation of a data stream counts its first index twice',
    answers(calls('GET', /_data_stream/), (body) => {
      const [stream] = body['data_streams'] as [{ generation: number }];
      stream.generation = Math.max(2, stream.generation);
    }),
  ],
  [
    'only the first index of an alias is under its policy',
    (request, forward) =>
      forward(
        calls('PUT', /_index_template/)(request) && !bodyOf(request).includes('data_stream')
          ? { ...request, body: bodyOf(request).replace(/(lifecycle.name":")[^"]*/, '$1none') }
          : request,
      ),
  ],
];

for (const [what, intercept] of mistakes) {
  test(`rollover-dimensions finds a server that is wrong: ${what}`, async () => {
    const { counterexample, halt } = await tried(intercept);
    assert.equal(halt, undefined);
    assert.ok(counterexample);
  });
}

test('rollover-dimensions lets a server through that knows no templates for aliases', async () => {
  const { counterexample, halt } = await tried((request, forward) =>
    forward(
      calls('PUT', /_index_template/)(request) && !bodyOf(request).includes('data_stream')
        ? { ...request, body: '{' }
        : request,
    ),
  );
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

test('rollover-dimensions lets a server through that also runs policies by itself', async () => {
  const { counterexample, halt } = await tried(async (request, forward) => {
    const reply = await forward(request);
    if (request.path.endsWith('statistics')) {
      await forward({ ...request, path: '/_test/policies/run', body: '' });
    }
    return reply;
  });
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});
