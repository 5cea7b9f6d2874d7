import type { Fault, Interceptor } from '../../run/mutation.ts';
import { typeAs } from '../mappings.ts';
import {
  byId,
  isBefore,
  onHit,
  onHits,
  onSearch,
  onSort,
  onSortOptions,
  refusingSearches,
  sortOf,
  tiesById,
} from '../search-interceptors.ts';
import { chained, listOf, type Members, membersOf, onRequest, without } from '../interceptors.ts';

const nanosFormat = 'strict_date_optional_time_nanos';

/** Faults of the order of hits, and of the members of sort entries. */
export const searchSortFaults: readonly Fault[] = [
  {
    name: 'sort-ignored',
    clauses: [
      'search.sort-short-form',
      'search.sort-object-form',
      'search.sort-descending',
      'search.sort-several-entries',
      'search.sort-integer-by-number',
      'search.sort-keyword',
      'search.sort-date-by-instant',
    ],
    start: () => onHits((hits) => hits.toSorted(byId)),
  },
  {
    name: 'sort-entry-in-short-form-ignored',
    clauses: ['search.sort-short-form', 'search.sort-several-entries'],
    start: () => onEntries((asked) => typeof asked !== 'string'),
  },
  {
    name: 'sort-entry-in-object-form-ignored',
    clauses: ['search.sort-object-form', 'search.sort-format', 'search.sort-numeric-type-order'],
    start: () => onEntries((asked) => typeof asked === 'string'),
  },
  {
    name: 'sort-entry-in-object-form-refused',
    clauses: ['search.sort-object-form', 'search.sort-format'],
    start: () =>
      refusingSearches((body) =>
        listOf(body['sort']).some((entry) =>
          Object.values(membersOf(entry)).some((asked) => typeof asked !== 'string'),
        ),
      ),
  },
  {
    name: 'sort-always-ascends',
    clauses: ['search.sort-descending', 'search.sort-several-entries'],
    start: () => ordered(() => 'asc'),
  },
  {
    name: 'sort-orders-exchanged',
    clauses: ['search.sort-short-form', 'search.sort-descending'],
    start: () => ordered((order) => (order === 'asc' ? 'desc' : 'asc')),
  },
  {
    name: 'sort-options-lose-their-order',
    clauses: ['search.sort-object-form'],
    start: () => onSortOptions((options) => without(options, 'order')),
  },
  {
    name: 'sort-takes-the-first-entry-only',
    clauses: ['search.sort-several-entries'],
    start: () =>
      chained(
        onHits((hits, body) => (listOf(body['sort']).length > 1 ? tiesById(hits) : hits)),
        onSort((entries) => entries.slice(0, 1)),
      ),
  },
  {
    name: 'sort-takes-the-last-entry-only',
    clauses: ['search.sort-several-entries'],
    start: () => onSort((entries) => entries.slice(-1)),
  },
  {
    name: 'sort-gives-all-entries-the-first-order',
    clauses: ['search.sort-several-entries'],
    start: () =>
      onSort((entries) => {
        const [first] = entries.map((entry) => Object.values(membersOf(entry))[0]);
        return entries.map((entry) => ({ [Object.keys(membersOf(entry))[0] ?? '']: first }));
      }),
  },
  {
    name: 'integers-sorted-as-text',
    clauses: ['search.sort-integer-by-number'],
    start: typeAs('integer', 'keyword'),
  },
  {
    name: 'integers-sorted-by-their-amount',
    clauses: ['search.sort-integer-by-number'],
    start: () =>
      onHits((hits) =>
        typeof sortOf(hits[0] ?? {})[0] === 'number'
          ? hits.toSorted((one, other) => amountOf(one) - amountOf(other))
          : hits,
      ),
  },
  {
    name: 'keywords-sorted-by-length',
    clauses: ['search.sort-keyword'],
    start: () => onKeywords((one, other) => one.length - other.length),
  },
  {
    name: 'keywords-sorted-by-the-numbers-in-them',
    clauses: ['search.sort-keyword'],
    start: () => onKeywords((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  },
  {
    name: 'dates-sorted-as-text',
    clauses: ['search.sort-date-by-instant'],
    start: typeAs('date', 'keyword'),
  },
  {
    name: 'dates-sorted-without-their-offsets',
    clauses: ['search.sort-date-by-instant'],
    start: () =>
      onRequest(['write-document'], (body) =>
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, atUtc(value)])),
      ),
  },
  {
    name: 'sort-format-ignored',
    clauses: ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    start: () => onSortOptions((options) => without(options, 'format')),
  },
  {
    name: 'sort-format-refused',
    clauses: ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    start: () =>
      refusingSearches((body) => JSON.stringify(body['sort'] ?? []).includes(nanosFormat)),
  },
  {
    name: 'sort-format-shows-the-day',
    clauses: ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    start: () => onDateTexts((text) => text.slice(0, '2024-05-01'.length)),
  },
  {
    name: 'sort-format-shows-seconds',
    clauses: ['search.sort-format', 'search.sort-format-keeps-nanoseconds'],
    start: () => onDateTexts((text) => text.replace(/\.\d+/, '')),
  },
  {
    name: 'sort-format-shows-milliseconds',
    clauses: ['search.sort-format-keeps-nanoseconds'],
    start: () => onDateTexts((text) => text.replace(/(\.\d{3})\d+/, '$1')),
  },
  {
    name: 'numeric-type-ignored',
    clauses: ['search.sort-numeric-type-order', 'search.sort-numeric-type-values'],
    start: () => onSortOptions((options) => without(options, 'numeric_type')),
  },
  {
    name: 'numeric-type-refused',
    clauses: ['search.sort-numeric-type-order', 'search.sort-numeric-type-values'],
    start: () =>
      refusingSearches((body) => JSON.stringify(body['sort'] ?? []).includes('numeric_type')),
  },
  {
    name: 'numeric-type-compares-milliseconds',
    clauses: ['search.sort-numeric-type-order'],
    start: () => onHits((hits) => hits.toSorted(byMillisecondThenId)),
  },
  {
    name: 'numeric-type-orders-index-by-index',
    clauses: ['search.sort-numeric-type-order'],
    start: () =>
      onHits((hits) =>
        hits.toSorted((one, other) => (isBefore(one['_index'], other['_index']) ? -1 : 0)),
      ),
  },
];

/** Keeps the sort entries whose options fit; hits come by id where no entry is left. */
function onEntries(fits: (asked: unknown) => boolean): Interceptor {
  const kept = (body: Members): readonly unknown[] =>
    listOf(body['sort']).filter((entry) => Object.values(membersOf(entry)).every(fits));
  return chained(
    onHits((hits, body) =>
      'sort' in body && kept(body).length === 0 ? hits.toSorted(byId) : hits,
    ),
    onSearch((body) => {
      const sort = kept(body);
      return sort.length === 0 ? without(body, 'sort') : { ...body, sort };
    }),
  );
}

function ordered(order: (asked: unknown) => string): Interceptor {
  return onSort((entries) =>
    entries.map((entry) => {
      const [field = '', asked] = Object.entries(membersOf(entry))[0] ?? [];
      if (typeof asked === 'string') return { [field]: order(asked) };
      const options = membersOf(asked);
      return { [field]: { ...options, order: order(options['order']) } };
    }),
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

function atUtc(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value;
}

/** Changes the sort values that are texts. */
function onDateTexts(edit: (text: string) => string): Interceptor {
  return onHit((hit) => ({
    ...hit,
    sort: sortOf(hit).map((value) => (typeof value === 'string' ? edit(value) : value)),
  }));
}

function byMillisecondThenId(one: Members, other: Members): number {
  const [a, b] = [one, other].map((hit) => Math.floor(Number(sortOf(hit)[0]) / 1e6));
  return (a ?? 0) - (b ?? 0) || byId(one, other);
}
