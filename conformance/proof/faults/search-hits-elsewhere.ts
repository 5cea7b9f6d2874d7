import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  bodyOf,
  jsonIn,
  kindOf,
  type Members,
  onResponse,
  targetOf,
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
      fault(`later-batches-without-${word}`, clauses, () =>
        onBatchHit((hit) => without(hit, member)),
      ),
      fault(`pit-hits-without-${word}`, clauses, () =>
        onPitHits((hits) => hits.map((hit) => without(hit, member))),
      ),
    ];
  }),
  fault('later-batches-name-no-index', ['search.hit-index'], () =>
    onBatchHit((hit) => ({ ...hit, _index: '' })),
  ),
  fault('later-batches-number-their-hits', ['search.hit-id'], () =>
    onBatchHit((hit, place) => ({ ...hit, _id: String(place) })),
  ),
  fault('later-batches-sort-values-are-places', ['search.hit-sort-values'], () =>
    onBatchHit((hit, place) => ({ ...hit, sort: [place] })),
  ),
  fault('pit-hits-name-the-target-for-their-index', ['search.hit-index'], () =>
    onPitHits((hits, target) => hits.map((hit) => ({ ...hit, _index: target }))),
  ),
  fault('pit-hits-number-themselves', ['search.hit-id'], () =>
    onPitHits((hits) => hits.map((hit, place) => ({ ...hit, _id: String(place) }))),
  ),
];

function onBatchHit(edit: (hit: Members, place: number) => Members): Interceptor {
  return onResponse(['continue-scroll'], (body) => withHits(body, (hits) => hits.map(edit)));
}

/** Changes the hits of searches in a point in time; `target` names the indices of the newest point in time. */
function onPitHits(
  edit: (hits: readonly Members[], target: string) => readonly Members[],
): Interceptor {
  let target: string | undefined;
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) === 'open-pit') target = targetOf(request);
    const isPitSearch = kindOf(request) === 'search' && 'pit' in bodyOf(request);
    if (!isPitSearch || target === undefined || response.status >= 300) return response;
    const opened = target;
    return withJson(
      response,
      withHits(jsonIn(response), (hits) => edit(hits, opened)),
    );
  };
}
