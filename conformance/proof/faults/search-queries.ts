import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { withTarget, neighboursOf } from '../scroll-interceptors.ts';
import { onHits, onQuery, onSearch, refusingSearches } from '../search-interceptors.ts';
import { addressOf, kindOf, listOf, type Members, membersOf } from '../interceptors.ts';

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
  fault('absent-query-matches-nothing', ['search.no-query-matches-all'], () =>
    onSearch((body) => ('query' in body ? body : { ...body, query: nothing })),
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
  fault('tracking-totals-counts-only', ['search.track-total-hits-true'], () =>
    onHits((hits, body) => (body['track_total_hits'] === true ? [] : hits)),
  ),
  fault('gte-leaves-out-its-bound', ['search.range-gte', 'search.range-both-bounds'], () =>
    onQuery('range', (field, operand) => {
      const { gte, ...others } = membersOf(operand);
      return { range: { [field]: gte === undefined ? others : { ...others, gt: gte } } };
    }),
  ),
  fault('lte-leaves-out-its-bound', ['search.range-lte', 'search.range-both-bounds'], () =>
    onQuery('range', (field, operand) => {
      const { lte, ...others } = membersOf(operand);
      return { range: { [field]: lte === undefined ? others : { ...others, lt: lte } } };
    }),
  ),
  fault('either-bound-is-enough', ['search.range-both-bounds'], () =>
    onQuery('range', (field, operand) => ({
      bool: {
        should: Object.entries(membersOf(operand)).map(([bound, value]) => ({
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
    onQuery('term', (field, operand) =>
      typeof operand === 'bigint'
        ? { terms: { [field]: [operand - 1n, operand] } }
        : { term: { [field]: operand } },
    ),
  ),
  fault('term-never-equals-a-number', ['search.term-on-number'], () =>
    onQuery('term', (field, operand) =>
      typeof operand === 'number' ? nothing : { term: { [field]: operand } },
    ),
  ),
  fault('term-ignores-the-sign', ['search.term-on-number'], () =>
    onQuery('term', (field, operand) =>
      typeof operand === 'number'
        ? { terms: { [field]: [operand, -operand] } }
        : { term: { [field]: operand } },
    ),
  ),
  fault('term-looks-at-the-first-value', ['search.term-on-number'], () =>
    onHits((hits, body) => {
      const [field, value] = Object.entries(membersOf(membersOf(body['query'])['term']))[0] ?? [];
      if (field === undefined) return hits;
      return hits.filter((hit) => listOf(membersOf(hit['_source'])[field])[0] === value);
    }),
  ),
  fault('terms-want-every-value', ['search.terms-any-of'], () =>
    onQuery('terms', (field, operand) => ({
      bool: { must: listOf(operand).map((value) => ({ term: { [field]: value } })) },
    })),
  ),
  fault('match-and-taken-for-a-phrase', ['search.match-operator-and'], () =>
    onQuery('match', (field, operand) =>
      membersOf(operand)['operator'] === 'and'
        ? { match_phrase: { [field]: String(membersOf(operand)['query']) } }
        : { match: { [field]: operand } },
    ),
  ),
  fault(
    'match-takes-the-first-word',
    ['search.match-operator-and', 'search.match-operator-or'],
    () =>
      onQuery('match', (field, operand) => {
        const options = membersOf(operand);
        return {
          match: { [field]: { ...options, query: String(options['query']).split(' ')[0] } },
        };
      }),
  ),
];

/** Changes the values of term and terms queries that are strings. */
function onText(edit: (field: string, value: string) => Members): Interceptor {
  return onQuery('term', (field, operand) =>
    typeof operand === 'string' ? edit(field, operand) : { term: { [field]: operand } },
  );
}
