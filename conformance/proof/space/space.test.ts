import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeJson } from '../../base/body.ts';
import type { Exchange } from '../../base/exchange.ts';
import { type DerivedMutation, derived, type Forward } from '../../run/mutation.ts';
import { deriveSpace } from './space.ts';
import { startDerived } from './space.ts';

const hits = [
  { _index: 'a', _id: '1', _score: 1, _source: { n: 1 } },
  { _index: 'a', _id: '2', _score: 1, _source: { n: 2 } },
];

function page(total: number): object {
  const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
  const found = { total: { value: total, relation: 'eq' }, max_score: 1, hits };
  return { took: 1, timed_out: false, _shards: shards, hits: found };
}

function searched(body: object, reply: object): Exchange {
  const headers = { 'content-type': 'application/json' };
  return {
    request: { method: 'POST', path: '/a/_search', headers, body: writeJson(body) },
    response: { status: 200, headers, body: Buffer.from(writeJson(reply)), duration_ms: 1 },
    operation: 'search',
    problems: [],
  };
}

function continued(id: string): Exchange {
  const exchange = searched({ scroll: '1m', scroll_id: id }, page(2));
  const request = { ...exchange.request, path: '/_search/scroll' };
  return { ...exchange, request, operation: 'continueScroll' };
}

const recordings = [
  {
    scenario: 'one',
    exchanges: [searched({ size: 2 }, page(2)), searched({ size: 2 }, page(3))],
  },
];
const space = deriveSpace(recordings);

function mutationOf(id: string): DerivedMutation {
  const found = space.find(({ mutation }) => mutation.id === id);
  assert.ok(found, `${id} is not in the space`);
  return found.mutation;
}

/** Sends the recorded searches through a mutation; returns the bodies that reach the server and the client. */
async function throughMutation(
  mutation: DerivedMutation,
): Promise<{ sent: unknown[]; received: unknown[] }> {
  const intercept = startDerived(mutation);
  const sent: unknown[] = [];
  const received: unknown[] = [];
  for (const { request, response } of recordings.flatMap(({ exchanges }) => exchanges)) {
    const forward: Forward = async (wire) => {
      sent.push(JSON.parse(String(wire.body)));
      return response;
    };
    const { status, body } = await intercept(request, forward);
    const text = Buffer.from(body).toString('utf8');
    received.push(status === 200 ? JSON.parse(text) : status);
  }
  return { sent, received };
}

const changes: readonly [id: string, received: readonly unknown[]][] = [
  [
    'search response json/hits/total null',
    [2, 3].map((total) => ({
      ...page(total),
      hits: { ...(page(total) as { hits: object }).hits, total: null },
    })),
  ],
  ['search response status refused', [400, 400]],
  ['search call all refused', [400, 400]],
  ['search response json/hits stale', [page(2), page(2)]],
];

describe('the space of derived mutations', () => {
  for (const [id, received] of changes) {
    test(`${id} changes the answers`, async () => {
      assert.deepEqual((await throughMutation(mutationOf(id))).received, received);
    });
  }

  test('a member of a request is ignored or changed before the server sees it', async () => {
    assert.deepEqual((await throughMutation(mutationOf('search request json/size ignored'))).sent, [
      {},
      {},
    ]);
    const more = await throughMutation(mutationOf('search request json/size plus-one'));
    assert.deepEqual(more.sent, [{ size: 3 }, { size: 3 }]);
  });

  test('lists lose, repeat and reverse their items', async () => {
    const { received } = await throughMutation(
      mutationOf('search response json/hits/hits reversed'),
    );
    const [first] = received as { hits: { hits: unknown[] } }[];
    assert.deepEqual(first?.hits.hits, hits.toReversed());
  });

  test('a mutation names the scenarios that it changes', () => {
    const found = space.find(({ mutation }) => mutation.id === 'search request json/size ignored');
    assert.deepEqual(found?.scenarios, ['one']);
  });

  test('a request gets the last other text of an earlier one, such as the id of another context', async () => {
    const exchanges = ['one', 'other', 'other'].map((id) => continued(id));
    const [found] = deriveSpace([{ scenario: 'turns', exchanges }]).filter(
      ({ mutation }) => mutation.operator === 'foreign',
    );
    assert.equal(found?.mutation.id, 'continueScroll request json/scroll_id foreign');
    const intercept = startDerived(found.mutation);
    const sent: unknown[] = [];
    for (const { request, response } of exchanges) {
      await intercept(request, async ({ body }) => {
        sent.push(JSON.parse(String(body)));
        return response;
      });
    }
    assert.deepEqual(
      sent,
      ['one', 'one', 'one'].map((id) => ({ scroll: '1m', scroll_id: id })),
    );
  });

  test('an operator that does not exist is refused', async () => {
    for (const [side, place] of [
      ['response', 'json/hits'],
      ['response', 'csv/text'],
      ['response', 'header/content-type'],
      ['response', 'status'],
      ['request', 'json/size'],
      ['call', 'all'],
    ] as const) {
      const unknown = derived({ operation: 'search', side, place, operator: 'misspelled' });
      const started = async () => throughMutation(unknown);
      await assert.rejects(started, /no operator misspelled/, `${side} ${place}`);
    }
  });

  test('what the description marks as extra has no mutations', () => {
    const extra = searched({ track_scores: true }, page(2));
    const more = deriveSpace([{ scenario: 'two', exchanges: [extra] }]);
    assert.equal(more.filter(({ mutation }) => mutation.id.includes('track_scores')).length, 0);
  });
});
