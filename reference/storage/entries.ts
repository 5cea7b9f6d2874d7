import type { DocumentKey, DocumentRecord } from '../base/journal.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { unseal } from './checksum.ts';
import { readId, readValue } from './document-value.ts';
import { parseKey } from './keys.ts';
import type { StoreEntry } from './operations.ts';
import { StorageProblem } from './storage-problem.ts';

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
  if (value === undefined) return undefined;
  try {
    return readValue(value);
  } catch (error) {
    if (error instanceof StorageProblem) return undefined;
    throw error;
  }
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
