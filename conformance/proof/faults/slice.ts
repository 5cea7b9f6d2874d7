import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import { kindOf, targetOf } from '../calls.ts';
import { bodyOf, type Members, membersOf, withBody, without } from '../interceptors.ts';

/** A query that matches no document that a scenario writes. */
const nothing = { range: { n: { gt: 1_000_000_000 } } };

/** Faults of the parts that slices form. */
export const sliceFaults: readonly Fault[] = [
  fault(
    'slice-divides-by-shard-alone',
    ['slice.one-shard-is-split', 'slice.more-slices-than-shards'],
    dividingByShard,
  ),
];

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
