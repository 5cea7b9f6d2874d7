import { parseJson, writeJson } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  bodyOf,
  type CallKind,
  eachMember,
  hitsIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onResponse,
  targetOf,
  without,
} from '../interceptors.ts';
import { onHit, sortOf } from '../search-interceptors.ts';

const contextCounts = ['open_contexts', 'scroll_current'];

/** Faults of the members of answers and hits, and of the requests that inspect indices. */
export const searchResponseFaults: readonly Fault[] = [
  fault('search-answers-in-yaml', ['search.response-is-json'], () =>
    onWire((response) => written(response, 'took: 1\nhits: []\n', 'application/yaml')),
  ),
  fault('statistics-as-plain-text', ['search.statistics-are-json'], () =>
    onWire((response) => written(response, 'open 0\n', 'text/plain'), 'nodes-stats'),
  ),
  fault('search-response-cut-off', ['search.response-is-json'], () =>
    onWire((response) => ({
      ...response,
      body: response.body.slice(0, response.body.length - 2),
    })),
  ),
  fault('took-with-its-unit', ['search.took'], () =>
    onAnswer((answer) => ({ ...answer, took: `${String(answer['took'])}ms` })),
  ),
  fault('took-below-zero', ['search.took'], () => onAnswer((answer) => ({ ...answer, took: -1 }))),
  fault('took-in-fractions', ['search.took'], () =>
    onAnswer((answer) => ({ ...answer, took: 0.35 })),
  ),
  fault('timed-out-as-a-number', ['search.timed-out'], () =>
    onAnswer((answer) => ({ ...answer, timed_out: 0 })),
  ),
  fault('shards-as-a-number', ['search.shards'], () =>
    onAnswer((answer) => ({ ...answer, _shards: 1 })),
  ),
  fault('highest-score-in-a-sort-by-fields', ['search.max-score-null-in-field-sort'], () =>
    onResponse(['search'], (answer, request) =>
      'sort' in bodyOf(request)
        ? { ...answer, hits: { ...membersOf(answer['hits']), max_score: 1 } }
        : answer,
    ),
  ),
  fault('nothing-found-is-refused', ['search.hits-array'], () =>
    onWire((response, answer) =>
      hitsIn(answer).length > 0 ? response : { ...response, status: 404 },
    ),
  ),
  fault('hit-index-is-the-target-asked-for', ['search.hit-index'], () =>
    onResponse(['search'], (answer, request) => ({
      ...answer,
      hits: {
        ...membersOf(answer['hits']),
        hits: hitsIn(answer).map((hit) => ({ ...hit, _index: targetOf(request) })),
      },
    })),
  ),
  fault('hit-id-without-leading-zeros', ['search.hit-id'], () =>
    onId((id) => id.replace(/^0+/, '')),
  ),
  fault('hit-id-left-percent-encoded', ['search.hit-id'], () => onId(encodeURIComponent)),
  fault('source-without-empty-lists', ['search.hit-source'], () =>
    onSource((source) =>
      Object.fromEntries(Object.entries(source).filter(([, value]) => listOf(value).length > 0)),
    ),
  ),
  fault('source-with-lists-as-sets', ['search.hit-source'], () =>
    onSource((source) =>
      eachMember(source, (value) => (Array.isArray(value) ? [...new Set(value)] : value)),
    ),
  ),
  fault('source-with-numbers-as-doubles', ['search.hit-source'], () =>
    onSource((source) =>
      eachMember(source, (value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  ),
  fault('sort-values-turned-round', ['search.hit-sort-values'], () =>
    onHit((hit) => ({ ...hit, sort: sortOf(hit).toReversed() })),
  ),
  fault(
    'open-contexts-not-shown',
    ['search.open-contexts-shown', 'search.open-contexts-fall'],
    () => onSearchStatistics((figures) => without(figures, ...contextCounts)),
  ),
  fault(
    'open-contexts-always-zero',
    ['search.open-contexts-shown', 'search.open-contexts-fall'],
    () => onSearchStatistics((figures) => withCounts(figures, () => 0)),
  ),
  fault('open-contexts-at-most-one', ['search.open-contexts-shown'], () =>
    onSearchStatistics((figures) => withCounts(figures, (n) => Math.min(n, 1))),
  ),
  fault('open-contexts-never-fall', ['search.open-contexts-fall'], () => {
    let highest = 0;
    return onSearchStatistics((figures) =>
      withCounts(figures, (n) => (highest = Math.max(highest, n))),
    );
  }),
  fault('cat-indices-without-primary-size', ['search.cat-indices-store-size'], () =>
    onListing('indices', (row) => without(row, 'pri.store.size')),
  ),
  fault('cat-shards-without-size', ['search.cat-shards-store'], () =>
    onListing('shards', (row) => without(row, 'store')),
  ),
  fault('cat-shards-with-size-of-the-first-only', ['search.cat-shards-store'], () =>
    onListing('shards', (row, at) => (at > 0 && 'store' in row ? { ...row, store: null } : row)),
  ),
  fault('cat-shards-spell-primary-out', ['search.cat-shards-prirep'], () =>
    onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'primary' } : row)),
  ),
  fault('cat-shards-call-primaries-replicas', ['search.cat-shards-prirep'], () =>
    onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'r' } : row)),
  ),
  fault('cat-shards-count-no-documents', ['search.cat-shards-docs'], () =>
    onListing('shards', (row) => ('docs' in row ? { ...row, docs: '0' } : row)),
  ),
  fault('cat-shards-without-documents', ['search.cat-shards-docs'], () =>
    onListing('shards', (row) => without(row, 'docs')),
  ),
];

function onAnswer(edit: (answer: Members) => Members): Interceptor {
  return onResponse(['search'], edit);
}

function onWire(
  edit: (response: WireResponse, answer: Members) => WireResponse,
  kind: CallKind = 'search',
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) !== kind || response.status >= 300) return response;
    return edit(response, membersOf(JSON.parse(Buffer.from(response.body).toString('utf8'))));
  };
}

function written(response: WireResponse, text: string, type: string): WireResponse {
  return {
    ...response,
    headers: { ...response.headers, 'content-type': type },
    body: Buffer.from(text),
  };
}

function onId(edit: (id: string) => unknown): Interceptor {
  return onHit((hit) => ({ ...hit, _id: edit(String(hit['_id'])) }));
}

function onSource(edit: (source: Members) => Members): Interceptor {
  return onHit((hit) => ({ ...hit, _source: edit(membersOf(hit['_source'])) }));
}

/** Changes the search statistics of every node. */
function onSearchStatistics(edit: (figures: Members) => Members): Interceptor {
  return onResponse(['nodes-stats'], (body) => {
    const nodes = Object.entries(membersOf(body['nodes'])).map(([id, node]) => {
      const indices = membersOf(membersOf(node)['indices']);
      const search = edit(membersOf(indices['search']));
      return [id, { ...membersOf(node), indices: { ...indices, search } }];
    });
    return { ...body, nodes: Object.fromEntries(nodes) as Members };
  });
}

function withCounts(figures: Members, edit: (count: number) => number): Members {
  const changed = contextCounts
    .filter((name) => name in figures)
    .map((name) => [name, edit(Number(figures[name]))]);
  return { ...figures, ...(Object.fromEntries(changed) as Members) };
}

/** Changes each row of a cat listing. */
function onListing(listing: string, edit: (row: Members, at: number) => Members): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const [first, second] = addressOf(request).segments;
    if (first !== '_cat' || second !== listing || response.status >= 300) return response;
    const rows = parseJson(Buffer.from(response.body).toString('utf8'));
    if (!Array.isArray(rows)) return response;
    const edited = rows.map((row, at) => edit(membersOf(row), at));
    return { ...response, body: Buffer.from(writeJson(edited)) };
  };
}
