import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Fault, Forward, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  answer,
  bodyOf,
  editHits,
  jsonIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  targetOf,
  withBody,
  withJson,
  without,
} from '../interceptors.ts';
import {
  acknowledging,
  liveHits,
  neighboursOf,
  withIndices,
  withTarget,
} from '../scroll-interceptors.ts';

/** A search in a point in time, and the target of the point in time. */
interface PitSearch {
  readonly request: WireRequest;
  readonly forward: Forward;
  readonly target: string;
}

/** The mask of the bits of a tiebreaker that number the documents of one shard. */
const documentBits = 0xffffffffn;

/** Faults of points in time, and of the tiebreaker of their sorts. */
export const pointInTimeFaults: readonly Fault[] = [
  fault('pit-id-under-another-name', ['point-in-time.open-returns-id'], () =>
    onResponse(['open-pit'], (body) => ({ ...without(body, 'id'), pit_id: body['id'] })),
  ),
  fault('pit-kept-for-a-second-by-each-search', ['point-in-time.search-extends-retention'], () =>
    onPit((pit) => ({ ...pit, keep_alive: '1s' })),
  ),
  fault(
    'pit-of-seconds-kept-for-one',
    ['point-in-time.open-until-keep-time-is-over'],
    () => (request, forward) =>
      forward({ ...request, path: request.path.replace(/([?&]keep_alive=)\d+s/, '$11s') }),
  ),
  fault('pit-removal-does-nothing', ['point-in-time.delete-removes'], () =>
    acknowledging((request) => kindOf(request) === 'close-pit'),
  ),
  fault('pit-removal-removes-every-pit', ['point-in-time.delete-leaves-others'], removingAllKnown),
  fault('pit-over-first-index-of-an-alias', ['point-in-time.covers-whole-target'], () =>
    withIndices((request, [first = '']) =>
      kindOf(request) === 'open-pit' ? withTarget(request, first) : request,
    ),
  ),
  fault(
    'pit-over-indices-beside-the-target',
    ['point-in-time.covers-target-only'],
    () => (request, forward) =>
      forward(
        kindOf(request) === 'open-pit' ? withTarget(request, neighboursOf(request)) : request,
      ),
  ),
  fault(
    'pit-is-a-live-view',
    [
      'point-in-time.snapshot-keeps-replaced-documents',
      'point-in-time.snapshot-hides-added-documents',
      'point-in-time.snapshot-keeps-deleted-documents',
      'point-in-time.latest-id-searchable',
    ],
    liveView,
  ),
  fault('pit-shows-live-content', ['point-in-time.snapshot-keeps-replaced-documents'], () =>
    onLivePage((hits, live) =>
      hits.map((hit) => ({
        ...hit,
        _source: live.find((one) => one['_id'] === hit['_id'])?.['_source'] ?? hit['_source'],
      })),
    ),
  ),
  fault(
    'pit-drops-documents-deleted-meanwhile',
    ['point-in-time.snapshot-keeps-deleted-documents'],
    () =>
      onLivePage((hits, live) =>
        hits.filter((hit) => live.some((one) => one['_id'] === hit['_id'])),
      ),
  ),
  fault('pit-opened-anew-by-each-search', ['point-in-time.latest-id-searchable'], renewing),
  fault('pit-with-two-tiebreakers', ['point-in-time.tiebreaker-is-last-sort-value'], () =>
    onImplicit((hits) => hits.map((hit) => withSort(hit, [...sortOf(hit), 0]))),
  ),
  fault(
    'pit-tiebreaker-begins-anew-in-each-index',
    ['point-in-time.tiebreaker-unique', 'point-in-time.shard-doc-ascending'],
    () => onSorted((hits) => hits.map((hit) => withLast(hit, (last) => inShard(last)))),
  ),
  fault('pit-tiebreaker-is-place-on-the-page', ['point-in-time.tiebreaker-constant'], () =>
    onImplicit((hits) => hits.map((hit, place) => withLast(hit, () => place))),
  ),
  fault('pit-ties-by-id', ['point-in-time.tiebreaker-ascending'], () =>
    onImplicit((hits) => hits.toSorted(byFirstValueThenId)),
  ),
  fault('pit-walk-without-total-loses-a-hit', ['point-in-time.shard-doc-walk-without-total'], () =>
    onSorted((hits, body) =>
      body['track_total_hits'] === false && 'search_after' in body ? hits.slice(1) : hits,
    ),
  ),
];

function pitOf(request: WireRequest): Members {
  return membersOf(bodyOf(request)['pit']);
}

function onPit(edit: (pit: Members) => Members): Interceptor {
  return onRequest(['search'], (body) =>
    'pit' in body ? { ...body, pit: edit(membersOf(body['pit'])) } : body,
  );
}

/** Answers every search in a point in time with `next`. */
function onPitSearch(next: (search: PitSearch) => Promise<WireResponse>): Interceptor {
  const targets = new Map<unknown, string>();
  return async (request, forward) => {
    const target = kindOf(request) === 'search' ? targets.get(pitOf(request)['id']) : undefined;
    if (target !== undefined) return next({ request, forward, target });
    const response = await forward(request);
    if (kindOf(request) === 'open-pit') {
      targets.set(jsonIn(response)['id'], targetOf(request));
    }
    return response;
  };
}

/** Searches the current documents of the target instead of the point in time. */
function liveView(): Interceptor {
  return onPitSearch(async ({ request, forward, target }) => {
    const plain = { ...request, path: request.path.replace('/_search', `/${target}/_search`) };
    const response = await forward(withBody(plain, without(bodyOf(request), 'pit')));
    return withJson(response, { ...jsonIn(response), pit_id: pitOf(request)['id'] });
  });
}

function onLivePage(
  edit: (hits: readonly Members[], live: readonly Members[]) => readonly Members[],
): Interceptor {
  return onPitSearch(async ({ request, forward, target }) => {
    const response = await forward(request);
    const live = await liveHits(forward, target);
    return editHits(response, (hits) => edit(hits, live));
  });
}

/** Returns the id of another point in time, which it opens during the search. */
function renewing(): Interceptor {
  return onPitSearch(async ({ request, forward, target }) => {
    const response = await forward(request);
    const path = `/${target}/_pit?keep_alive=1m`;
    const fresh = await forward({ method: 'POST', path, headers: {} });
    return withJson(response, { ...jsonIn(response), pit_id: jsonIn(fresh)['id'] });
  });
}

function removingAllKnown(): Interceptor {
  const open = new Set<unknown>();
  return async (request, forward) => {
    if (kindOf(request) !== 'close-pit') {
      const response = await forward(request);
      if (kindOf(request) === 'open-pit') open.add(jsonIn(response)['id']);
      return response;
    }
    for (const id of open) await forward(withBody(request, { id }));
    open.clear();
    return answer(200, { succeeded: true, num_freed: 1 });
  };
}

function onSorted(
  edit: (hits: readonly Members[], body: Members) => readonly Members[],
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const body = bodyOf(request);
    const sorted = kindOf(request) === 'search' && 'pit' in body && 'sort' in body;
    if (!sorted || response.status >= 300) return response;
    return editHits(response, (hits) => edit(hits, body));
  };
}

/** Changes the hits of searches that do not name the tiebreaker in their sort. */
function onImplicit(edit: (hits: readonly Members[]) => readonly Members[]): Interceptor {
  return onSorted((hits, body) =>
    listOf(body['sort']).some((entry) => '_shard_doc' in membersOf(entry)) ? hits : edit(hits),
  );
}

function sortOf(hit: Members): readonly unknown[] {
  return listOf(hit['sort']);
}

function withSort(hit: Members, sort: readonly unknown[]): Members {
  return { ...hit, sort };
}

function withLast(hit: Members, edit: (last: unknown) => unknown): Members {
  const values = sortOf(hit);
  return withSort(hit, [...values.slice(0, -1), edit(values.at(-1))]);
}

function inShard(value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  return Number(BigInt(value) & documentBits);
}

function byFirstValueThenId(one: Members, other: Members): number {
  const [a, b] = [Number(sortOf(one)[0]), Number(sortOf(other)[0])];
  if (a !== b) return b - a;
  return String(one['_id']) < String(other['_id']) ? -1 : 1;
}
