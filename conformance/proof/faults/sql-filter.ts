import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { listOf, type Members, membersOf } from '../interceptors.ts';
import { onFilter, onStatement, refusingSql } from '../sql-interceptors.ts';

/** Faults of the filter of a statement. */
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
    onForm('range', (asked) => ({ range: exclusive(asked) })),
  ),
  fault('sql-filter-reads-the-first-bound-only', ['sql.filter-forms'], () =>
    onForm('range', (asked) => ({ range: firstBound(asked) })),
  ),
  fault('sql-filter-reads-the-first-term-only', ['sql.filter-forms', 'sql.routing-filter'], () =>
    onForm('terms', (asked) => ({ terms: someTerms(asked, 0, 1) })),
  ),
  fault('sql-filter-reads-the-last-term-only', ['sql.filter-forms', 'sql.routing-filter'], () =>
    onForm('terms', (asked) => ({ terms: someTerms(asked, -1) })),
  ),
  fault('sql-filter-takes-match-for-a-term', ['sql.filter-forms'], () =>
    onForm('match', (asked) => {
      const [[field, value] = ['', '']] = Object.entries(asked);
      const text = typeof value === 'string' ? value : membersOf(value)['query'];
      return { term: { [field]: text } };
    }),
  ),
  fault('sql-filter-operator-of-match-ignored', ['sql.filter-forms'], () =>
    onForm('match', (asked) => ({ match: withOperator(asked, 'or') })),
  ),
  fault('sql-filter-match-needs-all-words', ['sql.filter-forms'], () =>
    onForm('match', (asked) => ({ match: withOperator(asked, 'and') })),
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

/** Changes filters of one form; `asked` is what stands below its name. */
function onForm(form: string, edit: (asked: Members) => Members): Interceptor {
  return onFilter((filter) => (form in filter ? edit(membersOf(filter[form])) : filter));
}

function onRouting(edit: () => Members | undefined): Interceptor {
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
