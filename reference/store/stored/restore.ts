import { madeOnce } from '../../base/lazily.ts';
import type { Environment } from '../../base/environment.ts';
import type { DocumentKey, Journal, StoredDocument } from '../../base/journal.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { startYielder } from '../../base/yielder.ts';
import { unlessRefused } from '../../base/service-error.ts';
import { createRegistry } from '../analysis/registry.ts';
import { readDocument } from '../documents/read-document.ts';
import { parseSource } from '../documents/read-growing.ts';
import { routingFieldType } from '../ignored-field.ts';
import type { Mapping } from '../mapping.ts';
import { parseMapping } from '../mappings/parse-mapping.ts';
import { MemoryIndex } from '../memory-index.ts';
import { ParsedFields } from '../parsed-document.ts';
import { decodeIndex, indexKind, mappingKind, mappingName } from './index-record.ts';
import type { IndexSettings } from '../settings/index-settings.ts';

/** A restored index without documents, and the mappings for reading its documents. */
type StoredIndex = ReturnType<typeof storedIndices>[number];

/** Restores the indices of a journal, without documents, in the order of their creation. */
export function storedIndices(journal: Journal, environment: Environment) {
  const mappings = new Map(journal.stored(mappingKind));
  return journal.stored(indexKind).map(([uuid, stored]) => {
    const record = decodeIndex(uuid, stored);
    const parsed = new Map<number, Mapping>();
    /** Returns the mapping with this number. Throws a TypeError if there is none. */
    const mapping = (wanted: number): Mapping =>
      madeOnce(parsed, wanted, (number) => {
        const json = mappings.get(mappingName(uuid, number));
        if (!isJsonObject(json)) throw new TypeError(`index [${uuid}] has no mapping [${number}]`);
        return readMapping(json, record.settings);
      });
    const { lastMapping, created_ms, ...given } = record;
    const before = { created_ms, mapping: mapping(lastMapping), mappingNumber: lastMapping };
    const index = new MemoryIndex({ ...given, mapping: {}, environment, journal, before });
    return { index, mapping };
  });
}

/** Parses a stored mapping, without limits: those at the time of its creation may have been higher. */
function readMapping(json: JsonObject, settings: IndexSettings): Mapping {
  const limits = { total_fields: Infinity, depth: Infinity };
  return parseMapping(json, { registry: createRegistry(settings.analysis), limits });
}

/** Reads the documents that an earlier process stored. */
interface DocumentSource {
  /** Yields the documents; those of a shard are in the order of their sequence numbers. */
  documents(): Iterable<StoredDocument>;
  /** Returns the next sequence numbers of the shards that have had documents. */
  sequences(): readonly DocumentKey[];
}

/** Options of restoring documents. */
interface RestoreOptions {
  readonly environment: Environment;
  /** Receives reports of defects. */
  readonly log: (report: string) => void;
}

/** Restores documents into their indices, and refreshes at the end. */
export async function restoreDocuments(
  indices: readonly StoredIndex[],
  source: DocumentSource,
  options: RestoreOptions,
): Promise<void> {
  const byUuid = new Map(indices.map((stored) => [stored.index.uuid, stored]));
  const yielder = startYielder(options.environment);
  for (const document of source.documents()) {
    const stored = byUuid.get(document.key.index);
    if (stored !== undefined) restore(stored, document, options);
    await yielder.yieldIfDue();
  }
  for (const { index, shard, sequence } of source.sequences()) {
    byUuid.get(index)?.index.shard(shard).continueAt(sequence);
  }
  for (const { index } of indices) index.refresh();
}

function restore(
  { index, mapping }: StoredIndex,
  { key, record }: StoredDocument,
  { log }: RestoreOptions,
): void {
  const shard = index.shard(key.shard);
  const { sequence } = key;
  if (!('source' in record)) {
    shard.restoreDeletion(record, sequence);
    return;
  }
  const { id, source } = record;
  const read = () => readDocument(parseSource({ id, text: source }), mapping(record.mapping));
  // The document was accepted before, so it is kept even if searches cannot find it.
  const { fields } = unlessRefused(read, ({ reason }) => {
    log(`index [${index.name}]: document [${id}] is kept, but searches cannot find it: ${reason}`);
    return { fields: new ParsedFields() };
  });
  if (record.routing !== undefined) fields.add(routingFieldType, record.routing);
  shard.add({ id, source, routing: record.routing, version: record.version, sequence, fields });
}
