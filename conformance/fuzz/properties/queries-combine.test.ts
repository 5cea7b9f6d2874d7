import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest } from '../../base/exchange.ts';
import { onMistakenReferences } from '../../testing/mistaken-references.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { rangeIsIntersection, termsIsUnion } from './queries-combine.ts';

const tried = onMistakenReferences(rangeIsIntersection);
const triedTerms = onMistakenReferences(termsIsUnion);

/** Goes on finding each document as it was first written, beside the one that replaces it. */
function keepsReplaced(): Interceptor {
  const first = new Map<string, WireRequest>();
  return async (request, forward) => {
    if (request.method !== 'PUT' || !request.path.includes('/_doc/')) return forward(request);
    const older = first.get(request.path);
    first.set(request.path, request);
    if (older !== undefined) await forward({ ...older, path: `${older.path}0000` });
    return forward(request);
  };
}

test('range-is-intersection finds a server that goes on finding what was replaced', async () => {
  const { counterexample, halt } = await tried(keepsReplaced(), { seed: 9 });
  assert.equal(halt, undefined);
  assert.ok(counterexample);
});

test('a document that holds several values of a terms query is found once', async () => {
  const { counterexample } = await triedTerms((request, forward) => forward(request), { seed: 9 });
  assert.equal(counterexample, undefined);
});
