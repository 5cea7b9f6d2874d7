import { at } from '../../base/assert.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { addressOf, kindOf, listOf, type Members, membersOf } from '../interceptors.ts';
import { withoutOffsets } from '../mappings.ts';
import { neighboursOf, withTarget } from '../scroll-interceptors.ts';
import { byId, onHit, onHits, onQuery, onSearch, onSort, sortOf } from '../search-interceptors.ts';

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
  fault('total-told-though-not-tracked', ['search.track-total-hits-false'], () =>
    onSearch((body) => ({ ...body, track_total_hits: true })),
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
  fault('term-matches-the-beginning', ['search.term-exact'], () =>
    onText((field, value) => ({ prefix: { [field]: value } })),
  ),
  fault('term-never-equals-a-number', ['search.term-on-number'], () =>
    onQuery('term', (field, operand) =>
      typeof operand === 'number' ? nothing : { term: { [field]: operand } },
    ),
  ),
  fault('terms-want-every-value', ['search.terms-any-of'], () =>
    onQuery('terms', (field, operand) => ({
      bool: { must: listOf(operand).map((value) => ({ term: { [field]: value } })) },
    })),
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
  fault('numeric-type-compares-milliseconds', ['search.sort-numeric-type-order'], () =>
    onHits((hits) => hits.toSorted(byMillisecondThenId)),
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
