import { at } from '../../base/assert.ts';
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
  without,
} from '../interceptors.ts';
import { withoutOffsets } from '../mappings.ts';
import { byId, onHit, onHits, onQuery, onSearch, onSort, sortOf } from '../search-interceptors.ts';

const nothing = { bool: { must_not: [{ match_all: {} }] } };

const contextCounts = ['open_contexts', 'scroll_current'];

/** Faults of queries, sorts, and the hits of a search. */
export const searchFaults: readonly Fault[] = [
  fault('absent-query-matches-nothing', ['search.no-query-matches-all'], () =>
    onSearch((body) => ('query' in body ? body : { ...body, query: nothing })),
  ),
  fault('tracking-totals-counts-only', ['search.track-total-hits-true'], () =>
    onHits((hits, body) => (body['track_total_hits'] === true ? [] : hits)),
  ),
  fault('term-matches-the-beginning', ['search.term-exact'], () =>
    onText((field, value) => ({ prefix: { [field]: value } })),
  ),
  fault(
    'sort-ignored',
    [
      'search.sort-short-form',
      'search.sort-object-form',
      'search.sort-descending',
      'search.sort-several-entries',
      'search.sort-integer-by-number',
      'search.sort-keyword',
      'search.sort-date-by-instant',
    ],
    () => onHits((hits) => hits.toSorted(byId)),
  ),
  fault('sort-gives-all-entries-the-first-order', ['search.sort-several-entries'], () =>
    onSort((entries) => {
      const [first] = entries.map((entry) => Object.values(membersOf(entry))[0]);
      return entries.map((entry) => ({ [at(Object.keys(membersOf(entry)), 0)]: first }));
    }),
  ),
  fault('integers-sorted-by-their-amount', ['search.sort-integer-by-number'], () =>
    onHits((hits) =>
      typeof sortOf(hits[0] ?? {})[0] === 'number'
        ? hits.toSorted((one, other) => amountOf(one) - amountOf(other))
        : hits,
    ),
  ),
  fault('keywords-sorted-by-length', ['search.sort-keyword'], () =>
    onKeywords((one, other) => one.length - other.length),
  ),
  fault('dates-sorted-without-their-offsets', ['search.sort-date-by-instant'], withoutOffsets),
  fault(
    'sort-format-shows-the-day',
    ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    () => onDateTexts((text) => text.slice(0, '2024-05-01'.length)),
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

/** Changes the values of term and terms queries that are strings. */
function onText(edit: (field: string, value: string) => Members): Interceptor {
  return onQuery('term', (field, operand) =>
    typeof operand === 'string' ? edit(field, operand) : { term: { [field]: operand } },
  );
}

function amountOf(hit: Members): number {
  return Math.abs(Number(sortOf(hit)[0]));
}

function onKeywords(compare: (one: string, other: string) => number): Interceptor {
  return onHits((hits) =>
    typeof sortOf(hits[0] ?? {})[0] === 'string'
      ? hits.toSorted((one, other) => compare(String(sortOf(one)[0]), String(sortOf(other)[0])))
      : hits,
  );
}

/** Changes the sort values that are strings. */
function onDateTexts(edit: (text: string) => string): Interceptor {
  return onHit((hit) => ({
    ...hit,
    sort: sortOf(hit).map((value) => (typeof value === 'string' ? edit(value) : value)),
  }));
}

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
