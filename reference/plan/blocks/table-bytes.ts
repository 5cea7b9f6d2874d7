import type { Environment } from '../../base/environment.ts';
import { startYielder } from '../../base/yielder.ts';
import type { Page } from '../block.ts';
import { pageBytes } from './page-bytes.ts';

/** Estimated memory of an empty table. */
const own_bytes = 1024;

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
