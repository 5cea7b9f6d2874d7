import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  withBody,
  withJson,
} from '../interceptors.ts';
import {
  columnIndices,
  gridIn,
  isQuery,
  onGrid,
  onQueryBody,
  onQueryFilter,
  onQueryText,
  textOfQuery,
  withColumns,
  withMember,
} from '../query-interceptors.ts';

const kinds = ['range', 'term', 'terms', 'match'] as const;

const everyKind = kinds.map((kind) => `query-filter.filter-${kind}`);

/** Faults of the documents that a filter keeps, and of filters over several indices. */
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
  fault(
    'query-filter-keeps-columns-of-every-index',
    ['query-filter.excluded-index-drops-columns'],
    () =>
      withWholeSchema((columns, unfiltered) => {
        const names = columns.map(nameOf);
        return [...columns, ...unfiltered.filter((column) => !names.includes(nameOf(column)))];
      }),
  ),
  fault('query-filter-leaves-the-conflict', ['query-filter.excluded-index-resolves-conflict'], () =>
    withWholeSchema((columns, unfiltered) =>
      columns.map((column) => unfiltered.find((one) => nameOf(one) === nameOf(column)) ?? column),
    ),
  ),
  fault(
    'query-filter-takes-the-type-of-the-first-index',
    ['query-filter.excluded-index-resolves-conflict'],
    () =>
      onGrid(({ columns, values }, body) => ({
        columns: columns.map((column) =>
          'filter' in body && nameOf(column) === 'code' ? { ...column, type: 'integer' } : column,
        ),
        values,
      })),
  ),
  fault('query-filter-drops-empty-columns', ['query-filter.kept-index-keeps-columns'], () =>
    withoutEmptyColumns((body) => 'filter' in body),
  ),
  fault('where-drops-empty-columns', ['query-filter.where-keeps-columns'], () =>
    withoutEmptyColumns((body) => textOfQuery(body).includes('WHERE')),
  ),
  fault('where-leaves-out-indices', ['query-filter.where-keeps-columns'], () =>
    onQueryBody((body) => {
      const [, field, value] = /WHERE (\w+) == "(\w+)"/.exec(textOfQuery(body)) ?? [];
      return field === undefined ? body : { ...body, filter: { term: { [field]: value } } };
    }),
  ),
  fault(
    'query-filter-leaves-out-an-index-with-few-matches',
    ['query-filter.kept-index-keeps-columns'],
    () =>
      onQueryText((text, body) =>
        'filter' in body ? text.replace(/^(FROM [^\s,]+), \S+/, '$1') : text,
      ),
  ),
  fault('query-filter-changes-the-types-of-fields', ['query-filter.schemas-unchanged'], () => {
    const known = new Map<string, unknown>();
    return onGrid(({ columns, values }, body) => {
      if ('filter' in body) {
        for (const column of columns) known.set(nameOf(column), column['type']);
      }
      const retyped = columns.map((column) => ({
        ...column,
        type: known.get(nameOf(column)) ?? column['type'],
      }));
      return { columns: retyped, values };
    });
  }),
  fault('query-filter-drops-columns-for-good', ['query-filter.schemas-unchanged'], () => {
    let kept: readonly string[] | undefined;
    return onGrid((grid, body) => {
      if ('filter' in body) kept = grid.columns.map(nameOf);
      const places = columnIndices(grid, (name) => kept === undefined || kept.includes(name));
      return withColumns(grid, places);
    });
  }),
  fault('queries-keep-the-filter-of-the-one-before', ['query-filter.schemas-unchanged'], () => {
    let before: unknown;
    return onQueryBody((body) => {
      before = body['filter'] ?? before;
      return withMember(body, 'filter', before);
    });
  }),
];

/** Replaces the filters of one kind; `edit` receives the field of the filter and the value for that field. */
function onKind(kind: string, edit: (field: string, value: unknown) => Members): Interceptor {
  return onQueryFilter((filter) => {
    const [pair] = Object.entries(membersOf(filter[kind]));
    return pair === undefined ? filter : edit(...pair);
  });
}

function nameOf(column: Members): string {
  return String(column['name']);
}

/** Changes the columns of filtered answers; `edit` also gets the columns of the same query without its filter. */
function withWholeSchema(
  edit: (columns: readonly Members[], unfiltered: readonly Members[]) => readonly Members[],
): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    const body = bodyOf(request);
    if (!isQuery(request) || !('filter' in body) || reply.status >= 300) return reply;
    const open = await forward(withBody(request, withMember(body, 'filter', undefined)));
    if (open.status >= 300) return open;
    const { columns, values } = gridIn(jsonIn(reply));
    const edited = edit(columns, gridIn(jsonIn(open)).columns);
    const padding = edited.slice(columns.length).map(() => null);
    const padded = values.map((row) => [...row, ...padding]);
    return withJson(reply, { ...jsonIn(reply), columns: edited, values: padded });
  };
}

/** Removes columns without values from the answers to queries for which the predicate is true. */
function withoutEmptyColumns(fits: (body: Members) => boolean): Interceptor {
  return onGrid((grid, body) =>
    fits(body)
      ? withColumns(
          grid,
          columnIndices(grid, (_, cells) => cells.some((cell) => cell !== null)),
        )
      : grid,
  );
}
