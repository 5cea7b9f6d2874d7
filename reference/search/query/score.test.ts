import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitsOf, idsOf, searchIn, testIndex } from '../../testing/search-index.ts';
import { quantizeLength } from './term-weight.ts';

const texts = testIndex({
  properties: { t: { type: 'text' }, k: { type: 'keyword' } },
  runs: [
    [
      ['1', { t: 'red', k: 'x' }],
      ['2', { t: 'red red blue', k: 'x' }],
    ],
    [
      ['3', { t: 'blue green', k: 'y' }],
      ['4', { t: 'green', k: 'y' }],
    ],
  ],
});

/** Returns the score by BM25 for the test data: N = 4 documents with 7 words, average length 1.75. */
function expected(documents: number, frequency: number, length: number): number {
  const idf = Math.log(1 + (4 - documents + 0.5) / (documents + 0.5));
  const norm = 1.2 * (0.25 + (0.75 * length) / 1.75);
  return (idf * 2.2 * frequency) / (frequency + norm);
}

function close(actual: number | null | undefined, score: number): void {
  assert.ok(Math.abs((actual ?? 0) - score) < 1e-6, `${actual} is not ${score}`);
}

test('scores a word by its rarity, its frequency and the length of the text, over all segments', async () => {
  const { hits } = await searchIn([texts], { query: { match: { t: 'red' } } });
  assert.deepEqual(idsOf({ hits }), ['1', '2']);
  close(hitsOf({ hits }).find(({ _id }) => _id === '1')?._score, expected(2, 1, 1));
  close(hitsOf({ hits }).find(({ _id }) => _id === '2')?._score, expected(2, 2, 3));
  close(hits.max_score, Math.max(expected(2, 2, 3), expected(2, 1, 1)));
});

test('the only document with a word scores ln(4/3) for it', async () => {
  const single = testIndex({
    properties: { t: { type: 'text' } },
    runs: [
      [
        ['1', { t: 'one' }],
        ['2', { t: '' }],
      ],
    ],
  });
  const { hits } = await searchIn([single], { query: { match: { t: 'one' } } });
  close(hits.max_score, 0.2876821);
});

test('adds the scores of several words, ignores filters, multiplies by boosts', async () => {
  const both = await searchIn([texts], { query: { match: { t: 'red blue' } } });
  close(both.hits.max_score, expected(2, 2, 3) + expected(2, 1, 3));
  const filtered = await searchIn([texts], {
    query: {
      bool: { must: { match: { t: { query: 'red', boost: 3 } } }, filter: { term: { k: 'x' } } },
    },
  });
  close(hitsOf(filtered).find(({ _id }) => _id === '1')?._score, 3 * expected(2, 1, 1));
});

test('a constant score is the boost, or 0 inside filters', async () => {
  const cases = [
    [{ match_all: { boost: 2 } }, 2],
    [{ constant_score: { filter: { match: { t: 'red' } }, boost: 1.5 } }, 1.5],
    [{ bool: { filter: { match: { t: 'red' } } } }, 0],
    [{ terms: { k: ['x'], boost: 4 } }, 4],
  ] as const;
  for (const [query, score] of cases) {
    const { hits } = await searchIn([texts], { query });
    assert.equal(hits.max_score, score);
  }
});

test('min_score removes lower scores, also from the total', async () => {
  const all = await searchIn([texts], { query: { match: { t: 'red' } } });
  const { hits } = await searchIn([texts], {
    query: { match: { t: 'red' } },
    min_score: all.hits.max_score ?? 0,
  });
  assert.equal(hits.total?.value, 1);
});

test('lengths are exact up to 40, and rounded above', () => {
  assert.deepEqual(
    [1, 39, 40, 41, 42, 43, 56, 58, 1000].map(quantizeLength),
    [1, 39, 40, 40, 42, 42, 56, 56, 984],
  );
});
