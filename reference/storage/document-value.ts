import type { DocumentRecord } from '../base/journal.ts';
import { StorageProblem } from './storage-problem.ts';

const kinds = { written: 1, deleted: 2 } as const;
const head_bytes = 5;
/** No id is longer, even if all of its characters are escaped. */
const maxId_bytes = 4096;

/** Returns the value of a document or deletion: its kind, its metadata as JSON, and its source. */
export function writeValue(record: DocumentRecord): Buffer {
  const { id, version } = record;
  const isDeleted = !('source' in record);
  const head = isDeleted
    ? [id, version, record.deleted_ms]
    : [id, version, record.mapping, record.routing];
  const headBytes = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(head_bytes);
  start[0] = isDeleted ? kinds.deleted : kinds.written;
  start.writeUInt32BE(headBytes.length, 1);
  return Buffer.concat([start, headBytes, Buffer.from(isDeleted ? '' : record.source)]);
}

/** Decodes a value. Throws a StorageProblem if it is damaged. */
export function readValue(bytes: Buffer): DocumentRecord {
  const headEnd = head_bytes + (bytes.length < head_bytes ? 0 : bytes.readUInt32BE(1));
  const head = readHead(bytes.toString('utf8', head_bytes, headEnd));
  const [id, version, third, routing] = head;
  if (typeof id === 'string' && typeof version === 'number' && typeof third === 'number') {
    if (bytes[0] === kinds.deleted) return { id, version, deleted_ms: third };
    if (bytes[0] === kinds.written) {
      const source = bytes.toString('utf8', headEnd);
      const known = typeof routing === 'string' ? routing : undefined;
      return { id, version, mapping: third, routing: known, source };
    }
  }
  throw new StorageProblem('damaged', 'a document cannot be read');
}

/**
 * Returns the id in a value that may be damaged; undefined if it cannot be found. A damaged length of the metadata does
 * not matter, because the id is their first member.
 */
export function readId(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8', head_bytes, head_bytes + maxId_bytes);
  const [, id] = /^\[("(?:[^"\\]|\\.)*"),/.exec(text) ?? [];
  if (id === undefined) return undefined;
  try {
    return String(JSON.parse(id));
  } catch {
    return undefined;
  }
}

function readHead(text: string): readonly unknown[] {
  try {
    const head: unknown = JSON.parse(text);
    return Array.isArray(head) ? head : [];
  } catch {
    return [];
  }
}
