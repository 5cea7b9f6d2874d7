import { isJsonMedia, textOf, parseJson, writeJson } from '../../base/body.ts';
import { type Fault, fault, type Interceptor } from '../../run/mutation.ts';
import { kindOf, targetOf } from '../calls.ts';
import {
  named,
  onEveryReply,
  listOf,
  type Members,
  membersOf,
  onReply,
  onRequest,
  onResponse,
  without,
  withText,
  bodyOf,
  inPlaceOf,
  withHits,
} from '../interceptors.ts';
import { withDocument } from '../../run/rewritings/json-requests.ts';

const chaptersInJson = ['search', 'index', 'lifecycle', 'roles', 'api-keys', 'authentication'];

/** Wrong members of the rows of the cat listings. */
const rows: Readonly<Record<string, readonly [clauses: readonly string[], wrong: Members]>> = {
  'cat-shards-spell-primary-out': [['search.cat-shards-prirep'], { prirep: 'primary' }],
  'replicas-marked-as-primaries': [['search.cat-shards-prirep-of-replicas'], { prirep: 'p' }],
  'cat-sizes-in-words': [
    ['search.cat-indices-store-size', 'search.cat-shards-store'],
    { store: 'small', 'pri.store.size': 'small' },
  ],
};

/** The number of documents that fit into the part of a tiebreaker that is for one shard. */
const documentsOfShard = 2 ** 32;

/** A query that matches no document that a scenario writes. */
const nothing = { range: { n: { gt: 1_000_000_000 } } };

/** Faults of documents and their searches, and of the representation of bodies. */
export const documentFaults: readonly Fault[] = [
  fault(
    'json-called-plain-text',
    [
      'versioning.response-bodies-are-json',
      'search.statistics-are-json',
      'sql.default-json',
      ...chaptersInJson.map((chapter) => `${chapter}.response-is-json`),
    ],
    () =>
      onEveryReply((reply, request) => {
        const isJson = isJsonMedia(reply.headers['content-type']) && textOf(reply) !== '';
        return isJson && kindOf(request) !== 'query' ? named(reply, 'text/plain') : reply;
      }),
  ),
  fault('search-after-ignores-a-positive-from', ['search-after.from-positive-refused'], () =>
    onRequest(['search'], (body) => ('search_after' in body ? without(body, 'from') : body)),
  ),
  fault('from-below-minus-one-taken', ['search-after.from-below-minus-one-refused'], () =>
    onRequest(['search'], (body) => (Number(body['from']) < 0 ? without(body, 'from') : body)),
  ),
  fault('scroll-id-in-every-search', ['scroll.no-scroll-id-without-scroll'], () =>
    onResponse(['search'], (body) => ({ ...body, _scroll_id: 'x' })),
  ),
  fault('pit-id-in-every-search', ['point-in-time.no-pit-id-without-point-in-time'], () =>
    onResponse(['search'], (body) => ({ pit_id: 'x', ...body })),
  ),
  ...Object.entries(rows).map(([name, [clauses, wrong]]) =>
    fault(name, clauses, () => onRows((row) => ({ ...row, ...shared(wrong, row) }))),
  ),
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
  fault(
    'slice-divides-by-shard-alone',
    ['slice.one-shard-is-split', 'slice.more-slices-than-shards'],
    dividingByShard,
  ),
];

/** Changes each row of the cat listings. */
function onRows(edit: (row: Members) => Members): Interceptor {
  return onReply(['cat'], (reply) => {
    const listed = listOf(parseJson(textOf(reply))).map(membersOf);
    return withText(reply, writeJson(listed.map(edit)));
  });
}

/** Returns those members that the other object has, too. */
function shared(members: Members, other: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name in other));
}

function withTiebreakerOfShard(hit: Members): Members {
  const values = listOf(hit['sort']);
  return { ...hit, sort: [...values.slice(0, -1), Number(values.at(-1)) % documentsOfShard] };
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
    return forward(withDocument(request, shardOf(body, shards.get(target) ?? 1)));
  };
}

function shardOf(body: Members, shards: number): Members {
  const id = Number(membersOf(body['slice'])['id']);
  if (id >= shards) return { ...body, query: nothing };
  return shards === 1 ? without(body, 'slice') : body;
}
