import type { Fault, Interceptor } from '../../run/mutation.ts';
import { withTarget, neighboursOf } from '../scroll-interceptors.ts';
import { onHits, onQuery, onSearch, refusingSearches } from '../search-interceptors.ts';
import {
  addressOf,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onResponse,
  withHits,
  without,
} from '../interceptors.ts';

const nothing = { bool: { must_not: [{ match_all: {} }] } };

/** Faults of what a search finds: its target, its query, the objects of the Query DSL. */
export const searchQueryFaults: readonly Fault[] = [
  {
    name: 'search-ignores-target',
    clauses: ['search.get-with-target'],
    start: () => (request, forward) =>
      kindOf(request) === 'search' && addressOf(request).segments.length > 1
        ? forward(withTarget(request, neighboursOf(request)))
        : forward(request),
  },
  {
    name: 'search-without-target-finds-nothing',
    clauses: ['search.get-without-target'],
    start: () =>
      onResponse(['search'], (answer, request) =>
        addressOf(request).segments.length === 1 ? withHits(answer, () => []) : answer,
      ),
  },
  {
    name: 'search-without-target-stays-in-one-index',
    clauses: ['search.get-without-target'],
    start: () => onHits((hits) => hits.filter((hit) => hit['_index'] === hits[0]?.['_index'])),
  },
  {
    name: 'search-without-target-refused',
    clauses: ['search.get-without-target'],
    start: () => refusingSearches((_body, request) => addressOf(request).segments.length === 1),
  },
  {
    name: 'absent-query-matches-nothing',
    clauses: ['search.no-query-matches-all'],
    start: () => onSearch((body) => ('query' in body ? body : { ...body, query: nothing })),
  },
  {
    name: 'absent-query-matches-five',
    clauses: ['search.no-query-matches-all'],
    start: () => onHits((hits, body) => ('query' in body ? hits : hits.slice(0, 5))),
  },
  {
    name: 'search-refused-without-body',
    clauses: ['search.no-query-matches-all'],
    start: () => refusingSearches((_body, request) => request.body === undefined),
  },
  {
    name: 'total-told-though-not-tracked',
    clauses: ['search.track-total-hits-false'],
    start: () => onSearch((body) => ({ ...body, track_total_hits: true })),
  },
  {
    name: 'tracking-switched-off-stops-the-search',
    clauses: ['search.track-total-hits-false'],
    start: () => onHits((hits, body) => (body['track_total_hits'] === false ? [] : hits)),
  },
  {
    name: 'tracking-totals-refused',
    clauses: ['search.track-total-hits-true'],
    start: () => refusingSearches((body) => body['track_total_hits'] === true),
  },
  {
    name: 'tracking-totals-counts-only',
    clauses: ['search.track-total-hits-true'],
    start: () => onHits((hits, body) => (body['track_total_hits'] === true ? [] : hits)),
  },
  {
    name: 'gte-leaves-out-its-bound',
    clauses: ['search.range-gte', 'search.range-both-bounds'],
    start: () =>
      onQuery('range', (field, asked) => {
        const { gte, ...others } = membersOf(asked);
        return { range: { [field]: gte === undefined ? others : { ...others, gt: gte } } };
      }),
  },
  {
    name: 'lte-leaves-out-its-bound',
    clauses: ['search.range-lte', 'search.range-both-bounds'],
    start: () =>
      onQuery('range', (field, asked) => {
        const { lte, ...others } = membersOf(asked);
        return { range: { [field]: lte === undefined ? others : { ...others, lt: lte } } };
      }),
  },
  {
    name: 'gte-ignored',
    clauses: ['search.range-gte', 'search.range-both-bounds'],
    start: () => withoutBound('gte'),
  },
  {
    name: 'lte-ignored',
    clauses: ['search.range-lte', 'search.range-both-bounds'],
    start: () => withoutBound('lte'),
  },
  {
    name: 'either-bound-is-enough',
    clauses: ['search.range-both-bounds'],
    start: () =>
      onQuery('range', (field, asked) => ({
        bool: {
          should: Object.entries(membersOf(asked)).map(([bound, value]) => ({
            range: { [field]: { [bound]: value } },
          })),
        },
      })),
  },
  {
    name: 'term-matches-the-beginning',
    clauses: ['search.term-exact'],
    start: () => onText((field, value) => ({ prefix: { [field]: value } })),
  },
  {
    name: 'term-ignores-case',
    clauses: ['search.term-exact'],
    start: () =>
      onText((field, value) => ({ term: { [field]: { value, case_insensitive: true } } })),
  },
  {
    name: 'term-is-divided-into-words',
    clauses: ['search.term-exact'],
    start: () => onText((field, value) => ({ terms: { [field]: [value, ...value.split(' ')] } })),
  },
  {
    name: 'term-holds-numbers-in-doubles',
    clauses: ['search.term-on-number'],
    start: () =>
      onQuery('term', (field, asked) =>
        typeof asked === 'bigint'
          ? { terms: { [field]: [asked - 1n, asked] } }
          : { term: { [field]: asked } },
      ),
  },
  {
    name: 'term-never-equals-a-number',
    clauses: ['search.term-on-number'],
    start: () =>
      onQuery('term', (field, asked) =>
        typeof asked === 'number' ? nothing : { term: { [field]: asked } },
      ),
  },
  {
    name: 'term-ignores-the-sign',
    clauses: ['search.term-on-number'],
    start: () =>
      onQuery('term', (field, asked) =>
        typeof asked === 'number'
          ? { terms: { [field]: [asked, -asked] } }
          : { term: { [field]: asked } },
      ),
  },
  {
    name: 'term-looks-at-the-first-value',
    clauses: ['search.term-on-number'],
    start: () =>
      onHits((hits, body) => {
        const [field, value] = Object.entries(membersOf(membersOf(body['query'])['term']))[0] ?? [];
        if (field === undefined) return hits;
        return hits.filter((hit) => listOf(membersOf(hit['_source'])[field])[0] === value);
      }),
  },
  {
    name: 'terms-take-the-first-value',
    clauses: ['search.terms-any-of'],
    start: () =>
      onQuery('terms', (field, asked) => ({ terms: { [field]: listOf(asked).slice(0, 1) } })),
  },
  {
    name: 'terms-want-every-value',
    clauses: ['search.terms-any-of'],
    start: () =>
      onQuery('terms', (field, asked) => ({
        bool: { must: listOf(asked).map((value) => ({ term: { [field]: value } })) },
      })),
  },
  {
    name: 'match-and-taken-for-or',
    clauses: ['search.match-operator-and'],
    start: () => withOperator('or'),
  },
  {
    name: 'match-or-taken-for-and',
    clauses: ['search.match-operator-or'],
    start: () => withOperator('and'),
  },
  {
    name: 'match-and-taken-for-a-phrase',
    clauses: ['search.match-operator-and'],
    start: () =>
      onQuery('match', (field, asked) =>
        membersOf(asked)['operator'] === 'and'
          ? { match_phrase: { [field]: String(membersOf(asked)['query']) } }
          : { match: { [field]: asked } },
      ),
  },
  {
    name: 'match-takes-the-first-word',
    clauses: ['search.match-operator-and', 'search.match-operator-or'],
    start: () =>
      onQuery('match', (field, asked) => {
        const options = membersOf(asked);
        return {
          match: { [field]: { ...options, query: String(options['query']).split(' ')[0] } },
        };
      }),
  },
];

function withoutBound(bound: string): Interceptor {
  return onQuery('range', (field, asked) => {
    const rest = without(membersOf(asked), bound);
    return Object.keys(rest).length === 0 ? { exists: { field } } : { range: { [field]: rest } };
  });
}

/** Changes the terms that ask for a text. */
function onText(edit: (field: string, value: string) => Members): Interceptor {
  return onQuery('term', (field, asked) =>
    typeof asked === 'string' ? edit(field, asked) : { term: { [field]: asked } },
  );
}

function withOperator(operator: string): Interceptor {
  return onQuery('match', (field, asked) => {
    const options = typeof asked === 'string' ? { query: asked } : membersOf(asked);
    return { match: { [field]: { ...options, operator } } };
  });
}
