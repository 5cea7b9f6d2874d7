import { Buffer } from 'node:buffer';
import type { Environment } from '../base/environment.ts';

/** The kind of a context, encoded at the start of its id. */
export type ContextKind = 'scroll' | 'point_in_time' | 'async_query' | 'sql_cursor';

const marks: Readonly<Record<ContextKind, string>> = {
  scroll: 'SCR1',
  point_in_time: 'PIT1',
  async_query: 'ASQ1',
  sql_cursor: 'SQC1',
};

/** Number of random bytes in an id. */
const secret_bytes = 20;

const mark_bytes = 4;
const number_bytes = 6;
const id_bytes = mark_bytes + number_bytes + secret_bytes;

/** Creates the id of a context: kind, number and secret in base64url. */
export function makeContextId(kind: ContextKind, number: number, environment: Environment): string {
  const bytes = Buffer.alloc(id_bytes);
  bytes.write(marks[kind], 'latin1');
  bytes.writeUIntBE(number, mark_bytes, number_bytes);
  bytes.set(environment.randomBytes(secret_bytes), mark_bytes + number_bytes);
  return bytes.toString('base64url');
}

/** Returns the number inside an id of this kind, or undefined if the text is not such an id. */
export function numberOfContextId(kind: ContextKind, id: string): number | undefined {
  const bytes = Buffer.from(id, 'base64url');
  const isWhole = bytes.length === id_bytes && bytes.toString('base64url') === id;
  if (!isWhole || bytes.toString('latin1', 0, mark_bytes) !== marks[kind]) return undefined;
  return bytes.readUIntBE(mark_bytes, number_bytes);
}
