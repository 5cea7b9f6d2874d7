import { crc32 } from 'node:zlib';
import type { DocumentRecord, DocumentKey } from '../base/journal.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { StoreEntry } from './keys.ts';
import { parseKey } from './keys.ts';
import { StorageProblem } from './storage-problem.ts';

const checksum_bytes = 4;

/** Returns a value followed by the checksum of its key and itself. */
export function seal(key: Uint8Array, value: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(value.length + checksum_bytes);
  sealed.set(value);
  sealed.writeUInt32BE(crc32(value, crc32(key)), value.length);
  return sealed;
}

/** Returns the value of `seal`; undefined if it is not the one that was stored under this key. */
export function unseal(key: Uint8Array, sealed: Buffer): Buffer | undefined {
  const end = sealed.length - checksum_bytes;
  if (end < 0) return undefined;
  const value = sealed.subarray(0, end);
  return sealed.readUInt32BE(end) === crc32(value, crc32(key)) ? value : undefined;
}

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

/** Decodes a value; returns undefined if it is damaged. */
export function readValue(bytes: Buffer): DocumentRecord | undefined {
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
  return undefined;
}

/**
 * Returns the id in a value that may be damaged; undefined if it cannot be found. A damaged length of the metadata does
 * not matter, because the id is their first member.
 */
function readId(bytes: Buffer): string | undefined {
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

/** The kind of records whose names are uuids of indices. Keys of documents contain their numbers instead of uuids. */
export const indexKind = 'index';

/** A stored entry of an index, with its key. */
export interface Entry {
  readonly key: DocumentKey;
  /** Undefined if the entry is damaged. */
  readonly value: Buffer | undefined;
  /** The `_id` in a document; undefined if it cannot be read. That of a damaged document may be damaged too. */
  readonly id: () => string | undefined;
}

/** Decodes the entries of the indices with these numbers; others belong to deleted indices. */
export function* entriesOf(
  entries: readonly StoreEntry[],
  uuids: ReadonlyMap<number, string>,
): Generator<Entry, void, void> {
  for (const { key, value } of entries) {
    const { index, shard, sequence } = parseKey(key);
    const uuid = uuids.get(index);
    if (uuid !== undefined) {
      yield {
        key: { index: uuid, shard, sequence },
        value: unseal(key, value),
        id: () => readId(value),
      };
    }
  }
}

/** Returns the document or deletion of an entry; undefined if it is damaged. */
export function documentOf({ value }: Entry): DocumentRecord | undefined {
  return value && readValue(value);
}

/** Takes the records of indices; returns the names of the indices by their uuids. */
export function indexNames(
  records: readonly (readonly [uuid: string, state: JsonValue])[],
): ReadonlyMap<string, string> {
  return new Map(
    records.map(([uuid, state]) => {
      const name = isJsonObject(state) ? state['name'] : undefined;
      return [uuid, typeof name === 'string' ? name : uuid];
    }),
  );
}

/** Returns where the document of an entry is, in words. */
export function placeOf(
  { key: { index, shard, sequence }, id }: Pick<Entry, 'key' | 'id'>,
  names: ReadonlyMap<string, string>,
): string {
  const known = id();
  const document = known === undefined ? 'document' : `document [${known}]`;
  return `index [${names.get(index) ?? index}], shard [${shard}], ${document} with _seq_no [${sequence}]`;
}

/** Returns the problem of a damaged entry at a place. */
export function damagedEntry(place: string): StorageProblem {
  return new StorageProblem(
    'damaged',
    `${place} is damaged: its checksum does not match; nothing is changed. See what else is damaged with [search-reference check --data], and restore a copy of the folder`,
  );
}
