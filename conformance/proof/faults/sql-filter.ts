import type { Fault } from '../../run/mutation.ts';
import { listOf, type Members, membersOf } from '../interceptors.ts';
import { onFilter, onStatement, refusingSql } from '../sql-interceptors.ts';

/** What is wrong with the filter of a statement. */
export const sqlFilterFaults: readonly Fault[] = [
  {
    name: 'sql-filter-ignored',
    clauses: [
      'sql.filter-restricts',
      'sql.filter-forms',
      'sql.filter-with-where',
      'sql.routing-filter',
    ],
    start: () => onFilter(() => undefined),
  },
  {
    name: 'sql-filter-refused',
    clauses: [
      'sql.filter-restricts',
      'sql.filter-forms',
      'sql.filter-with-where',
      'sql.routing-filter',
    ],
    start: () => refusingSql((body) => 'filter' in body),
  },
  {
    name: 'sql-filter-ignored-in-counts',
    clauses: ['sql.filter-restricts', 'sql.routing-filter'],
    start: () =>
      onFilter((filter, body) => (/COUNT/.test(String(body['query'])) ? undefined : filter)),
  },
  {
    name: 'sql-filter-ignored-beside-a-where',
    clauses: ['sql.filter-with-where'],
    start: () =>
      onFilter((filter, body) => (/WHERE/.test(String(body['query'])) ? undefined : filter)),
  },
  {
    name: 'sql-filter-takes-the-place-of-where',
    clauses: ['sql.filter-with-where'],
    start: () =>
      onStatement((statement, body) =>
        'filter' in body ? statement.replace(/ WHERE .*?(?= ORDER)/, '') : statement,
      ),
  },
  {
    name: 'sql-filter-or-where-is-enough',
    clauses: ['sql.filter-with-where'],
    start: () =>
      onFilter((filter, body) =>
        /WHERE n >= 4/.test(String(body['query']))
          ? { bool: { should: [filter, { range: { n: { gte: 4 } } }] } }
          : filter,
      ),
  },
  {
    name: 'sql-filter-turned-round',
    clauses: ['sql.filter-restricts', 'sql.filter-forms', 'sql.routing-filter'],
    start: () => onFilter((filter) => ({ bool: { must_not: [filter] } })),
  },
  {
    name: 'sql-filter-bounds-left-out',
    clauses: ['sql.filter-restricts', 'sql.filter-forms'],
    start: () => onForm('range', (asked) => ({ range: exclusive(asked) })),
  },
  {
    name: 'sql-filter-reads-the-first-bound-only',
    clauses: ['sql.filter-forms'],
    start: () => onForm('range', (asked) => ({ range: firstBound(asked) })),
  },
  {
    name: 'sql-filter-reads-the-first-term-only',
    clauses: ['sql.filter-forms', 'sql.routing-filter'],
    start: () => onForm('terms', (asked) => ({ terms: someTerms(asked, 0, 1) })),
  },
  {
    name: 'sql-filter-reads-the-last-term-only',
    clauses: ['sql.filter-forms', 'sql.routing-filter'],
    start: () => onForm('terms', (asked) => ({ terms: someTerms(asked, -1) })),
  },
  {
    name: 'sql-filter-takes-match-for-a-term',
    clauses: ['sql.filter-forms'],
    start: () =>
      onForm('match', (asked) => {
        const [[field, value] = ['', '']] = Object.entries(asked);
        const text = typeof value === 'string' ? value : membersOf(value)['query'];
        return { term: { [field]: text } };
      }),
  },
  {
    name: 'sql-filter-operator-of-match-ignored',
    clauses: ['sql.filter-forms'],
    start: () => onForm('match', (asked) => ({ match: withOperator(asked, 'or') })),
  },
  {
    name: 'sql-filter-match-needs-all-words',
    clauses: ['sql.filter-forms'],
    start: () => onForm('match', (asked) => ({ match: withOperator(asked, 'and') })),
  },
  ...['range', 'term', 'terms', 'match'].map((form): Fault => ({
    name: `sql-filter-of-${form}-refused`,
    clauses: ['sql.filter-forms'],
    start: () => refusingSql((body) => form in membersOf(body['filter'])),
  })),
  {
    name: 'sql-routing-filter-matches-nothing',
    clauses: ['sql.routing-filter'],
    start: () => onRouting(() => ({ terms: { nothing: ['x'] } })),
  },
  {
    name: 'sql-routing-filter-matches-everything',
    clauses: ['sql.routing-filter'],
    start: () => onRouting(() => undefined),
  },
  {
    name: 'sql-routing-filter-refused',
    clauses: ['sql.routing-filter'],
    start: () => refusingSql((body) => '_routing' in membersOf(membersOf(body['filter'])['terms'])),
  },
];

/** Changes filters of one form; `asked` is what stands below its name. */
function onForm(form: string, edit: (asked: Members) => Members): ReturnType<Fault['start']> {
  return onFilter((filter) => (form in filter ? edit(membersOf(filter[form])) : filter));
}

function onRouting(edit: () => Members | undefined): ReturnType<Fault['start']> {
  return onFilter((filter) => ('_routing' in membersOf(filter['terms']) ? edit() : filter));
}

function exclusive(asked: Members): Members {
  return eachField(asked, (bounds) =>
    Object.fromEntries(
      Object.entries(membersOf(bounds)).map(([name, value]) => [name.replace('te', 't'), value]),
    ),
  );
}

function firstBound(asked: Members): Members {
  return eachField(asked, (bounds) =>
    Object.fromEntries(Object.entries(membersOf(bounds)).slice(0, 1)),
  );
}

function someTerms(asked: Members, from: number, to?: number): Members {
  return eachField(asked, (terms) => listOf(terms).slice(from, to));
}

function withOperator(asked: Members, operator: string): Members {
  return eachField(asked, (value) =>
    typeof value === 'string' ? { query: value, operator } : { ...membersOf(value), operator },
  );
}

function eachField(asked: Members, edit: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(asked).map(([field, value]) => [field, edit(value)]));
}
