import { fault } from '../fault.ts';
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

/** Faults of the target and the query of a search, and of the objects of the Query DSL. */
export const searchQueryFaults: readonly Fault[] = [
  fault(
    'search-ignores-target',
    ['search.get-with-target'],
    () => (request, forward) =>
      kindOf(request) === 'search' && addressOf(request).segments.length > 1
        ? forward(withTarget(request, neighboursOf(request)))
        : forward(request),
  ),
  fault('search-without-target-finds-nothing', ['search.get-without-target'], () =>
    onResponse(['search'], (answer, request) =>
      addressOf(request).segments.length === 1 ? withHits(answer, () => []) : answer,
    ),
  ),
  fault('search-without-target-stays-in-one-index', ['search.get-without-target'], () =>
    onHits((hits) => hits.filter((hit) => hit['_index'] === hits[0]?.['_index'])),
  ),
  fault('search-without-target-refused', ['search.get-without-target'], () =>
    refusingSearches((_body, request) => addressOf(request).segments.length === 1),
  ),
  fault('absent-query-matches-nothing', ['search.no-query-matches-all'], () =>
    onSearch((body) => ('query' in body ? body : { ...body, query: nothing })),
  ),
  fault('absent-query-matches-five', ['search.no-query-matches-all'], () =>
    onHits((hits, body) => ('query' in body ? hits : hits.slice(0, 5))),
  ),
  fault('search-refused-without-body', ['search.no-query-matches-all'], () =>
    refusingSearches((_body, request) => request.body === undefined),
  ),
  fault('total-told-though-not-tracked', ['search.track-total-hits-false'], () =>
    onSearch((body) => ({ ...body, track_total_hits: true })),
  ),
  fault('tracking-switched-off-stops-the-search', ['search.track-total-hits-false'], () =>
    onHits((hits, body) => (body['track_total_hits'] === false ? [] : hits)),
  ),
  fault('tracking-totals-refused', ['search.track-total-hits-true'], () =>
    refusingSearches((body) => body['track_total_hits'] === true),
  ),
  fault('tracking-totals-counts-only', ['search.track-total-hits-true'], () =>
    onHits((hits, body) => (body['track_total_hits'] === true ? [] : hits)),
  ),
  fault('gte-leaves-out-its-bound', ['search.range-gte', 'search.range-both-bounds'], () =>
    onQuery('range', (field, asked) => {
      const { gte, ...others } = membersOf(asked);
      return { range: { [field]: gte === undefined ? others : { ...others, gt: gte } } };
    }),
  ),
  fault('lte-leaves-out-its-bound', ['search.range-lte', 'search.range-both-bounds'], () =>
    onQuery('range', (field, asked) => {
      const { lte, ...others } = membersOf(asked);
      return { range: { [field]: lte === undefined ? others : { ...others, lt: lte } } };
    }),
  ),
  fault('gte-ignored', ['search.range-gte', 'search.range-both-bounds'], () => withoutBound('gte')),
  fault('lte-ignored', ['search.range-lte', 'search.range-both-bounds'], () => withoutBound('lte')),
  fault('either-bound-is-enough', ['search.range-both-bounds'], () =>
    onQuery('range', (field, asked) => ({
      bool: {
        should: Object.entries(membersOf(asked)).map(([bound, value]) => ({
          range: { [field]: { [bound]: value } },
        })),
      },
    })),
  ),
  fault('term-matches-the-beginning', ['search.term-exact'], () =>
    onText((field, value) => ({ prefix: { [field]: value } })),
  ),
  fault('term-ignores-case', ['search.term-exact'], () =>
    onText((field, value) => ({ term: { [field]: { value, case_insensitive: true } } })),
  ),
  fault('term-is-divided-into-words', ['search.term-exact'], () =>
    onText((field, value) => ({ terms: { [field]: [value, ...value.split(' ')] } })),
  ),
  fault('term-holds-numbers-in-doubles', ['search.term-on-number'], () =>
    onQuery('term', (field, asked) =>
      typeof asked === 'bigint'
        ? { terms: { [field]: [asked - 1n, asked] } }
        : { term: { [field]: asked } },
    ),
  ),
  fault('term-never-equals-a-number', ['search.term-on-number'], () =>
    onQuery('term', (field, asked) =>
      typeof asked === 'number' ? nothing : { term: { [field]: asked } },
    ),
  ),
  fault('term-ignores-the-sign', ['search.term-on-number'], () =>
    onQuery('term', (field, asked) =>
      typeof asked === 'number'
        ? { terms: { [field]: [asked, -asked] } }
        : { term: { [field]: asked } },
    ),
  ),
  fault('term-looks-at-the-first-value', ['search.term-on-number'], () =>
    onHits((hits, body) => {
      const [field, value] = Object.entries(membersOf(membersOf(body['query'])['term']))[0] ?? [];
      if (field === undefined) return hits;
      return hits.filter((hit) => listOf(membersOf(hit['_source'])[field])[0] === value);
    }),
  ),
  fault('terms-take-the-first-value', ['search.terms-any-of'], () =>
    onQuery('terms', (field, asked) => ({ terms: { [field]: listOf(asked).slice(0, 1) } })),
  ),
  fault('terms-want-every-value', ['search.terms-any-of'], () =>
    onQuery('terms', (field, asked) => ({
      bool: { must: listOf(asked).map((value) => ({ term: { [field]: value } })) },
    })),
  ),
  fault('match-and-taken-for-or', ['search.match-operator-and'], () => withOperator('or')),
  fault('match-or-taken-for-and', ['search.match-operator-or'], () => withOperator('and')),
  fault('match-and-taken-for-a-phrase', ['search.match-operator-and'], () =>
    onQuery('match', (field, asked) =>
      membersOf(asked)['operator'] === 'and'
        ? { match_phrase: { [field]: String(membersOf(asked)['query']) } }
        : { match: { [field]: asked } },
    ),
  ),
  fault(
    'match-takes-the-first-word',
    ['search.match-operator-and', 'search.match-operator-or'],
    () =>
      onQuery('match', (field, asked) => {
        const options = membersOf(asked);
        return {
          match: { [field]: { ...options, query: String(options['query']).split(' ')[0] } },
        };
      }),
  ),
];

function withoutBound(bound: string): Interceptor {
  return onQuery('range', (field, asked) => {
    const rest = without(membersOf(asked), bound);
    return Object.keys(rest).length === 0 ? { exists: { field } } : { range: { [field]: rest } };
  });
}

/** Changes the values of term and terms queries that are strings. */
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
