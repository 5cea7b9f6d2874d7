import type { Environment } from '../../base/environment.ts';
import { startPace } from '../../search/pace.ts';
import type { Page } from '../block.ts';
import { pageBytes } from './page-bytes.ts';

/** What a table takes beside its values, in bytes. */
const own_bytes = 1024;

/** Gives what a table takes in memory, estimated, in bytes; gives way to others while it counts. */
export async function tableBytes(
  pages: readonly Page[],
  environment: Environment,
): Promise<number> {
  const pace = startPace(environment);
  let bytes = own_bytes;
  for (const page of pages) {
    bytes += pageBytes(page);
    const rest = pace.check();
    if (rest !== undefined) await rest;
  }
  return bytes;
}
