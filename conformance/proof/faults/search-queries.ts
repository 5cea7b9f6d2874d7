import { at } from '../../base/assert.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { addressOf, kindOf, listOf, type Members, membersOf } from '../interceptors.ts';
import { typeAs, withoutOffsets } from '../mappings.ts';
import { neighboursOf, withTarget } from '../scroll-interceptors.ts';
import {
  byId,
  isBefore,
  onHit,
  onHits,
  onQuery,
  onSearch,
  onSort,
  refusingSearches,
  sortOf,
} from '../search-interceptors.ts';

const nothing = { bool: { must_not: [{ match_all: {} }] } };

/** Faults of queries and sorts. */
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
  fault('integers-sorted-as-text', ['search.sort-integer-by-number'], typeAs('integer', 'keyword')),
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
  fault('keywords-sorted-by-the-numbers-in-them', ['search.sort-keyword'], () =>
    onKeywords((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  ),
  fault('dates-sorted-as-text', ['search.sort-date-by-instant'], typeAs('date', 'keyword')),
  fault('dates-sorted-without-their-offsets', ['search.sort-date-by-instant'], withoutOffsets),
  fault(
    'sort-format-shows-the-day',
    ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    () => onDateTexts((text) => text.slice(0, '2024-05-01'.length)),
  ),
  fault(
    'sort-format-shows-seconds',
    ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    () => onDateTexts((text) => text.replace(/\.\d+/, '')),
  ),
  fault('sort-format-shows-milliseconds', ['search.sort-format-keeps-nanoseconds'], () =>
    onDateTexts((text) => text.replace(/(\.\d{3})\d+/, '$1')),
  ),
  fault('numeric-type-compares-milliseconds', ['search.sort-numeric-type-order'], () =>
    onHits((hits) => hits.toSorted(byMillisecondThenId)),
  ),
  fault('numeric-type-orders-index-by-index', ['search.sort-numeric-type-order'], () =>
    onHits((hits) =>
      hits.toSorted((one, other) => (isBefore(one['_index'], other['_index']) ? -1 : 0)),
    ),
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

function byMillisecondThenId(one: Members, other: Members): number {
  const millisecond = (hit: Members): number => Math.floor(Number(sortOf(hit)[0]) / 1e6);
  return millisecond(one) - millisecond(other) || byId(one, other);
}
