import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { kindOf } from './calls.ts';
import { answer, bodyOf, jsonIn, onRequest, onResponse, withHits } from './interceptors.ts';

const kinds: readonly (readonly [string, string, string])[] = [
  ['PUT', '/books', 'create-index'],
  ['DELETE', '/books', 'other'],
  ['PUT', '/_cluster/settings', 'other'],
  ['PUT', '/books/_doc/a%2Fb', 'write-document'],
  ['GET', '/books/_doc/1', 'other'],
  ['GET', '/_search', 'search'],
  ['POST', '/books,films/_search?scroll=1m', 'open-scroll'],
  ['POST', '/_search/scroll', 'continue-scroll'],
  ['DELETE', '/_search/scroll/a,b', 'clear-scroll'],
  ['POST', '/books/_pit?keep_alive=1m', 'open-pit'],
  ['DELETE', '/_pit', 'close-pit'],
  ['GET', '/_nodes/stats/indices/search', 'nodes-stats'],
];

for (const [method, path, kind] of kinds) {
  test(`${method} ${path} is classified as ${kind}`, () => {
    assert.equal(kindOf({ method, path, headers: {} }), kind);
  });
}

const search: WireRequest = {
  method: 'GET',
  path: '/books/_search',
  headers: {},
  body: '{"size":3}',
};

/** Answers with the requested size and with two hits. */
function answerSearch(request: WireRequest): Promise<WireResponse> {
  const { size = 10 } = bodyOf(request);
  return Promise.resolve(answer(200, { size, hits: { hits: [{ _id: '1' }, { _id: '2' }] } }));
}

test('onRequest changes only requests of its kinds', async () => {
  const intercept = onRequest(['search'], (body) => ({ ...body, size: 1 }));
  assert.equal(jsonIn(await intercept(search, answerSearch))['size'], 1);
  assert.equal(jsonIn(await intercept({ ...search, path: '/_other' }, answerSearch))['size'], 3);
});

test('onResponse changes only successful responses to its kinds', async () => {
  const intercept = onResponse(['search'], (body) => withHits(body, (hits) => hits.slice(1)));
  assert.deepEqual(jsonIn(await intercept(search, answerSearch))['hits'], { hits: [{ _id: '2' }] });
  const refused = answer(400, { error: 'no' });
  assert.equal(await intercept(search, () => Promise.resolve(refused)), refused);
});
