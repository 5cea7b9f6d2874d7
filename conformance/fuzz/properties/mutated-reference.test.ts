import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireRequest } from '../../base/exchange.ts';
import { defaultProfile } from '../../driver/load-profile.ts';
import type { SpawnedServer } from '../../driver/spawn.ts';
import type { Interceptor } from '../../run/mutation.ts';
import {
  answers,
  calls,
  mutatedSession,
  type SessionOptions,
  startReference,
  support,
  withBody,
} from '../../testing/mutated-session.ts';
import type { Property } from '../property.ts';
import { type PropertyResult, runProperty } from '../run-property.ts';
import { aliasStates } from './alias-states.ts';
import { keyStates } from './key-states.ts';
import { writesAgree } from './writes-agree.ts';

let reference: SpawnedServer;
before(async () => {
  reference = await startReference();
});
after(() => reference.stop());

async function run(
  property: Property,
  intercept: Interceptor,
  options: SessionOptions = {},
): Promise<PropertyResult> {
  const { enter, client } = mutatedSession(reference.base_url, intercept, options);
  enter();
  const order = { property, support, seed: 3, runs: 25, maxShrink_ms: 1 };
  return runProperty(order).finally(() => client.close());
}

/** A mutation that acknowledges some requests and does nothing. */
function ignores(fits: (request: WireRequest) => boolean): Interceptor {
  return async (request, forward) => {
    if (!fits(request)) return forward(request);
    const response = await forward({ method: 'GET', path: '/', headers: request.headers });
    return withBody(response, { acknowledged: true });
  };
}

const lastBulkLines: Interceptor = (request, forward) => {
  if (!request.path.endsWith('/_bulk') || typeof request.body !== 'string') return forward(request);
  const lines = request.body.trimEnd().split('\n');
  const body = lines.length > 2 ? lines.slice(0, -2) : lines;
  return forward({ ...request, body: `${body.join('\n')}\n` });
};

/** Says that keys are invalid, and does nothing. */
const invalidates: Interceptor = async (request, forward) => {
  if (!calls('DELETE', /api_key$/)(request)) return forward(request);
  const response = await forward({ method: 'GET', path: '/', headers: request.headers });
  const { ids } = JSON.parse(String(request.body)) as { readonly ids: readonly string[] };
  return withBody(response, { invalidated_api_keys: ids });
};

/** Gives keys a third of the time that was asked for. */
const shortKeys: Interceptor = (request, forward) => {
  if (!calls('POST', /api_key$/)(request)) return forward(request);
  const body = String(request.body).replace('"expiration":"3d"', '"expiration":"1d"');
  return forward({ ...request, body });
};

const mutations: readonly (readonly [string, Property, Interceptor])[] = [
  ['a bulk request loses its last document', writesAgree, lastBulkLines],
  [
    'a document that was replaced is found twice',
    writesAgree,
    answers(calls('GET', /-single\/_search$/), (body) => {
      const hits = body['hits'] as { hits: readonly { readonly _id: string }[] };
      hits.hits = [...hits.hits, ...hits.hits.filter(({ _id }) => _id === '1')];
    }),
  ],
  ['an alias is not removed', aliasStates, ignores(calls('DELETE', /\/_alias\//))],
  ['an alias is not added', aliasStates, ignores(calls('PUT', /\/_alias\//))],
  ['several changes of aliases do nothing', aliasStates, ignores(calls('POST', /^\/_aliases/))],
  ['a template is not stored', aliasStates, ignores(calls('PUT', /_index_template/))],
  ['a key that was invalidated is still valid', keyStates, invalidates],
  ['a key ends before its time is over', keyStates, shortKeys],
];

for (const property of new Set(mutations.map(([, property]) => property))) {
  test(`${property.id} holds on the reference`, async () => {
    const { counterexample, halt } = await run(property, (request, forward) => forward(request));
    assert.deepEqual([counterexample?.error.message, halt], [undefined, undefined]);
  });
}

for (const [what, property, intercept] of mutations) {
  test(`${property.id} finds a server that is wrong: ${what}`, async () => {
    const { counterexample, halt } = await run(property, intercept);
    assert.equal(halt, undefined);
    assert.ok(counterexample);
  });
}

test('what templates and changes of aliases do is judged only if the profile claims them', async () => {
  const without = ignores(calls('PUT', /_index_template|\/_alias\//));
  const options = { profile: defaultProfile };
  const { counterexample, halt } = await run(aliasStates, without, options);
  assert.deepEqual([counterexample?.error.message, halt], [undefined, undefined]);
});
