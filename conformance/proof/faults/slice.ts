import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  eachMember,
  editHits,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  targetOf,
  withBody,
  without,
} from '../interceptors.ts';
import { typeAs } from '../mappings.ts';
import { laterBatchesFrom, liveHits, scrollIdOf } from '../scroll-interceptors.ts';

/** A query that matches no document that a scenario writes. */
const nothing = { range: { n: { gt: 1_000_000_000 } } };

/** A slice, and the number of shards of the index that it divides. */
interface Part {
  readonly id: number;
  readonly max: number;
  readonly shards: number;
}

/** A document of the target of a sliced scroll: its id, its place, and the number of documents. */
interface Placed {
  readonly id: string;
  readonly place: number;
  readonly count: number;
}

/** Returns another slice than the requested one: by its id, by id and count, all documents or no documents. */
type Other = number | readonly [number, number] | 'everything' | 'nothing';

/** Faults of the parts that slices form, with and without a field. */
export const sliceFaults: readonly Fault[] = [
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
  fault('slices-take-one-shard-each', ['slice.more-shards-than-slices'], () =>
    onPart(['open-scroll'], ({ id, max, shards }) => (shards > max ? [id, shards] : id)),
  ),
  fault('slice-membership-changes', ['slice.membership-repeatable'], oppositeWhenRepeated),
  fault('slice-of-point-in-time-last-one-is-empty', ['slice.point-in-time-union-complete'], () =>
    onPart(['search'], ({ id, max }) => (id === max - 1 ? 'nothing' : id)),
  ),
  fault(
    'slices-are-ranges-of-places',
    ['slice.finer-slices-nest', 'slice.same-id-same-slice'],
    () => slicedBy(({ place, count }, max) => Math.floor((place * max) / count)),
  ),
  fault(
    'slices-ignore-the-shards',
    ['slice.whole-shards-first', 'slice.routing-key-in-one-slice'],
    () => slicedBy(({ id }, max) => sumOf(id) % max),
  ),
  fault('slice-by-a-field-loses-what-lacks-it', ['slice.field-union-complete'], () =>
    onSlicesByField((hits, field) => hits.filter((hit) => field in membersOf(hit['_source']))),
  ),
  fault(
    'slice-by-a-field-gives-what-lacks-it-each-time',
    ['slice.field-slices-disjoint'],
    repeatingWhatLacksIt,
  ),
  fault(
    'slice-by-keyword-accepted',
    ['slice.field-not-numeric-refused'],
    typeAs('keyword', 'long'),
  ),
  fault('slice-by-last-value', ['slice.field-first-value'], () =>
    onRequest(['write-document'], (body) =>
      eachMember(body, (value) => (Array.isArray(value) ? (value.at(-1) as unknown) : value)),
    ),
  ),
];

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

function fieldOf(body: Members): unknown {
  return membersOf(body['slice'])['field'];
}

/** Changes the hits of searches that are sliced by a field. */
function onSlicesByField(
  edit: (hits: readonly Members[], field: string) => readonly Members[],
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const field = fieldOf(bodyOf(request));
    if (typeof field !== 'string' || response.status >= 300) return response;
    return editHits(response, (hits) => edit(hits, field));
  };
}

/** Returns the documents without the field in every slice of a scroll. */
function repeatingWhatLacksIt(): Interceptor {
  let first: readonly Members[] = [];
  return onSlicesByField((hits, field) => {
    const lacking = hits.filter((hit) => !(field in membersOf(hit['_source'])));
    if (lacking.length > 0) first = lacking;
    return lacking.length > 0 ? hits : [...hits, ...first];
  });
}
