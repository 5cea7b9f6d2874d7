import type { Environment } from '../../base/environment.ts';
import type { DocumentKey, DocumentRecord } from '../../base/journal.ts';
import { ServiceError } from '../../base/service-error.ts';
import { readDocument } from '../documents/read-document.ts';
import { parseSource } from '../documents/parse-source.ts';
import { routingFieldType } from '../ignored-field.ts';
import { ParsedFields } from '../parsed-document.ts';
import type { StoredIndex } from './stored-indices.ts';

/** A stored document or deletion, with its key. */
export interface StoredDocument {
  readonly key: DocumentKey;
  readonly record: DocumentRecord;
}

/** Reads the documents that an earlier process stored. */
export interface DocumentSource {
  /** Yields chunks of documents; those of a shard are in the order of their sequence numbers. */
  documents(): AsyncIterable<readonly StoredDocument[]>;
  /** Returns the minimum next sequence number of the shards for which it cannot be derived from the documents. */
  sequences(): readonly DocumentKey[];
}

/** Options of restoring documents. */
export interface RestoreOptions {
  readonly environment: Environment;
  /** Called regularly with the number of documents read so far. */
  readonly progress: (documents: number) => void;
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
  let count = 0;
  for await (const chunk of source.documents()) {
    for (const document of chunk) {
      const stored = byUuid.get(document.key.index);
      if (stored === undefined) continue;
      restore(stored, document, options);
    }
    count += chunk.length;
    options.progress(count);
    await options.environment.yieldToEventLoop();
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
  let fields = new ParsedFields();
  try {
    const document = { id, text: source };
    ({ fields } = readDocument(parseSource(document), mapping(record.mapping)));
  } catch (error) {
    // The document was accepted before, so it is kept even if searches cannot find it.
    if (!(error instanceof ServiceError)) throw error;
    log(
      `index [${index.name}]: document [${id}] is kept, but searches cannot find it: ${error.reason}`,
    );
  }
  if (record.routing !== undefined) fields.add(routingFieldType, record.routing);
  shard.add({ id, source, routing: record.routing, version: record.version, sequence, fields });
}
