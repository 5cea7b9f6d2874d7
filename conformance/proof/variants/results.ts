import type { Interceptor, Variant } from '../../run/mutation.ts';
import { hitCalls } from '../calls.ts';
import { bodyOf, hitsIn, type Members, membersOf, onResponse, without } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of the members of search responses. */
export const resultVariants: readonly Variant[] = [
  ...variantsOf(
    'total',
    'the specification leaves open the structure of hits.total, and whether it is exact',
    {
      'total-as-a-number': () => onTotal((total) => membersOf(total)['value'] ?? total),
      'total-as-a-lower-bound': () => onTotal(() => ({ value: 1, relation: 'gte' })),
    },
  ),
  ...variantsOf('shards', 'the specification leaves open the structure of _shards', {
    'shards-without-members': () =>
      onResponse([...hitCalls, 'open-pit'], (body) => ({ ...body, _shards: {} })),
    'shards-with-other-members': () =>
      onResponse([...hitCalls, 'open-pit'], (body) => ({
        ...body,
        _shards: { total: 1024, asked: ['a', 'b'], failed: null, successful: '1024' },
      })),
  }),
  ...variantsOf('took', 'took is any integer', {
    'took-no-time': () => onResponse(hitCalls, (body) => ({ ...body, took: 0 })),
    'took-a-long-time': () =>
      onResponse(hitCalls, (body) => ({ ...body, took: 9_007_199_254_740_991 })),
  }),
  ...variantsOf('scores', 'the specification gives no formula for scores', {
    'scores-on-another-scale': () => onScores((score) => score * 7.25),
  }),
  ...variantsOf('figures', 'which figures the statistics have, and of what, is left open', {
    'figures-of-another-unit': () =>
      onResponse(['nodes-stats'], (body) => doubled(body) as Members),
    'figures-that-move-by-themselves': () => {
      let count = 0;
      return onResponse(['nodes-stats'], (body) => {
        count += 1;
        return { calls: count, uptime: count * 1000, shrinking: 10_000 - count, ...body };
      });
    },
  }),
];

function onTotal(edit: (total: unknown) => unknown): Interceptor {
  return onResponse(hitCalls, (body) => {
    const hits = membersOf(body['hits']);
    const total = hits['total'] === undefined ? undefined : edit(hits['total']);
    const rest = without(hits, 'total');
    return { ...body, hits: total === undefined ? rest : { total, ...rest } };
  });
}

function onScores(edit: (score: number) => number): Interceptor {
  const edited = (value: unknown): unknown => (typeof value === 'number' ? edit(value) : value);
  return onResponse(['search', 'open-scroll'], (body, request) => {
    if ('sort' in bodyOf(request)) return body;
    const hits = membersOf(body['hits']);
    const listed = hitsIn(body).map((hit) => ({ ...hit, _score: edited(hit['_score']) }));
    return { ...body, hits: { ...hits, max_score: edited(hits['max_score']), hits: listed } };
  });
}

function doubled(value: unknown): unknown {
  if (typeof value === 'number') return value * 2;
  if (Array.isArray(value)) return value.map(doubled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, doubled(inner)]));
}
