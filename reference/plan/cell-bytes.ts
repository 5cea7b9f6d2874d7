import type { Environment } from '../base/environment.ts';
import { startYielder } from '../base/yielder.ts';
import type { Cell, Cells } from './cells.ts';
import { isList } from './cells.ts';
import { ServiceError } from '../base/service-error.ts';

/** Estimated memory of an empty table, and of an empty row. */
const own_bytes = 1024;
const row_bytes = 32;

/** The most memory of a row of a result, about three documents of usual limits: formats write a row in few turns. */
const maxRow_bytes = 2 ** 25;

/** Throws circuit_breaking_exception if a row of a result is too large. */
export function checkRow(cells: Cells): void {
  const bytes = rowBytes(cells);
  if (bytes <= maxRow_bytes) return;
  throw new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, a row of the result would be [${bytes}b], which is larger than the limit of [${maxRow_bytes}b]; choose fewer columns`,
    { metadata: { bytes_wanted: bytes, bytes_limit: maxRow_bytes, durability: 'PERMANENT' } },
  );
}

/** Returns the estimated memory of a row in bytes; lists and texts that it shares with the row before do not count. */
export function rowBytes(cells: Cells, before: Cells = []): number {
  return cells.reduce<number>(
    (sum, cell, at) => sum + 8 + (cell === before[at] ? 0 : contentBytes(cell)),
    row_bytes,
  );
}

function contentBytes(cell: Cell): number {
  if (typeof cell === 'string') return 16 + cell.length;
  if (isList(cell)) return cell.reduce<number>((sum, value) => sum + 8 + contentBytes(value), 16);
  return typeof cell === 'bigint' ? 16 : 0;
}

/** Returns the estimated memory of a table in bytes; yields to the event loop while it counts. */
export async function tableBytes(
  rows: readonly Cells[],
  environment: Environment,
): Promise<number> {
  const yielder = startYielder(environment);
  let bytes = own_bytes;
  for (const [at, cells] of rows.entries()) {
    bytes += rowBytes(cells, rows[at - 1]);
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return bytes;
}
