import { type Fault, fault } from '../../run/mutation.ts';
import { targetOf } from '../calls.ts';
import { bodyOf, inPlaceOf, listOf, type Members, onResponse, withHits } from '../interceptors.ts';

/** The number of documents that fit into the part of a tiebreaker that is for one shard. */
const documentsOfShard = 2 ** 32;

/** Faults of scrolls and points in time. */
export const contextFaults: readonly Fault[] = [
  fault('pit-over-indices-beside-the-target', ['point-in-time.covers-target-only'], () =>
    inPlaceOf(['open-pit'], (request, forward) => {
      const neighbours = targetOf(request).replace(/[^-,]+$/, '*');
      return forward({ ...request, path: request.path.replace(/^\/[^/]+/, `/${neighbours}`) });
    }),
  ),
  fault(
    'tiebreaker-begins-anew-in-each-shard',
    [
      'point-in-time.tiebreaker-unique-across-shards',
      'point-in-time.tiebreaker-unique',
      'point-in-time.shard-doc-ascending',
    ],
    () =>
      onResponse(['search'], (body, request) =>
        'pit' in bodyOf(request) && 'sort' in bodyOf(request)
          ? withHits(body, (hits) => hits.map(withTiebreakerOfShard))
          : body,
      ),
  ),
  fault('scroll-aggregations-in-every-batch', ['scroll.aggregations-not-in-later-responses'], () =>
    onResponse(['continue-scroll'], (body) => ({ ...body, aggregations: {} })),
  ),
];

function withTiebreakerOfShard(hit: Members): Members {
  const values = listOf(hit['sort']);
  return { ...hit, sort: [...values.slice(0, -1), Number(values.at(-1)) % documentsOfShard] };
}
