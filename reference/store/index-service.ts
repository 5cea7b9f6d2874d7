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

/** What an alias says about one of its indices. */
export interface AliasOptions {
  readonly is_write_index?: boolean | undefined;
  /** A query, as given; read by the search. */
  readonly filter?: JsonObject | undefined;
  readonly index_routing?: string | undefined;
  readonly search_routing?: string | undefined;
  readonly is_hidden?: boolean | undefined;
}

/** Figures of one shard, as a search would see it now. */
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
  /** The name as it was given at the creation: date math, where it held some. */
  readonly providedName: string;
  readonly uuid: string;
  readonly created_ms: number;
  readonly metadata: IndexMetadata;
  updateMetadata(changes: Partial<IndexMetadata>): void;
  readonly settings: IndexSettings;
  readonly mapping: Mapping;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  /** The searchable state of every shard; refreshes first where the interval has passed since the first unseen write. */
  snapshots(): readonly ShardSnapshot[];
  /** Writes one document. Throws a ServiceError, and then nothing was written. */
  index(write: DocumentWrite): DocumentResult;
  delete(request: DocumentDelete): DocumentResult;
  /** The newest state of a document, seen by searches or not. */
  get(id: string, routing?: string): StoredDocument | undefined;
  /** The shard that documents with this id and routing go to. */
  shardOf(id: string, routing?: string): number;
  /** Makes every write visible to searches that start from now on. */
  refresh(): void;
  statistics(): readonly ShardStatistics[];
  /** Adds fields; throws if the body contradicts the mapping that stands. */
  putMapping(body: JsonValue | undefined): void;
  /** Tells the watcher of every write from now on; the function that is given back ends it. */
  watch(watcher: WriteWatcher): () => void;
  /** What a writer of many documents has to await before the next: undefined while merging keeps up with it. */
  catchUp(): Promise<unknown> | undefined;
  /** Resolves when no merge of segments runs any more. */
  settled(): Promise<void>;
}

/** Returns how many copies of each primary count as assigned. */
export function assignedReplicas({ settings, metadata }: Index): number {
  return Math.min(settings.number_of_replicas, metadata.assignedReplicas);
}
