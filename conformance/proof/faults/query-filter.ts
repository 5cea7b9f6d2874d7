import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onQueryBody, onQueryFilter, onQueryText } from '../query-interceptors.ts';
import { listOf, type Members, membersOf } from '../interceptors.ts';

const kinds = ['range', 'term', 'terms', 'match'] as const;
const everyKind = kinds.map((kind) => `query-filter.filter-${kind}`);

/** Faults of the documents that a filter keeps. */
export const queryFilterFaults: readonly Fault[] = [
  fault(
    'queries-without-a-filter-run-over-five-documents',
    ['query-filter.filter-default-none'],
    () =>
      onQueryText((text, body) =>
        'filter' in body ? text : text.replace('|', '| SORT n | LIMIT 5 |'),
      ),
  ),
  fault('queries-without-a-filter-run-over-nothing', ['query-filter.filter-default-none'], () =>
    onQueryBody((body) => ({ filter: { match_none: {} }, ...body })),
  ),
  fault(
    'query-filter-turned-round',
    [...everyKind, 'query-filter.filter-restricts', 'query-filter.filter-with-where'],
    () => onQueryFilter((filter) => ({ bool: { must_not: [filter] } })),
  ),
  fault('where-ignored-beside-a-query-filter', ['query-filter.filter-with-where'], () =>
    onQueryText((text, body) => ('filter' in body ? text.replace(/\|\s*WHERE[^|]*/g, '') : text)),
  ),
  fault('query-filter-of-term-finds-beginnings', ['query-filter.filter-term'], () =>
    onKind('term', (field, value) =>
      typeof value === 'string' ? { prefix: { [field]: value } } : { term: { [field]: value } },
    ),
  ),
  fault('query-filter-of-term-ignores-case', ['query-filter.filter-term'], () =>
    onKind('term', (field, value) =>
      typeof value === 'string'
        ? { term: { [field]: { value, case_insensitive: true } } }
        : { term: { [field]: value } },
    ),
  ),
  fault('query-filter-of-term-never-equals-a-number', ['query-filter.filter-term'], () =>
    onKind('term', (field, value) =>
      typeof value === 'number' ? { match_none: {} } : { term: { [field]: value } },
    ),
  ),
  fault('query-filter-of-terms-wants-every-term', ['query-filter.filter-terms'], () =>
    onKind('terms', (field, values) => ({
      bool: { filter: listOf(values).map((value) => ({ term: { [field]: value } })) },
    })),
  ),
  fault('query-filter-of-match-looks-for-exact-terms', ['query-filter.filter-match'], () =>
    onKind('match', (field, value) => ({
      term: { [field]: String(membersOf(value)['query'] ?? value) },
    })),
  ),
];

/** Replaces the filters of one kind; `edit` receives the field of the filter and the value for that field. */
function onKind(kind: string, edit: (field: string, value: unknown) => Members): Interceptor {
  return onQueryFilter((filter) => {
    const [pair] = Object.entries(membersOf(filter[kind]));
    return pair === undefined ? filter : edit(...pair);
  });
}
