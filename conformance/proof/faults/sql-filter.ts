import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { listOf, type Members, membersOf } from '../interceptors.ts';
import { onFilter, onStatement, refusingSql } from '../sql-interceptors.ts';

/** Faults of the filter of an SQL statement. */
export const sqlFilterFaults: readonly Fault[] = [
  fault(
    'sql-filter-ignored',
    ['sql.filter-restricts', 'sql.filter-forms', 'sql.filter-with-where', 'sql.routing-filter'],
    () => onFilter(() => undefined),
  ),
  fault(
    'sql-filter-refused',
    ['sql.filter-restricts', 'sql.filter-forms', 'sql.filter-with-where', 'sql.routing-filter'],
    () => refusingSql((body) => 'filter' in body),
  ),
  fault('sql-filter-ignored-in-counts', ['sql.filter-restricts', 'sql.routing-filter'], () =>
    onFilter((filter, body) => (/COUNT/.test(String(body['query'])) ? undefined : filter)),
  ),
  fault('sql-filter-ignored-beside-a-where', ['sql.filter-with-where'], () =>
    onFilter((filter, body) => (/WHERE/.test(String(body['query'])) ? undefined : filter)),
  ),
  fault('sql-filter-takes-the-place-of-where', ['sql.filter-with-where'], () =>
    onStatement((statement, body) =>
      'filter' in body ? statement.replace(/ WHERE .*?(?= ORDER)/, '') : statement,
    ),
  ),
  fault('sql-filter-or-where-is-enough', ['sql.filter-with-where'], () =>
    onFilter((filter, body) =>
      /WHERE n >= 4/.test(String(body['query']))
        ? { bool: { should: [filter, { range: { n: { gte: 4 } } }] } }
        : filter,
    ),
  ),
  fault(
    'sql-filter-turned-round',
    ['sql.filter-restricts', 'sql.filter-forms', 'sql.routing-filter'],
    () => onFilter((filter) => ({ bool: { must_not: [filter] } })),
  ),
  fault('sql-filter-bounds-left-out', ['sql.filter-restricts', 'sql.filter-forms'], () =>
    onForm('range', (content) => ({ range: exclusive(content) })),
  ),
  fault('sql-filter-reads-the-first-bound-only', ['sql.filter-forms'], () =>
    onForm('range', (content) => ({ range: firstBound(content) })),
  ),
  fault('sql-filter-reads-the-first-term-only', ['sql.filter-forms', 'sql.routing-filter'], () =>
    onForm('terms', (content) => ({ terms: someTerms(content, 0, 1) })),
  ),
  fault('sql-filter-reads-the-last-term-only', ['sql.filter-forms', 'sql.routing-filter'], () =>
    onForm('terms', (content) => ({ terms: someTerms(content, -1) })),
  ),
  fault('sql-filter-takes-match-for-a-term', ['sql.filter-forms'], () =>
    onForm('match', (content) => {
      const [[field, value] = ['', '']] = Object.entries(content);
      const text = typeof value === 'string' ? value : membersOf(value)['query'];
      return { term: { [field]: text } };
    }),
  ),
  fault('sql-filter-operator-of-match-ignored', ['sql.filter-forms'], () =>
    onForm('match', (content) => ({ match: withOperator(content, 'or') })),
  ),
  fault('sql-filter-match-needs-all-words', ['sql.filter-forms'], () =>
    onForm('match', (content) => ({ match: withOperator(content, 'and') })),
  ),
  ...['range', 'term', 'terms', 'match'].map((form): Fault =>
    fault(`sql-filter-of-${form}-refused`, ['sql.filter-forms'], () =>
      refusingSql((body) => form in membersOf(body['filter'])),
    ),
  ),
  fault('sql-routing-filter-matches-nothing', ['sql.routing-filter'], () =>
    onRouting(() => ({ terms: { nothing: ['x'] } })),
  ),
  fault('sql-routing-filter-matches-everything', ['sql.routing-filter'], () =>
    onRouting(() => undefined),
  ),
  fault('sql-routing-filter-refused', ['sql.routing-filter'], () =>
    refusingSql((body) => '_routing' in membersOf(membersOf(body['filter'])['terms'])),
  ),
];

/** Changes the content of filters of one form, such as `range`. */
function onForm(form: string, edit: (content: Members) => Members): Interceptor {
  return onFilter((filter) => (form in filter ? edit(membersOf(filter[form])) : filter));
}

function onRouting(edit: () => Members | undefined): Interceptor {
  return onFilter((filter) => ('_routing' in membersOf(filter['terms']) ? edit() : filter));
}

function exclusive(content: Members): Members {
  return eachField(content, (bounds) =>
    Object.fromEntries(
      Object.entries(membersOf(bounds)).map(([name, value]) => [name.replace('te', 't'), value]),
    ),
  );
}

function firstBound(content: Members): Members {
  return eachField(content, (bounds) =>
    Object.fromEntries(Object.entries(membersOf(bounds)).slice(0, 1)),
  );
}

function someTerms(content: Members, from: number, to?: number): Members {
  return eachField(content, (terms) => listOf(terms).slice(from, to));
}

function withOperator(content: Members, operator: string): Members {
  return eachField(content, (value) =>
    typeof value === 'string' ? { query: value, operator } : { ...membersOf(value), operator },
  );
}

function eachField(content: Members, edit: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(content).map(([field, value]) => [field, edit(value)]));
}
