import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Fault, Forward, Interceptor } from '../../run/mutation.ts';
import { ignoring, liveHits, neighboursOf, refusing, withTarget } from '../scroll-interceptors.ts';
import {
  addressOf,
  answer,
  bodyOf,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  withBody,
  withHits,
  withJson,
  without,
} from '../interceptors.ts';

/** What is wrong with opening, searching and removing points in time. */
export const openingFaults: readonly Fault[] = [
  {
    name: 'pit-not-known',
    clauses: ['point-in-time.open-returns-id', 'point-in-time.open-returns-shards'],
    start: () => refusing((request) => kindOf(request) === 'open-pit', 405),
  },
  {
    name: 'pit-id-under-another-name',
    clauses: ['point-in-time.open-returns-id'],
    start: () =>
      onResponse(['open-pit'], (body) => ({ ...without(body, 'id'), pit_id: body['id'] })),
  },
  {
    name: 'pit-opened-without-shards',
    clauses: ['point-in-time.open-returns-shards'],
    start: () => onResponse(['open-pit'], (body) => without(body, '_shards')),
  },
  {
    name: 'pit-keep-time-of-search-ignored',
    clauses: ['point-in-time.search-extends-retention'],
    start: () => onPit((pit) => without(pit, 'keep_alive')),
  },
  {
    name: 'pit-kept-for-a-second-by-each-search',
    clauses: ['point-in-time.search-extends-retention'],
    start: () => onPit((pit) => ({ ...pit, keep_alive: '1s' })),
  },
  {
    name: 'pit-kept-for-a-minute-at-most',
    clauses: ['point-in-time.open-until-keep-time-is-over'],
    start: () => (request, forward) =>
      forward({ ...request, path: request.path.replace(/([?&]keep_alive=)\d+m/, '$11m') }),
  },
  {
    name: 'pit-kept-for-a-minute-at-most-by-a-search',
    clauses: ['point-in-time.open-until-keep-time-is-over'],
    start: () => onPit((pit) => ('keep_alive' in pit ? { ...pit, keep_alive: '1m' } : pit)),
  },
  {
    name: 'pit-search-must-give-keep-time',
    clauses: ['point-in-time.search-without-keep-alive'],
    start: () => refusing((request) => searches(request) && !('keep_alive' in pitOf(request))),
  },
  {
    name: 'pit-removal-does-nothing',
    clauses: ['point-in-time.delete-removes'],
    start: () => ignoring((request) => kindOf(request) === 'close-pit'),
  },
  {
    name: 'pit-removal-removes-every-pit',
    clauses: ['point-in-time.delete-leaves-others'],
    start: removingAllKnown,
  },
  {
    name: 'pit-over-first-index-of-a-list',
    clauses: ['point-in-time.covers-whole-target'],
    start: () => onOpening((request, target) => withTarget(request, target.replace(/,.*/, ''))),
  },
  {
    name: 'pit-over-indices-beside-the-target',
    clauses: ['point-in-time.covers-target-only'],
    start: () => onOpening((request) => withTarget(request, neighboursOf(request))),
  },
  {
    name: 'pit-search-needs-a-target',
    clauses: ['point-in-time.search-without-target'],
    start: () =>
      refusing((request) => searches(request) && addressOf(request).segments[0] === '_search'),
  },
  {
    name: 'pit-search-ignores-the-query',
    clauses: ['point-in-time.search-without-target'],
    start: () => onRequest(['search'], (body) => ('pit' in body ? without(body, 'query') : body)),
  },
  {
    name: 'pit-is-a-live-view',
    clauses: [
      'point-in-time.snapshot-keeps-replaced-documents',
      'point-in-time.snapshot-hides-added-documents',
      'point-in-time.snapshot-keeps-deleted-documents',
      'point-in-time.latest-id-searchable',
    ],
    start: liveView,
  },
  {
    name: 'pit-shows-live-content',
    clauses: ['point-in-time.snapshot-keeps-replaced-documents'],
    start: () =>
      onLivePage((hits, live) =>
        hits.map((hit) => ({
          ...hit,
          _source: live.find((one) => one['_id'] === hit['_id'])?.['_source'] ?? hit['_source'],
        })),
      ),
  },
  {
    name: 'pit-drops-documents-deleted-meanwhile',
    clauses: ['point-in-time.snapshot-keeps-deleted-documents'],
    start: () =>
      onLivePage((hits, live) =>
        hits.filter((hit) => live.some((one) => one['_id'] === hit['_id'])),
      ),
  },
  {
    name: 'pit-id-not-given-back',
    clauses: ['point-in-time.response-has-pit-id', 'point-in-time.latest-id-searchable'],
    start: () => onResponse(['search'], (body) => without(body, 'pit_id')),
  },
  {
    name: 'pit-id-given-back-is-of-no-use',
    clauses: ['point-in-time.latest-id-searchable'],
    start: () =>
      onResponse(['search'], (body) => ('pit_id' in body ? { ...body, pit_id: 'c3RhbGU=' } : body)),
  },
  {
    name: 'pit-opened-anew-by-each-search',
    clauses: ['point-in-time.latest-id-searchable'],
    start: renewing,
  },
];

function searches(request: WireRequest): boolean {
  return kindOf(request) === 'search' && 'pit' in bodyOf(request);
}

function pitOf(request: WireRequest): Members {
  return membersOf(bodyOf(request)['pit']);
}

function onPit(edit: (pit: Members) => Members): Interceptor {
  return onRequest(['search'], (body) =>
    'pit' in body ? { ...body, pit: edit(membersOf(body['pit'])) } : body,
  );
}

function onOpening(edit: (request: WireRequest, target: string) => WireRequest): Interceptor {
  return (request, forward) => {
    if (kindOf(request) !== 'open-pit') return forward(request);
    return forward(edit(request, addressOf(request).segments[0] ?? ''));
  };
}

/** A search in a point in time, with the target that this was opened over. */
interface PitSearch {
  readonly request: WireRequest;
  readonly forward: Forward;
  readonly target: string;
}

/** Answers every search in a point in time that was opened through this proxy by `next`. */
function onPitSearch(next: (search: PitSearch) => Promise<WireResponse>): Interceptor {
  const targets = new Map<unknown, string>();
  return async (request, forward) => {
    const target = searches(request) ? targets.get(pitOf(request)['id']) : undefined;
    if (target !== undefined) return next({ request, forward, target });
    const response = await forward(request);
    if (kindOf(request) === 'open-pit') {
      targets.set(jsonIn(response)['id'], addressOf(request).segments[0] ?? '');
    }
    return response;
  };
}

/** A search in a point in time is one in its target as it is now. */
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
    return withJson(
      response,
      withHits(jsonIn(response), (hits) => edit(hits, live)),
    );
  });
}

/** The id that a search gives back is that of another point in time, opened just then. */
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
