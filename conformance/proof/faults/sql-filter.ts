import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { type Members, membersOf } from '../interceptors.ts';
import { onFilter, onStatement } from '../sql-interceptors.ts';

/** Faults of the filter of an SQL statement. */
export const sqlFilterFaults: readonly Fault[] = [
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
  fault('sql-filter-takes-match-for-a-term', ['sql.filter-forms'], () =>
    onForm('match', (content) => {
      const [[field, value] = ['', '']] = Object.entries(content);
      const text = typeof value === 'string' ? value : membersOf(value)['query'];
      return { term: { [field]: text } };
    }),
  ),
  fault('sql-filter-match-needs-all-words', ['sql.filter-forms'], () =>
    onForm('match', (content) => ({ match: withOperator(content, 'and') })),
  ),
  fault('sql-routing-filter-matches-nothing', ['sql.routing-filter'], () =>
    onRouting(() => ({ terms: { nothing: ['x'] } })),
  ),
];

/** Changes the content of filters of one form, such as `range`. */
function onForm(form: string, edit: (content: Members) => Members): Interceptor {
  return onFilter((filter) => (form in filter ? edit(membersOf(filter[form])) : filter));
}

function onRouting(edit: () => Members | undefined): Interceptor {
  return onFilter((filter) => ('_routing' in membersOf(filter['terms']) ? edit() : filter));
}

function withOperator(content: Members, operator: string): Members {
  return eachField(content, (value) =>
    typeof value === 'string' ? { query: value, operator } : { ...membersOf(value), operator },
  );
}

function eachField(content: Members, edit: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(content).map(([field, value]) => [field, edit(value)]));
}
