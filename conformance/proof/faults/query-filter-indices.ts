import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  gridIn,
  isQuery,
  onGrid,
  onQueryBody,
  onQueryText,
  placesOf,
  refusingQueries,
  textOfQuery,
  withColumns,
  withMember,
} from '../query-interceptors.ts';
import { bodyOf, jsonIn, type Members, membersOf, withBody, withJson } from '../interceptors.ts';

/** Faults of what a filter does to whole indices and their columns. */
export const queryFilterIndexFaults: readonly Fault[] = [
  {
    name: 'query-filter-keeps-columns-of-every-index',
    clauses: ['query-filter.excluded-index-drops-columns'],
    start: () =>
      withWholeSchema((columns, whole) => {
        const names = columns.map(nameOf);
        return [...columns, ...whole.filter((column) => !names.includes(nameOf(column)))];
      }),
  },
  {
    name: 'query-filter-leaves-the-conflict',
    clauses: ['query-filter.excluded-index-resolves-conflict'],
    start: () =>
      withWholeSchema((columns, whole) =>
        columns.map((column) => whole.find((one) => nameOf(one) === nameOf(column)) ?? column),
      ),
  },
  {
    name: 'query-filter-takes-the-type-of-the-first-index',
    clauses: ['query-filter.excluded-index-resolves-conflict'],
    start: () =>
      onGrid(({ columns, values }, body) => ({
        columns: columns.map((column) =>
          'filter' in body && nameOf(column) === 'code' ? { ...column, type: 'integer' } : column,
        ),
        values,
      })),
  },
  {
    name: 'query-filter-refused-where-types-differ',
    clauses: ['query-filter.excluded-index-resolves-conflict'],
    start: () =>
      refusingQueries((body) => 'filter' in body && textOfQuery(body).includes('KEEP code')),
  },
  {
    name: 'query-filter-on-a-field-of-one-index-refused',
    clauses: ['query-filter.excluded-index-drops-columns'],
    start: () => refusingQueries((body) => 'pages' in membersOf(membersOf(body['filter'])['term'])),
  },
  {
    name: 'query-filter-drops-empty-columns',
    clauses: ['query-filter.kept-index-keeps-columns'],
    start: () => withoutEmptyColumns((body) => 'filter' in body),
  },
  {
    name: 'where-drops-empty-columns',
    clauses: ['query-filter.where-keeps-columns'],
    start: () => withoutEmptyColumns((body) => textOfQuery(body).includes('WHERE')),
  },
  {
    name: 'where-leaves-out-indices',
    clauses: ['query-filter.where-keeps-columns'],
    start: () =>
      onQueryBody((body) => {
        const [, field, value] = /WHERE (\w+) == "(\w+)"/.exec(textOfQuery(body)) ?? [];
        return field === undefined ? body : { ...body, filter: { term: { [field]: value } } };
      }),
  },
  {
    name: 'query-filter-leaves-out-an-index-with-few-matches',
    clauses: ['query-filter.kept-index-keeps-columns'],
    start: () =>
      onQueryText((text, body) =>
        'filter' in body ? text.replace(/^(FROM [^\s,]+), \S+/, '$1') : text,
      ),
  },
  {
    name: 'query-filter-changes-the-types-of-fields',
    clauses: ['query-filter.schemas-unchanged'],
    start: () => {
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
    },
  },
  {
    name: 'query-filter-drops-columns-for-good',
    clauses: ['query-filter.schemas-unchanged'],
    start: () => {
      let kept: readonly string[] | undefined;
      return onGrid((grid, body) => {
        if ('filter' in body) kept = grid.columns.map(nameOf);
        const places = placesOf(grid, (name) => kept === undefined || kept.includes(name));
        return withColumns(grid, places);
      });
    },
  },
  {
    name: 'queries-keep-the-filter-of-the-one-before',
    clauses: ['query-filter.schemas-unchanged'],
    start: () => {
      let before: unknown;
      return onQueryBody((body) => {
        before = body['filter'] ?? before;
        return withMember(body, 'filter', before);
      });
    },
  },
];

function nameOf(column: Members): string {
  return String(column['name']);
}

/** Changes the columns of filtered answers, by those of the same query without its filter, which may be refused. */
function withWholeSchema(
  edit: (columns: readonly Members[], whole: readonly Members[]) => readonly Members[],
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

/** Takes away the columns that hold nothing, in the answers to the queries that fit. */
function withoutEmptyColumns(fits: (body: Members) => boolean): Interceptor {
  return onGrid((grid, body) =>
    fits(body)
      ? withColumns(
          grid,
          placesOf(grid, (_, cells) => cells.some((cell) => cell !== null)),
        )
      : grid,
  );
}
