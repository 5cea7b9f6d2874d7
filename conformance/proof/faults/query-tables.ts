import type { Fault } from '../../run/mutation.ts';
import {
  gridIn,
  onAnswer,
  onCells,
  onGrid,
  onQueryMember,
  onQueryText,
  refusingQueries,
  turnedOver,
  withColumns,
} from '../query-interceptors.ts';
import { type Members, without } from '../interceptors.ts';

/** The types of fields that the text names, and what else they might be called. */
const types = [
  ['text', 'keyword'],
  ['keyword', 'text'],
  ['keyword', 'string'],
  ['integer', 'long'],
  ['date', 'datetime'],
  ['date', 'date_nanos'],
] as const;

/** Faults of columns and values, of WHERE and of approximate figures. */
export const queryTableFaults: readonly Fault[] = [
  {
    name: 'columns-by-name',
    clauses: ['query.columns-array'],
    start: () => onGrid((grid) => withColumns(grid, placesByName(grid.columns))),
  },
  {
    name: 'columns-as-an-object',
    clauses: ['query.columns-array'],
    start: () =>
      onAnswer((answer) => ({
        ...answer,
        columns: Object.fromEntries(
          gridIn(answer).columns.map((column) => [String(column['name']), column['type']]),
        ),
      })),
  },
  {
    name: 'columns-leave-out-computed-ones',
    clauses: ['query.columns-array'],
    start: () =>
      onGrid((grid) =>
        withColumns(
          grid,
          [...grid.columns.keys()].filter((at) => grid.columns[at]?.['name'] !== 'later'),
        ),
      ),
  },
  ...columnFault('columns-as-names', (column) => column['name']),
  ...columnFault('columns-without-type', (column) => without(column, 'type')),
  ...columnFault('columns-without-name', (column) => without(column, 'name')),
  ...columnFault('columns-with-a-number-for-their-type', (column) => ({ ...column, type: 4 })),
  ...columnFault('columns-with-a-list-of-types', (column) => ({
    ...column,
    type: [column['type']],
  })),
  ...types.map(([type, other]) => ({
    name: `columns-call-${type}-${other.replace('_', '-')}`,
    clauses: [`query.column-type-${type}`],
    start: () =>
      onGrid(({ columns, values }) => ({
        columns: columns.map((column) =>
          column['type'] === type ? { ...column, type: other } : column,
        ),
        values,
      })),
  })),
  {
    name: 'rows-as-objects',
    clauses: ['query.values-row-wise'],
    start: () =>
      onAnswer((answer) => {
        const { columns, values } = gridIn(answer);
        const named = (row: readonly unknown[]): Members =>
          Object.fromEntries(columns.map((column, at) => [String(column['name']), row[at]]));
        return { ...answer, values: values.map(named) };
      }),
  },
  {
    name: 'values-by-column-unless-refused',
    clauses: ['query.values-row-wise'],
    start: () =>
      onAnswer((answer, body) =>
        'columnar' in body ? answer : { ...answer, values: turnedOver(gridIn(answer).values) },
      ),
  },
  {
    name: 'columnar-false-taken-for-true',
    clauses: ['query.values-row-wise'],
    start: () => onQueryMember('columnar', () => true),
  },
  {
    name: 'columns-of-values-leave-nulls-out',
    clauses: ['query.columnar-json'],
    start: () =>
      onGrid(({ columns, values }, body) => ({
        columns,
        values:
          body['columnar'] === true
            ? values.map((list) => list.filter((cell) => cell !== null))
            : values,
      })),
  },
  {
    name: 'cells-in-the-order-of-names',
    clauses: ['query.values-row-wise'],
    start: () =>
      onGrid((grid) => ({
        columns: grid.columns,
        values: withColumns(grid, placesByName(grid.columns)).values,
      })),
  },
  {
    name: 'cells-all-as-text',
    clauses: ['query.values-row-wise'],
    start: () => onCells((cell) => (typeof cell === 'number' ? String(cell) : cell)),
  },
  {
    name: 'where-ignored',
    clauses: ['query.where-restricts-rows'],
    start: () => onQueryText((text) => text.replace(/\|\s*WHERE[^|]*/g, '')),
  },
  {
    name: 'where-takes-more-than-for-at-least',
    clauses: ['query.where-restricts-rows'],
    start: () => onQueryText((text) => text.replace(/ > /g, ' >= ')),
  },
  {
    name: 'where-takes-and-for-or',
    clauses: ['query.where-restricts-rows'],
    start: () => onQueryText((text) => text.replaceAll(' AND ', ' OR ')),
  },
  {
    name: 'where-leaves-the-others',
    clauses: ['query.where-restricts-rows', 'query.runs-the-text'],
    start: () => onQueryText((text) => text.replace(/\|\s*WHERE([^|]*)/g, '| WHERE NOT ($1) ')),
  },
  {
    name: 'figures-rounded-by-default',
    clauses: ['query.approximation-default-false'],
    start: () =>
      onRounded((approximation) => approximation !== true && typeof approximation !== 'object'),
  },
  {
    name: 'approximation-false-taken-for-true',
    clauses: ['query.approximation-default-false'],
    start: () => onRounded((approximation) => approximation === false),
  },
  {
    name: 'approximation-loses-columns',
    clauses: ['query.approximation-true', 'query.approximation-object'],
    start: () =>
      onGrid((grid, body) =>
        'approximation' in body ? withColumns(grid, [grid.columns.length - 1]) : grid,
      ),
  },
  {
    name: 'approximation-names-columns-otherwise',
    clauses: ['query.approximation-true', 'query.approximation-object'],
    start: () =>
      onGrid(({ columns, values }, body) => ({
        columns: columns.map((column) =>
          'approximation' in body
            ? { ...column, name: `approx_${String(column['name'])}` }
            : column,
        ),
        values,
      })),
  },
  {
    name: 'approximation-refused',
    clauses: ['query.approximation-true'],
    start: () => refusingQueries((body) => body['approximation'] === true),
  },
  {
    name: 'approximation-object-refused',
    clauses: ['query.approximation-object'],
    start: () => refusingQueries((body) => typeof body['approximation'] === 'object'),
  },
  {
    name: 'approximation-object-computes-nothing',
    clauses: ['query.approximation-object'],
    start: () =>
      onAnswer((answer, body) =>
        typeof body['approximation'] === 'object' ? { ...answer, values: [] } : answer,
      ),
  },
];

function columnFault(name: string, edit: (column: Members) => unknown): readonly Fault[] {
  const start: Fault['start'] = () =>
    onAnswer((answer) => ({ ...answer, columns: gridIn(answer).columns.map(edit) }));
  return [{ name, clauses: ['query.column-name-and-type'], start }];
}

/** Rounds the figures of answers to one digit where the member `approximation` fits. */
function onRounded(fits: (approximation: unknown) => boolean): ReturnType<Fault['start']> {
  return onCells((cell, body) =>
    typeof cell === 'number' && fits(body['approximation']) ? Number(cell.toPrecision(1)) : cell,
  );
}

function placesByName(columns: readonly Members[]): readonly number[] {
  const names = columns.map((column) => String(column['name']));
  return [...names.keys()].toSorted((a, b) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1));
}
