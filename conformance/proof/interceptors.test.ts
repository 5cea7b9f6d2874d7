import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { answer, bodyOf, jsonIn, kindOf, onRequest, onResponse, withHits } from './interceptors.ts';

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
  test(`${method} ${path} is the call ${kind}`, () => {
    assert.equal(kindOf({ method, path, headers: {} }), kind);
  });
}

const search: WireRequest = {
  method: 'GET',
  path: '/books/_search',
  headers: {},
  body: '{"size":3}',
};

/** Answers with the size that was asked for, and with two hits. */
function honest(request: WireRequest): Promise<WireResponse> {
  const { size = 10 } = bodyOf(request);
  return Promise.resolve(answer(200, { size, hits: { hits: [{ _id: '1' }, { _id: '2' }] } }));
}

test('a request is changed before it is forwarded, where it is of the kind', async () => {
  const intercept = onRequest(['search'], (body) => ({ ...body, size: 1 }));
  assert.equal(jsonIn(await intercept(search, honest))['size'], 1);
  assert.equal(jsonIn(await intercept({ ...search, path: '/_other' }, honest))['size'], 3);
});

test('a response is changed where it is a success of the kind', async () => {
  const intercept = onResponse(['search'], (body) => withHits(body, (hits) => hits.slice(1)));
  assert.deepEqual(jsonIn(await intercept(search, honest))['hits'], { hits: [{ _id: '2' }] });
  const refused = answer(400, { error: 'no' });
  assert.equal(await intercept(search, () => Promise.resolve(refused)), refused);
});
