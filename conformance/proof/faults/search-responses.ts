import { parseJson, writeJson } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  type CallKind,
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
  fault('statistics-as-plain-text', ['search.statistics-are-json'], () =>
    onWire((response) => written(response, 'open 0\n', 'text/plain'), 'nodes-stats'),
  ),
  fault('search-response-cut-off', ['search.response-is-json'], () =>
    onWire((response) => ({
      ...response,
      body: response.body.slice(0, response.body.length - 2),
    })),
  ),
  fault('took-below-zero', ['search.took'], () => onAnswer((answer) => ({ ...answer, took: -1 }))),
  fault('timed-out-as-a-number', ['search.timed-out'], () =>
    onAnswer((answer) => ({ ...answer, timed_out: 0 })),
  ),
  fault('shards-as-a-number', ['search.shards'], () =>
    onAnswer((answer) => ({ ...answer, _shards: 1 })),
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
  fault('hit-id-left-percent-encoded', ['search.hit-id'], () => onId(encodeURIComponent)),
  fault('source-without-empty-lists', ['search.hit-source'], () =>
    onSource((source) =>
      Object.fromEntries(Object.entries(source).filter(([, value]) => listOf(value).length > 0)),
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
  fault('cat-shards-spell-primary-out', ['search.cat-shards-prirep'], () =>
    onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'primary' } : row)),
  ),
  fault('cat-shards-count-no-documents', ['search.cat-shards-docs'], () =>
    onListing('shards', (row) => ('docs' in row ? { ...row, docs: '0' } : row)),
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
