import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  addressOf,
  bodyOf,
  jsonIn,
  kindOf,
  type Members,
  onResponse,
  withHits,
  withJson,
  without,
} from '../interceptors.ts';

/** Faults of the members of hits in the later batches of a scroll and in a point in time. */
export const searchHitsElsewhereFaults: readonly Fault[] = [
  ...['_score', '_source', 'sort'].flatMap((member) => {
    const word = member.replace(/^_/, '');
    const clauses = [member === 'sort' ? 'search.hit-sort-values' : `search.hit-${word}`];
    return [
      {
        name: `later-batches-without-${word}`,
        clauses,
        start: () => onBatchHit((hit) => without(hit, member)),
      },
      {
        name: `pit-hits-without-${word}`,
        clauses,
        start: () => onPitHits((hits) => hits.map((hit) => without(hit, member))),
      },
    ];
  }),
  {
    name: 'later-batches-name-no-index',
    clauses: ['search.hit-index'],
    start: () => onBatchHit((hit) => ({ ...hit, _index: '' })),
  },
  {
    name: 'later-batches-number-their-hits',
    clauses: ['search.hit-id'],
    start: () => onBatchHit((hit, place) => ({ ...hit, _id: String(place) })),
  },
  {
    name: 'later-batches-sort-values-are-places',
    clauses: ['search.hit-sort-values'],
    start: () => onBatchHit((hit, place) => ({ ...hit, sort: [place] })),
  },
  {
    name: 'pit-hits-name-the-target-for-their-index',
    clauses: ['search.hit-index'],
    start: () => onPitHits((hits, target) => hits.map((hit) => ({ ...hit, _index: target }))),
  },
  {
    name: 'pit-hits-number-themselves',
    clauses: ['search.hit-id'],
    start: () => onPitHits((hits) => hits.map((hit, place) => ({ ...hit, _id: String(place) }))),
  },
];

function onBatchHit(edit: (hit: Members, place: number) => Members): Interceptor {
  return onResponse(['continue-scroll'], (body) => withHits(body, (hits) => hits.map(edit)));
}

/** Changes the hits of searches in a point in time; `target` is what the newest one was opened over. */
function onPitHits(
  edit: (hits: readonly Members[], target: string) => readonly Members[],
): Interceptor {
  let target = '';
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) === 'open-pit') target = addressOf(request).segments[0] ?? '';
    const isAsked = kindOf(request) === 'search' && 'pit' in bodyOf(request);
    if (!isAsked || response.status >= 300) return response;
    return withJson(
      response,
      withHits(jsonIn(response), (hits) => edit(hits, target)),
    );
  };
}
