import { refuse } from '../base/service-error.ts';
import { formatBytes, parseBytes } from '../base/units.ts';
import { globMatcher } from '../base/wildcard.ts';
import type { Reply } from './operation.ts';

/** A size in bytes, shown in the unit that the request asks for. */
interface Size {
  readonly bytes: number;
}

/** The value of a cell; undefined leaves it blank. */
type Cell = string | number | Size | undefined;

/** A column of a listing: its name, its aliases, and its value in a row. */
export interface CatColumn<Row> {
  readonly name: string;
  readonly aliases: readonly string[];
  /** True if the column is shown by default. */
  readonly usual: boolean;
  readonly cell: (row: Row) => Cell;
}

/** Query parameters that all listings share. */
export interface CatParameters {
  readonly h?: string | undefined;
  readonly s?: string | undefined;
  readonly v?: boolean | undefined;
  readonly bytes?: string | undefined;
}

/**
 * Renders a listing with the columns and the order that the request asks for. Throws a ServiceError that names an
 * unknown column.
 */
export function catReply<Row>(
  columns: readonly CatColumn<Row>[],
  rows: readonly Row[],
  parameters: CatParameters,
): Reply {
  const shown = chooseColumns(columns, parameters.h);
  const sorted = sortRows(columns, rows, parameters.s);
  const table = {
    columns: shown.map(({ name, column }) => ({ name, align: alignment(column, rows) })),
    rows: sorted.map((row) =>
      shown.map(({ column }) => showCell(column.cell(row), parameters.bytes)),
    ),
    heading: parameters.v === true,
  };
  return { outcome: 'done', table };
}

/** Returns the requested columns. A column that is requested by an alias has the alias as its heading. */
function chooseColumns<Row>(
  columns: readonly CatColumn<Row>[],
  names: string | undefined,
): readonly { readonly name: string; readonly column: CatColumn<Row> }[] {
  if (names === undefined || names === '') {
    return columns.filter(({ usual }) => usual).map((column) => ({ name: column.name, column }));
  }
  return names.split(',').flatMap((name) => {
    if (!name.includes('*')) return [{ name, column: findColumn(columns, name) }];
    const matches = globMatcher(name);
    return columns
      .filter((column) => matches(column.name))
      .map((column) => ({ name: column.name, column }));
  });
}

function findColumn<Row>(columns: readonly CatColumn<Row>[], name: string): CatColumn<Row> {
  const found = columns.find((column) => column.name === name || column.aliases.includes(name));
  if (found !== undefined) return found;
  const known = columns.map((column) => column.name).join(', ');
  return refuse(`unknown column [${name}]; this listing has [${known}]`);
}

function sortRows<Row>(
  columns: readonly CatColumn<Row>[],
  rows: readonly Row[],
  order: string | undefined,
): readonly Row[] {
  if (order === undefined || order === '') return rows;
  const keys = order.split(',').map((key) => {
    const [name, direction = 'asc'] = key.split(':') as [string, string?];
    if (direction !== 'asc' && direction !== 'desc') {
      return refuse(`unknown order [${direction}] of the column [${name}]; use [asc] or [desc]`);
    }
    return { column: findColumn(columns, name), sign: direction === 'desc' ? -1 : 1 };
  });
  return [...rows].sort((a, b) => {
    for (const { column, sign } of keys) {
      const difference = compareCells(column.cell(a), column.cell(b));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
}

function compareCells(a: Cell, b: Cell): number {
  const [x, y] = [sortKey(a), sortKey(b)];
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x === 'string' && typeof y === 'string') return x === y ? 0 : x < y ? -1 : 1;
  return typeof x === 'number' ? -1 : 1;
}

function sortKey(cell: Cell): string | number {
  if (cell === undefined) return Number.MAX_VALUE;
  return typeof cell === 'object' ? cell.bytes : cell;
}

function showCell(cell: Cell, unit: string | undefined): string | undefined {
  if (cell === undefined) return undefined;
  if (typeof cell !== 'object') return String(cell);
  if (unit === undefined) return formatBytes(cell.bytes);
  return String(Math.floor(cell.bytes / parseBytes(`1${unit}`, 'bytes')));
}

function alignment<Row>({ cell }: CatColumn<Row>, rows: readonly Row[]): 'left' | 'right' {
  const cells = rows.map(cell).filter((value) => value !== undefined);
  return cells.length > 0 && cells.every((value) => typeof value !== 'string') ? 'right' : 'left';
}
