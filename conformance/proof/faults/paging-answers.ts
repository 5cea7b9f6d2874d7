import { durationMs } from '../../base/duration.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  bodyOf,
  type CallKind,
  editHits,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  onResponse,
  targetOf,
  withBody,
  without,
} from '../interceptors.ts';
import { onBatch } from '../scroll-interceptors.ts';
import { onHit, onSearch, sortOf } from '../search-interceptors.ts';

/** A member of the answers to some calls, and what a faulty server makes of it. */
const members: readonly [string, string, readonly CallKind[], (body: Members) => Members][] = [
  [
    'sorted-batches-with-a-score',
    'search.max-score-null-in-field-sort',
    ['continue-scroll'],
    (body) => scored(body, 1),
  ],
  [
    'sorted-scroll-with-a-score',
    'search.max-score-null-in-field-sort',
    ['open-scroll'],
    (body) => scored(body, 1),
  ],
  [
    'point-in-time-with-a-score',
    'search.max-score-null-in-field-sort',
    ['search'],
    (body) => ('pit_id' in body ? scored(body, 1) : body),
  ],
  [
    'scroll-id-in-every-search',
    'scroll.no-scroll-id-without-scroll',
    ['search'],
    (body) => ({ ...body, _scroll_id: 'x' }),
  ],
  [
    'pit-id-in-every-search',
    'point-in-time.no-pit-id-without-point-in-time',
    ['search'],
    (body) => ({ pit_id: 'x', ...body }),
  ],
  [
    'last-batch-without-scroll-id',
    'scroll.later-response-has-scroll-id',
    ['continue-scroll'],
    (body) => (hitsIn(body).length === 0 ? without(body, '_scroll_id') : body),
  ],
];

/** Faults of members of answers, and of contexts that live too long or end too early. */
export const pagingFaults: readonly Fault[] = [
  ...members.map(([name, clause, kinds, edit]) =>
    fault(name, [clause], () => onResponse(kinds, edit)),
  ),
  fault('from-below-minus-one-taken', ['search-after.from-below-minus-one-refused'], () =>
    onSearch((body) => (Number(body['from']) < 0 ? without(body, 'from') : body)),
  ),
  fault('tiebreaker-of-each-shard-alone', ['point-in-time.tiebreaker-unique-across-shards'], () =>
    onHit((hit, { pit }) =>
      pit === undefined
        ? hit
        : { ...hit, sort: [...sortOf(hit).slice(0, -1), Number(sortOf(hit).at(-1)) % 2 ** 32] },
    ),
  ),
  fault(
    'keep-time-of-an-hour-once-continued',
    ['scroll.expiry-releases', 'scroll.continue-with-shorter-keep-time'],
    () => keepingLonger(3_600_000),
  ),
  fault(
    'scroll-of-several-shards-not-released',
    ['scroll.continue-without-keep-time-releases-shards'],
    notReleased,
  ),
  fault('scroll-ends-at-the-window', ['scroll.reaches-beyond-window'], () =>
    onBatch(async ({ request, forward, turn }) => {
      const response = await forward(request);
      return turn < 2 ? response : editHits(response, () => []);
    }),
  ),
  fault(
    'walk-in-a-point-in-time-ends-at-the-window',
    ['search-after.reaches-beyond-window'],
    () => async (request, forward) => {
      const response = await forward(request);
      const isPast =
        Number((bodyOf(request)['search_after'] as readonly unknown[] | undefined)?.[0]) >= 4;
      return isPast && 'pit' in bodyOf(request) ? editHits(response, () => []) : response;
    },
  ),
  fault('cat-sizes-in-words', ['search.cat-indices-store-size', 'search.cat-shards-store'], () =>
    onRows((row) => ({
      ...row,
      ...('store' in row ? { store: 'small' } : {}),
      ...('pri.store.size' in row ? { 'pri.store.size': 'small' } : {}),
    })),
  ),
  fault('replicas-marked-as-primaries', ['search.cat-shards-prirep-of-replicas'], () =>
    onRows((row) => ('prirep' in row ? { ...row, prirep: 'p' } : row)),
  ),
];

function scored(body: Members, score: number | null): Members {
  return { ...body, hits: { ...membersOf(body['hits']), max_score: score } };
}

/** Keeps each scroll that is continued for the longest of its keep times, and at least for `least_ms`. */
function keepingLonger(least_ms: number): Interceptor {
  const longest = new Map<string, number>();
  return async (request, forward) => {
    const kind = kindOf(request);
    const { scroll, scroll_id } = bodyOf(request);
    const isContinued = kind === 'continue-scroll' && typeof scroll === 'string';
    const keep_ms = isContinued
      ? Math.max(durationMs(scroll) ?? 0, least_ms, longest.get(String(scroll_id)) ?? 0)
      : (durationMs(addressOf(request).query.get('scroll') ?? '') ?? 0);
    const passed = isContinued ? withBody(request, { scroll: `${keep_ms}ms`, scroll_id }) : request;
    const response = await forward(passed);
    longest.set(String(jsonIn(response)['_scroll_id']), keep_ms);
    return response;
  };
}

/** Keeps a scroll over several shards open though a request gives no keep time. */
function notReleased(): Interceptor {
  const several = new Set<string>();
  const continued = onBatch(({ request, forward, scroll }) =>
    forward(
      several.has(scroll.target)
        ? withBody(request, { scroll: '1m', ...bodyOf(request) })
        : request,
    ),
  );
  return (request, forward) => {
    const settings = membersOf(bodyOf(request)['settings']);
    if (Number(settings['number_of_shards']) > 1) several.add(targetOf(request));
    return continued(request, forward);
  };
}

/** Changes the rows of the cat listings. */
function onRows(edit: (row: Members) => Members): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (targetOf(request) !== '_cat' || response.status >= 300) return response;
    const rows = JSON.parse(Buffer.from(response.body).toString('utf8')) as readonly Members[];
    return { ...response, body: Buffer.from(JSON.stringify(rows.map(edit))) };
  };
}
