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

/** Faults of what a filter leaves of documents. */
export const queryFilterFaults: readonly Fault[] = [
  {
    name: 'queries-without-a-filter-run-over-five-documents',
    clauses: ['query-filter.filter-default-none'],
    start: () =>
      onQueryText((text, body) =>
        'filter' in body ? text : text.replace('|', '| SORT n | LIMIT 5 |'),
      ),
  },
  {
    name: 'queries-without-a-filter-run-over-nothing',
    clauses: ['query-filter.filter-default-none'],
    start: () => onQueryBody((body) => ({ filter: { match_none: {} }, ...body })),
  },
  {
    name: 'query-filter-ignored',
    clauses: [
      ...everyKind,
      'query-filter.filter-restricts',
      'query-filter.filter-with-where',
      'query-filter.excluded-index-drops-columns',
      'query-filter.excluded-index-resolves-conflict',
    ],
    start: () => onQueryFilter(() => undefined),
  },
  {
    name: 'query-filter-turned-round',
    clauses: [...everyKind, 'query-filter.filter-restricts', 'query-filter.filter-with-where'],
    start: () => onQueryFilter((filter) => ({ bool: { must_not: [filter] } })),
  },
  {
    name: 'query-filter-ignored-by-stats',
    clauses: ['query-filter.filter-restricts', 'query-filter.filter-with-where'],
    start: () => onQueryFilter((filter, text) => (text.includes('STATS') ? undefined : filter)),
  },
  {
    name: 'query-filter-ignored-by-plain-counts',
    clauses: ['query-filter.filter-restricts'],
    start: () =>
      onQueryFilter((filter, text) => (/STATS \w+ = COUNT\(\*\)$/.test(text) ? undefined : filter)),
  },
  {
    name: 'query-filter-applied-to-the-result',
    clauses: ['query-filter.filter-restricts'],
    start: filteringTheResult,
  },
  {
    name: 'query-filter-ignored-beside-where',
    clauses: ['query-filter.filter-with-where'],
    start: () => onQueryFilter((filter, text) => (text.includes('WHERE') ? undefined : filter)),
  },
  {
    name: 'where-ignored-beside-a-query-filter',
    clauses: ['query-filter.filter-with-where'],
    start: () =>
      onQueryText((text, body) => ('filter' in body ? text.replace(/\|\s*WHERE[^|]*/g, '') : text)),
  },
  {
    name: 'query-filter-refused-beside-where',
    clauses: ['query-filter.filter-with-where'],
    start: () => refusingQueries((body) => 'filter' in body && textOfQuery(body).includes('WHERE')),
  },
  ...kinds.map((kind) => ({
    name: `query-filter-of-${kind}-refused`,
    clauses: [`query-filter.filter-${kind}`],
    start: () => refusingQueries((body) => kind in membersOf(body['filter'])),
  })),
  ...kinds.map((kind) => ({
    name: `query-filter-of-${kind}-finds-nothing`,
    clauses: [`query-filter.filter-${kind}`],
    start: () => onKind(kind, () => ({ match_none: {} })),
  })),
  {
    name: 'query-filter-leaves-out-its-lower-bound',
    clauses: ['query-filter.filter-range', 'query-filter.filter-restricts'],
    start: () =>
      onBounds(({ gte, ...others }) => ({ ...others, ...(gte !== undefined && { gt: gte }) })),
  },
  {
    name: 'query-filter-leaves-out-its-upper-bound',
    clauses: ['query-filter.filter-range'],
    start: () =>
      onBounds(({ lte, ...others }) => ({ ...others, ...(lte !== undefined && { lt: lte }) })),
  },
  {
    name: 'query-filter-ignores-its-upper-bound',
    clauses: ['query-filter.filter-range'],
    start: () => onBounds((bounds) => withMember(bounds, 'lte', undefined)),
  },
  {
    name: 'query-filter-of-term-finds-beginnings',
    clauses: ['query-filter.filter-term'],
    start: () =>
      onKind('term', (field, value) =>
        typeof value === 'string' ? { prefix: { [field]: value } } : { term: { [field]: value } },
      ),
  },
  {
    name: 'query-filter-of-term-ignores-case',
    clauses: ['query-filter.filter-term'],
    start: () =>
      onKind('term', (field, value) =>
        typeof value === 'string'
          ? { term: { [field]: { value, case_insensitive: true } } }
          : { term: { [field]: value } },
      ),
  },
  {
    name: 'query-filter-of-term-never-equals-a-number',
    clauses: ['query-filter.filter-term'],
    start: () =>
      onKind('term', (field, value) =>
        typeof value === 'number' ? { match_none: {} } : { term: { [field]: value } },
      ),
  },
  {
    name: 'query-filter-of-terms-takes-the-first',
    clauses: ['query-filter.filter-terms'],
    start: () =>
      onKind('terms', (field, values) => ({ terms: { [field]: listOf(values).slice(0, 1) } })),
  },
  {
    name: 'query-filter-of-terms-wants-every-term',
    clauses: ['query-filter.filter-terms'],
    start: () =>
      onKind('terms', (field, values) => ({
        bool: { filter: listOf(values).map((value) => ({ term: { [field]: value } })) },
      })),
  },
  {
    name: 'query-filter-of-match-looks-for-exact-terms',
    clauses: ['query-filter.filter-match'],
    start: () =>
      onKind('match', (field, asked) => ({
        term: { [field]: String(membersOf(asked)['query'] ?? asked) },
      })),
  },
  {
    name: 'query-filter-of-match-takes-and-for-or',
    clauses: ['query-filter.filter-match'],
    start: () =>
      onKind('match', (field, asked) => ({
        match: { [field]: membersOf(asked)['query'] ?? asked },
      })),
  },
];

function nameOf(column: Members): string {
  return String(column['name']);
}

/** Changes the filters of one kind; `asked` is what stands under the kind, by field. */
function onKind(kind: string, edit: (field: string, asked: unknown) => Members): Interceptor {
  return onQueryFilter((filter) => {
    const [pair] = Object.entries(membersOf(filter[kind]));
    return pair === undefined ? filter : edit(...pair);
  });
}

function onBounds(edit: (bounds: Members) => Members): Interceptor {
  return onKind('range', (field, bounds) => ({ range: { [field]: edit(membersOf(bounds)) } }));
}

/** Runs the query over all documents, and then looks at the rows that have the field of the lower bound. */
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
