import type { Environment } from '../../base/environment.ts';
import { startYielder } from '../../base/yielder.ts';
import type { Page } from '../block.ts';
import { pageBytes } from './page-bytes.ts';

/** What a table takes beside its values, in bytes. */
const own_bytes = 1024;

/** Gives what a table takes in memory, estimated, in bytes; gives way to others while it counts. */
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
