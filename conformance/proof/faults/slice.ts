import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import { kindOf, targetOf } from '../calls.ts';
import {
  bodyOf,
  hitsIn,
  inPlaceOf,
  jsonIn,
  type Members,
  membersOf,
  withBody,
  without,
} from '../interceptors.ts';

/** A query that matches no document that a scenario writes. */
const nothing = { range: { n: { gt: 1_000_000_000 } } };

/** The most documents of a target. */
const maxDocuments = 1000;

/** Faults of the parts that slices form. */
export const sliceFaults: readonly Fault[] = [
  fault(
    'slices-ignore-the-shards',
    ['slice.whole-shards-first', 'slice.routing-key-in-one-slice'],
    dividingByIds,
  ),
  fault(
    'slice-divides-by-shard-alone',
    ['slice.one-shard-is-split', 'slice.more-slices-than-shards'],
    dividingByShard,
  ),
];

/** Slices a scroll without a field by the ids of the documents alone. */
function dividingByIds(): Interceptor {
  return inPlaceOf(['open-scroll'], async (request, forward) => {
    const body = bodyOf(request);
    const { id, max, field } = membersOf(body['slice']);
    if (typeof max !== 'number' || field !== undefined) return forward(request);
    const search = { method: 'GET', path: `/${targetOf(request)}/_search`, headers: {} };
    const found = hitsIn(jsonIn(await forward(withBody(search, { size: maxDocuments }))));
    const own = found
      .map((hit) => String(hit['_id']))
      .filter(
        (one) => [...Buffer.from(one)].reduce((sum, byte) => sum * 31 + byte, 0) % max === id,
      );
    const query = { terms: { _id: own } };
    return forward(withBody(request, { ...without(body, 'slice'), query }));
  });
}

/** Gives a shard to each slice, and nothing to those beyond the shards. */
function dividingByShard(): Interceptor {
  const shards = new Map<string, number>();
  return (request, forward) => {
    const body = bodyOf(request);
    const target = targetOf(request);
    if (kindOf(request) === 'create-index') {
      const { number_of_shards: count } = membersOf(body['settings']);
      shards.set(target, Number(count ?? 1));
    }
    if (kindOf(request) !== 'open-scroll' || !('slice' in body)) return forward(request);
    return forward(withBody(request, shardOf(body, shards.get(target) ?? 1)));
  };
}

function shardOf(body: Members, shards: number): Members {
  const id = Number(membersOf(body['slice'])['id']);
  if (id >= shards) return { ...body, query: nothing };
  return shards === 1 ? without(body, 'slice') : body;
}
