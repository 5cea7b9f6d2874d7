import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../base/bounds.ts';
import { Incomplete, KitFault } from '../base/errors.ts';
import { assertHarmless, excessIn } from './exchange.ts';

function excessOf(path: string, body?: unknown): string | undefined {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return excessIn({ method: 'POST', path, headers: {}, ...json });
}

function nested(levels: number): object {
  const terms = { terms: { field: 'shop' } };
  return levels === 0 ? {} : { aggs: { shops: { ...terms, ...nested(levels - 1) } } };
}

function histogram(options: object): object {
  return { aggs: { t: { date_histogram: { field: 'when', ...options } } } };
}

const harmful: Readonly<Record<string, readonly [string, unknown?]>> = {
  'buckets that multiply': ['/a/_search', nested(bounds.aggregationDepth + 1)],
  'a bucket for each millisecond': ['/a/_search', histogram({ fixed_interval: '1ms' })],
  'a bucket for each minute': ['/a/_search', histogram({ calendar_interval: 'minute' })],
  'a huge page': ['/a/_search', { size: 1_000_000 }],
  'a huge page in the URL': ['/a/_search?size=1000000'],
  'a deep page': ['/a/_search', { from: 2_000_000_000 }],
  'many slices': ['/a/_search?scroll=1m', { slice: { id: 0, max: 100_000 } }],
  'many shards': ['/a', { settings: { 'index.number_of_shards': 5000 } }],
  'many shards in an object': ['/a', { settings: { index: { number_of_shards: 5000 } } }],
  'a scroll of a day': ['/a/_search?scroll=1d', {}],
  'a point in time of a day': ['/_search', { pit: { id: 'x', keep_alive: '1d' } }],
  'a deep body': ['/a/_search', JSON.parse('['.repeat(200) + ']'.repeat(200))],
  'a long body': ['/a/_search', 'x'.repeat(bounds.bodyLength)],
};

describe('what could hurt a server', () => {
  for (const [what, [path, body]] of Object.entries(harmful)) {
    it(`is not sent: ${what}`, () => {
      assert.notEqual(excessOf(path, body), undefined);
    });
  }

  it('is a fault of the kit', () => {
    const request = { method: 'GET', path: '/_search?size=1000000', headers: {} };
    assert.throws(() => assertHarmless(request), KitFault);
  });

  it('is none if the server has given it, such as a long id', () => {
    const id = 'x'.repeat(bounds.bodyLength);
    for (const request of [
      { method: 'DELETE', path: '/_pit', headers: {}, body: JSON.stringify({ id }) },
      { method: 'GET', path: `/_query/async/${id}`, headers: {} },
    ]) {
      assert.throws(() => assertHarmless(request), Incomplete);
    }
  });
});

describe('what is harmless', () => {
  const harmless: Readonly<Record<string, readonly [string, unknown?]>> = {
    'aggregations over no documents': [
      '/a/_search',
      { query: { match_none: {} }, ...nested(bounds.aggregationDepth + 5) },
    ],
    'an interval without empty buckets': [
      '/a/_search',
      histogram({ fixed_interval: '1ms', min_doc_count: 1 }),
    ],
    'a number beyond all integers': ['/a/_search', { size: 99_999_999_999 }],
    'a size in a document': ['/a/_doc/1', { size: 1_000_000 }],
    'a size in words': ['/a/_search?size=ten'],
    'the results of a query for days': ['/_query/async', { query: 'ROW a = 1', keep_alive: '5d' }],
  };
  for (const [what, [path, body]] of Object.entries(harmless)) {
    it(`is sent: ${what}`, () => {
      assert.equal(excessOf(path, body), undefined);
    });
  }
});
