import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  gridIn,
  isQuery,
  onQueryBody,
  onQueryFilter,
  onQueryText,
  refusingQueries,
  textOfQuery,
  withMember,
} from '../query-interceptors.ts';
import {
  bodyOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  withBody,
  withJson,
} from '../interceptors.ts';

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
  fault(
    'query-filter-ignored-by-stats',
    ['query-filter.filter-restricts', 'query-filter.filter-with-where'],
    () => onQueryFilter((filter, text) => (text.includes('STATS') ? undefined : filter)),
  ),
  fault('query-filter-ignored-by-plain-counts', ['query-filter.filter-restricts'], () =>
    onQueryFilter((filter, text) => (/STATS \w+ = COUNT\(\*\)$/.test(text) ? undefined : filter)),
  ),
  fault(
    'query-filter-applied-to-the-result',
    ['query-filter.filter-restricts'],
    filteringTheResult,
  ),
  fault('query-filter-refused-over-a-pattern', ['query-filter.filter-over-pattern'], () =>
    refusingQueries((body) => 'filter' in body && /FROM \S*\*/.test(textOfQuery(body))),
  ),
  fault('query-filter-ignored-over-a-pattern', ['query-filter.filter-over-pattern'], () =>
    onQueryFilter((filter, text) => (/FROM \S*\*/.test(text) ? undefined : filter)),
  ),
  fault('query-filter-ignored-beside-where', ['query-filter.filter-with-where'], () =>
    onQueryFilter((filter, text) => (text.includes('WHERE') ? undefined : filter)),
  ),
  fault('where-ignored-beside-a-query-filter', ['query-filter.filter-with-where'], () =>
    onQueryText((text, body) => ('filter' in body ? text.replace(/\|\s*WHERE[^|]*/g, '') : text)),
  ),
  fault('query-filter-refused-beside-where', ['query-filter.filter-with-where'], () =>
    refusingQueries((body) => 'filter' in body && textOfQuery(body).includes('WHERE')),
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

function nameOf(column: Members): string {
  return String(column['name']);
}

/** Replaces the filters of one kind; `edit` receives the field of the filter and the value for that field. */
function onKind(kind: string, edit: (field: string, value: unknown) => Members): Interceptor {
  return onQueryFilter((filter) => {
    const [pair] = Object.entries(membersOf(filter[kind]));
    return pair === undefined ? filter : edit(...pair);
  });
}

/** Runs the query over all documents, and then filters the rows by the field of the lower bound. */
function filteringTheResult(): Interceptor {
  return async (request, forward) => {
    const body = bodyOf(request);
    const bounds = Object.entries(membersOf(membersOf(body['filter'])['range']))[0];
    if (!isQuery(request) || bounds === undefined) return forward(request);
    const reply = await forward(withBody(request, withMember(body, 'filter', undefined)));
    const least = Number(membersOf(bounds[1])['gte']);
    const { columns, values } = gridIn(jsonIn(reply));
    const at = columns.findIndex((column) => nameOf(column) === bounds[0]);
    const left = values.filter((row) => at < 0 || Number(row[at]) >= least);
    return withJson(reply, { ...jsonIn(reply), values: left });
  };
}
