import { at } from '../../base/assert.ts';
import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { typeAs } from '../mappings.ts';
import { byId, isBefore, onHit, onHits, onSort, sortOf } from '../search-interceptors.ts';
import { type Members, membersOf, onRequest } from '../interceptors.ts';

/** Faults of the order of hits, and of the members of sort entries. */
export const searchSortFaults: readonly Fault[] = [
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
      return entries.map((entry) => ({ [fieldOf(entry)]: first }));
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
  fault('dates-sorted-without-their-offsets', ['search.sort-date-by-instant'], () =>
    onRequest(['write-document'], (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, atUtc(value)])),
    ),
  ),
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

/** Returns the field of a sort entry that is an object. */
function fieldOf(entry: unknown): string {
  return at(Object.keys(membersOf(entry)), 0);
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
