import type { DocumentRecord } from '../base/journal.ts';
import { StorageProblem } from './storage-problem.ts';

const kinds = { written: 1, deleted: 2 } as const;
const head_bytes = 5;
/** No id is longer, even if all of its characters are escaped. */
const maxId_bytes = 4096;

/** The parts of a value: metadata of a document as JSON, followed by its source. */
export interface ValueTexts {
  readonly kind: number;
  readonly head: string;
  readonly source: string;
}

/** Returns the parts of the value of a document or deletion. */
export function valueTexts(record: DocumentRecord): ValueTexts {
  const { id, version } = record;
  if (!('source' in record)) {
    const head = JSON.stringify([id, version, record.deleted_ms]);
    return { kind: kinds.deleted, head, source: '' };
  }
  const { mapping, routing, source } = record;
  return { kind: kinds.written, head: JSON.stringify([id, version, mapping, routing]), source };
}

/** Writes a value into a buffer at an offset; returns the offset after it. The buffer must have `maxValue_bytes` left. */
export function writeValue(into: Buffer, at: number, { kind, head, source }: ValueTexts): number {
  const headLength = into.write(head, at + head_bytes, 'utf8');
  into[at] = kind;
  into.writeUInt32BE(headLength, at + 1);
  const end = at + head_bytes + headLength;
  return end + into.write(source, end, 'utf8');
}

/** An upper bound of the size of a value. */
export function maxValue_bytes({ head, source }: ValueTexts): number {
  // A UTF-16 unit never takes more than three bytes.
  return head_bytes + (head.length + source.length) * 3;
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
