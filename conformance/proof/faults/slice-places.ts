import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { bodyOf, kindOf, membersOf, targetOf, withBody, without } from '../interceptors.ts';
import { liveHits } from '../scroll-interceptors.ts';

/** A document of the target of a sliced scroll: its id, its place, and the number of documents. */
interface Placed {
  readonly id: string;
  readonly place: number;
  readonly count: number;
}

/** Faults of scrolls that are sliced by something else than the hash of the id within each shard. */
export const slicePlaceFaults: readonly Fault[] = [
  fault(
    'slices-are-ranges-of-places',
    ['slice.finer-slices-nest', 'slice.same-id-same-slice'],
    () => slicedBy(({ place, count }, max) => Math.floor((place * max) / count)),
  ),
  fault('slices-take-places-in-turn', ['slice.same-id-same-slice'], () =>
    slicedBy(({ place }, max) => place % max),
  ),
  fault(
    'slices-ignore-the-shards',
    ['slice.whole-shards-first', 'slice.routing-key-in-one-slice'],
    () => slicedBy(({ id }, max) => sumOf(id) % max),
  ),
];

function sumOf(id: string): number {
  return Buffer.from(id).reduce((sum, byte) => sum * 31 + byte, 0);
}

/** Slices a scroll without a field by a number that `choose` gives to each document. */
function slicedBy(choose: (document: Placed, max: number) => number): Interceptor {
  return async (request, forward) => {
    const body = bodyOf(request);
    const { id, max, field } = membersOf(body['slice']);
    if (kindOf(request) !== 'open-scroll' || typeof max !== 'number' || field !== undefined) {
      return forward(request);
    }
    const all = (await liveHits(forward, targetOf(request))).map((hit) => String(hit['_id']));
    const own = all.filter(
      (own, place) => choose({ id: own, place, count: all.length }, max) === id,
    );
    return forward(
      withBody(request, { ...without(body, 'slice'), query: { terms: { _id: own } } }),
    );
  };
}
