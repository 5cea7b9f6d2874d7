import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Aggregation } from '../search/aggregations/aggregation.ts';
import { typedKeys } from './searches.ts';

const average: Aggregation = { kind: 'avg', field: 'n', missing: undefined };

const terms = (children: ReadonlyMap<string, Aggregation>): Aggregation => ({
  kind: 'terms',
  field: 'k',
  size: 10,
  order: [],
  min_doc_count: 1,
  missing: undefined,
  children,
});

it('prefixes the name of an aggregation with its type, also inside buckets', () => {
  const results = {
    words: { buckets: [{ key: 'a', doc_count: 1, mean: { value: 1 } }] },
    whole: { buckets: [{ key: 1, doc_count: 1 }] },
    broken: { buckets: [{ key: 1.5, doc_count: 1 }] },
  };
  const requested = new Map([
    ['words', terms(new Map([['mean', average]]))],
    ['whole', terms(new Map())],
    ['broken', terms(new Map())],
  ]);
  assert.deepEqual(typedKeys(results, requested), {
    'sterms#words': { buckets: [{ key: 'a', doc_count: 1, 'avg#mean': { value: 1 } }] },
    'lterms#whole': results.whole,
    'dterms#broken': results.broken,
  });
});
