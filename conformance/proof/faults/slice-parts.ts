import { fault } from '../fault.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { laterBatchesFrom, scrollIdOf } from '../scroll-interceptors.ts';
import {
  bodyOf,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  targetOf,
  withBody,
  without,
} from '../interceptors.ts';

/** A query that matches no document that a scenario writes. */
const nothing = { range: { n: { gt: 1_000_000_000 } } };

/** A slice, and the number of shards of the index that it divides. */
interface Part {
  readonly id: number;
  readonly max: number;
  readonly shards: number;
}

/** Faults of slices without a field. */
export const partFaults: readonly Fault[] = [
  fault(
    'slice-last-one-is-empty',
    [
      'slice.scroll-union-complete',
      'slice.one-shard-is-split',
      'slice.field-union-complete',
      'slice.field-timestamp',
    ],
    () => onPart(['open-scroll'], ({ id, max }) => (id === max - 1 ? 'nothing' : id)),
  ),
  fault(
    'slice-numbers-count-from-one',
    ['slice.scroll-union-complete', 'slice.scroll-slices-disjoint'],
    () => onPart(['open-scroll'], ({ id }) => Math.max(id - 1, 0)),
  ),
  fault('slice-only-in-first-batch', ['slice.later-batches-stay-in-slice'], () =>
    laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'slice'))),
  ),
  fault('slices-of-an-index-share-one-cursor', ['slice.slices-read-in-turn'], sharedCursor),
  fault(
    'slice-divides-by-shard-alone',
    ['slice.one-shard-is-split', 'slice.more-slices-than-shards'],
    () =>
      onPart(['open-scroll'], ({ id, shards }) => {
        if (shards === 1) return id === 0 ? 'everything' : 'nothing';
        return id < shards ? id : 'nothing';
      }),
  ),
  fault('slices-beyond-the-shards-repeat-the-others', ['slice.more-slices-than-shards'], () =>
    onPart(['open-scroll'], ({ id, shards }) => (id < shards ? id : id - shards)),
  ),
  fault('slices-take-one-shard-each', ['slice.more-shards-than-slices'], () =>
    onPart(['open-scroll'], ({ id, max, shards }) => (shards > max ? [id, shards] : id)),
  ),
  fault('slice-membership-changes', ['slice.membership-repeatable'], oppositeWhenRepeated),
  fault('slice-of-point-in-time-last-one-is-empty', ['slice.point-in-time-union-complete'], () =>
    onPart(['search'], ({ id, max }) => (id === max - 1 ? 'nothing' : id)),
  ),
];

/** Returns another slice than the requested one: by its id, by id and count, all documents or no documents. */
type Other = number | readonly [number, number] | 'everything' | 'nothing';

function onPart(
  kinds: readonly ('open-scroll' | 'search')[],
  choose: (part: Part) => Other,
): Interceptor {
  const shards = new Map<string, number>();
  return (request, forward) => {
    const target = targetOf(request);
    const body = bodyOf(request);
    if (kindOf(request) === 'create-index') shards.set(target, shardsIn(body));
    const fits = kinds.some((kind) => kind === kindOf(request)) && 'slice' in body;
    if (!fits) return forward(request);
    const { id, max } = membersOf(body['slice']);
    const part = { id: Number(id), max: Number(max), shards: shards.get(target) ?? 1 };
    return forward(withBody(request, withPart(body, choose(part))));
  };
}

function withPart(body: Members, other: Other): Members {
  if (other === 'everything') return without(body, 'slice');
  if (other === 'nothing') return { ...body, query: nothing };
  const slice = membersOf(body['slice']);
  if (typeof other === 'number') return { ...body, slice: { ...slice, id: other } };
  return { ...body, slice: { ...slice, id: other[0], max: other[1] } };
}

function shardsIn(creation: Members): number {
  return Number(membersOf(creation['settings'])['number_of_shards'] ?? 1);
}

/** Continues the newest scroll over the same index instead of the requested one. */
function sharedCursor(): Interceptor {
  const latest = new Map<string, string>();
  const targets = new Map<string, string>();
  return async (request, forward) => {
    const target = targets.get(scrollIdOf(request));
    const newest = target === undefined ? undefined : latest.get(target);
    if (kindOf(request) === 'continue-scroll' && newest !== undefined) {
      return forward(withBody(request, { ...bodyOf(request), scroll_id: newest }));
    }
    const response = await forward(request);
    const id = jsonIn(response)['_scroll_id'];
    if (kindOf(request) === 'open-scroll' && typeof id === 'string') {
      const opened = targetOf(request);
      latest.set(opened, id);
      targets.set(id, opened);
    }
    return response;
  };
}

/** Returns the opposite slice if a slice is requested again. */
function oppositeWhenRepeated(): Interceptor {
  const requested = new Set<string>();
  const edit = (body: Members, request: WireRequest): Members => {
    if (!('slice' in body)) return body;
    const slice = membersOf(body['slice']);
    const key = `${request.path} ${JSON.stringify(slice)}`;
    const again = requested.has(key);
    requested.add(key);
    return again ? withPart(body, Number(slice['max']) - 1 - Number(slice['id'])) : body;
  };
  return onRequest(['open-scroll'], edit);
}
