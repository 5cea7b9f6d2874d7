import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Interceptor } from '../../run/mutation.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { answers, calls } from '../../testing/mutated-session.ts';
import { rolloverDimensionsAgree } from './rollover-dimensions.ts';

const tried = onMistakenReferences(rolloverDimensionsAgree, 200);

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

const mistakes: readonly (readonly [string, Interceptor])[] = [
  [
    'a condition beside another one is not enough',
    policies((body) =>
      body.includes('"max_docs":100000') ? body.replace('"max_age":"3d"', '"max_age":"5d"') : body,
    ),
  ],
  [
    'the documents of the largest shard are compared with min_docs',
    policies((body) => body.replace('"min_docs"', '"min_primary_shard_docs"')),
  ],
  [
    'a size below the limit is enough',
    policies((body) =>
      body.replace(/"max_size":"(\d+)gb"/, (_, limit) => `"max_size":"${Number(limit) - 1}gb"`),
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
