import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { formatAsked } from '../format-interceptors.ts';
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
  without,
} from '../interceptors.ts';

const kinds = ['range', 'term', 'terms', 'match'] as const;
const formats = [
  ['yaml', 'texts'],
  ['csv', 'texts'],
  ['tsv', 'texts'],
  ['txt', 'texts'],
  ...(['md', 'cbor', 'smile', 'arrow'] as const).map((format) => [format, format] as const),
] as const;
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
    'query-filter-ignored',
    [
      ...everyKind,
      'query-filter.filter-restricts',
      'query-filter.filter-with-where',
      'query-filter.excluded-index-drops-columns',
      'query-filter.excluded-index-resolves-conflict',
    ],
    () => onQueryFilter(() => undefined),
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
  ...formats.map(([format, clause]) =>
    fault(`query-filter-ignored-in-${format}`, [`query-filter.filter-in-${clause}`], () =>
      onQueryBody((body, request) =>
        formatAsked(request) === format ? without(body, 'filter') : body,
      ),
    ),
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
  ...kinds.map((kind) =>
    fault(`query-filter-of-${kind}-refused`, [`query-filter.filter-${kind}`], () =>
      refusingQueries((body) => kind in membersOf(body['filter'])),
    ),
  ),
  ...kinds.map((kind) =>
    fault(`query-filter-of-${kind}-finds-nothing`, [`query-filter.filter-${kind}`], () =>
      onKind(kind, () => ({ match_none: {} })),
    ),
  ),
  fault(
    'query-filter-leaves-out-its-lower-bound',
    ['query-filter.filter-range', 'query-filter.filter-restricts'],
    () => onBounds(({ gte, ...others }) => ({ ...others, ...(gte !== undefined && { gt: gte }) })),
  ),
  fault('query-filter-leaves-out-its-upper-bound', ['query-filter.filter-range'], () =>
    onBounds(({ lte, ...others }) => ({ ...others, ...(lte !== undefined && { lt: lte }) })),
  ),
  fault('query-filter-ignores-its-upper-bound', ['query-filter.filter-range'], () =>
    onBounds((bounds) => withMember(bounds, 'lte', undefined)),
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
  fault('query-filter-of-terms-takes-the-first', ['query-filter.filter-terms'], () =>
    onKind('terms', (field, values) => ({ terms: { [field]: listOf(values).slice(0, 1) } })),
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
  fault('query-filter-of-match-takes-and-for-or', ['query-filter.filter-match'], () =>
    onKind('match', (field, value) => ({
      match: { [field]: membersOf(value)['query'] ?? value },
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

function onBounds(edit: (bounds: Members) => Members): Interceptor {
  return onKind('range', (field, bounds) => ({ range: { [field]: edit(membersOf(bounds)) } }));
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
