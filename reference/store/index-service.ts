import type { JsonObject, JsonValue } from '../base/json.ts';
import type {
  DocumentDelete,
  DocumentResult,
  DocumentWrite,
  StoredDocument,
} from './document-write.ts';
import type { IndexMetadata } from './index-metadata.ts';
import type { IndexSettings } from './index-settings.ts';
import type { Mapping } from './mapping.ts';
import type { ShardSnapshot } from './segment.ts';
import type { WriteWatcher } from './write-watch.ts';

/** The options of an alias for one index. */
export interface AliasOptions {
  readonly is_write_index?: boolean | undefined;
  /** A query as the client sent it; parsed by each search. */
  readonly filter?: JsonObject | undefined;
  readonly index_routing?: string | undefined;
  readonly search_routing?: string | undefined;
  readonly is_hidden?: boolean | undefined;
}

/** The numbers of searchable documents and bytes of one shard. */
export interface ShardStatistics {
  readonly shard: number;
  readonly docs: number;
  readonly deleted: number;
  readonly bytes: number;
  readonly segments: number;
}

/** One index: its shards, mapping, settings and aliases. */
export interface Index {
  readonly name: string;
  /** The name in the request that created the index, which may be date math. */
  readonly providedName: string;
  readonly uuid: string;
  readonly created_ms: number;
  readonly metadata: IndexMetadata;
  updateMetadata(changes: Partial<IndexMetadata>): void;
  readonly settings: IndexSettings;
  readonly mapping: Mapping;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  /**
   * Returns the searchable state of every shard; refreshes first if the refresh interval has passed since the first
   * write that is not visible.
   */
  snapshots(): readonly ShardSnapshot[];
  /** Indexes a document. If it throws a ServiceError, nothing was written. */
  index(write: DocumentWrite): DocumentResult;
  delete(request: DocumentDelete): DocumentResult;
  /** Returns the newest state of a document, also before a refresh. */
  get(id: string, routing?: string): StoredDocument | undefined;
  /** Returns the shard of documents with this id and routing. */
  shardOf(id: string, routing?: string): number;
  /** Makes all writes visible to later searches. */
  refresh(): void;
  statistics(): readonly ShardStatistics[];
  /** Adds fields; throws illegal_argument_exception if the body conflicts with the present mapping. */
  putMapping(body: JsonValue | undefined): void;
  /** Calls the watcher for every later write; the returned function stops it. */
  watch(watcher: WriteWatcher): () => void;
}

/** Returns the number of replicas of each primary that count as assigned. */
export function assignedReplicas({ settings, metadata }: Index): number {
  return Math.min(settings.number_of_replicas, metadata.assignedReplicas);
}
