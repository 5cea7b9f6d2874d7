import { at } from '../../base/assert.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { type Members } from '../interceptors.ts';
import {
  gridIn,
  onAnswer,
  onCells,
  onGrid,
  onQueryText,
  transposed,
  withColumns,
} from '../query-interceptors.ts';

/** The types of fields that the specification names, and wrong names for them. */
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
  fault('columns-by-name', ['query.columns-array'], () =>
    onGrid((grid) => withColumns(grid, placesByName(grid.columns))),
  ),
  fault('columns-leave-out-computed-ones', ['query.columns-array'], () =>
    onGrid((grid) =>
      withColumns(
        grid,
        [...grid.columns.keys()].filter((at) => grid.columns[at]?.['name'] !== 'later'),
      ),
    ),
  ),
  ...types.map(([type, other]) =>
    fault(`columns-call-${type}-${other.replace('_', '-')}`, [`query.column-type-${type}`], () =>
      onGrid(({ columns, values }) => ({
        columns: columns.map((column) =>
          column['type'] === type ? { ...column, type: other } : column,
        ),
        values,
      })),
    ),
  ),
  fault('values-by-column-unless-refused', ['query.values-row-wise'], () =>
    onAnswer((answer, body) =>
      'columnar' in body ? answer : { ...answer, values: transposed(gridIn(answer).values) },
    ),
  ),
  fault('where-ignored', ['query.where-restricts-rows'], () =>
    onQueryText((text) => text.replace(/\|\s*WHERE[^|]*/g, '')),
  ),
  fault('where-takes-more-than-for-at-least', ['query.where-restricts-rows'], () =>
    onQueryText((text) => text.replace(/ > /g, ' >= ')),
  ),
  fault('where-takes-and-for-or', ['query.where-restricts-rows'], () =>
    onQueryText((text) => text.replaceAll(' AND ', ' OR ')),
  ),
  fault('where-leaves-the-others', ['query.where-restricts-rows', 'query.runs-the-text'], () =>
    onQueryText((text) => text.replace(/\|\s*WHERE([^|]*)/g, '| WHERE NOT ($1) ')),
  ),
  fault('figures-rounded-by-default', ['query.approximation-default-false'], () =>
    onRounded((approximation) => approximation !== true && typeof approximation !== 'object'),
  ),
  fault('approximation-false-taken-for-true', ['query.approximation-default-false'], () =>
    onRounded((approximation) => approximation === false),
  ),
  fault(
    'approximation-loses-columns',
    ['query.approximation-true', 'query.approximation-object'],
    () =>
      onGrid((grid, body) =>
        'approximation' in body ? withColumns(grid, [grid.columns.length - 1]) : grid,
      ),
  ),
  fault(
    'approximation-names-columns-otherwise',
    ['query.approximation-true', 'query.approximation-object'],
    () =>
      onGrid(({ columns, values }, body) => ({
        columns: columns.map((column) =>
          'approximation' in body
            ? { ...column, name: `approx_${String(column['name'])}` }
            : column,
        ),
        values,
      })),
  ),
  fault('approximation-object-computes-nothing', ['query.approximation-object'], () =>
    onAnswer((answer, body) =>
      typeof body['approximation'] === 'object' ? { ...answer, values: [] } : answer,
    ),
  ),
];

/** Rounds the figures of answers to one digit if `fits` is true for the member `approximation`. */
function onRounded(fits: (approximation: unknown) => boolean): Interceptor {
  return onCells((cell, body) =>
    typeof cell === 'number' && fits(body['approximation']) ? Number(cell.toPrecision(1)) : cell,
  );
}

function placesByName(columns: readonly Members[]): readonly number[] {
  const names = columns.map((column) => String(column['name']));
  return [...names.keys()].toSorted((a, b) => (at(names, a) < at(names, b) ? -1 : 1));
}
