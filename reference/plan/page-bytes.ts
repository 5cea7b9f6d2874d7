import type { Environment } from '../base/environment.ts';
import { startYielder } from '../base/yielder.ts';
import type { Cell, Cells, Page } from './page.ts';
import { isList } from './page.ts';

/** Estimated memory of an empty table, and of an empty column. */
const own_bytes = 1024;
const column_bytes = 32;

/** Returns the estimated memory of a page in bytes. */
export function pageBytes({ columns }: Page): number {
  return columns.reduce((sum, cells) => sum + cellsBytes(cells), 64);
}

/** Like `pageBytes`, for one column; rows that follow each other often share a list or text. */
export function cellsBytes(cells: Cells): number {
  let bytes = column_bytes;
  let before: Cell = null;
  for (const cell of cells) {
    bytes += 8 + (cell === before ? 0 : contentBytes(cell));
    before = cell;
  }
  return bytes;
}

function contentBytes(cell: Cell): number {
  if (typeof cell === 'string') return 16 + cell.length;
  if (isList(cell)) return cell.reduce<number>((sum, value) => sum + 8 + contentBytes(value), 16);
  return typeof cell === 'bigint' ? 16 : 0;
}

/** Returns the estimated memory of a table in bytes; yields to the event loop while it counts. */
export async function tableBytes(
  pages: readonly Page[],
  environment: Environment,
): Promise<number> {
  const yielder = startYielder(environment);
  let bytes = own_bytes;
  for (const page of pages) {
    bytes += pageBytes(page);
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return bytes;
}
