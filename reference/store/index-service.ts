import type { JsonObject, JsonValue } from '../base/json.ts';
import type { ErrorCause } from '../base/service-error.ts';
import type { Mapping } from './mapping.ts';
import type { ShardSnapshot } from './segment.ts';
import type { IndexSettings } from './settings/index-settings.ts';
import type { ShardStatistics } from './shard.ts';

/** The options of an alias for one index. */
export interface AliasOptions {
  readonly is_write_index?: boolean | undefined;
  /** A query as the client sent it; parsed by each search. */
  readonly filter?: JsonObject | undefined;
  readonly index_routing?: string | undefined;
  readonly search_routing?: string | undefined;
  readonly is_hidden?: boolean | undefined;
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
  /** Generates the id of a document that has none. */
  newId(): string;
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

/** The numbers of documents and bytes of one shard. */
interface ShardFigures {
  readonly docs: number;
  readonly bytes: number;
}

/** The state of an index in its policy. */
export interface LifecycleState {
  readonly policy: string;
  readonly phase: string;
  readonly action: string;
  readonly step: string;
  /** The time of the rollover, in milliseconds since the epoch, from which the age of the index is counted. */
  readonly rolled_ms: number | undefined;
  /** Why the last run of the policy failed in this step. */
  readonly failure: ErrorCause | undefined;
}

/** The leader of a follower. */
interface Leader {
  readonly name: string;
  readonly uuid: string;
  /** True if the initial copy of its documents is complete. */
  readonly copied: boolean;
}

/** The state of an index in addition to settings, mapping and aliases; an immutable value. */
export interface IndexMetadata {
  /** The data stream that the index is a part of. */
  readonly data_stream: string | undefined;
  /** Present in a follower, which accepts only the writes of its leader. */
  readonly leader: Leader | undefined;
  /** Times of rollovers, by alias or data stream. */
  readonly rollovers: ReadonlyMap<string, number>;
  readonly lifecycle: LifecycleState | undefined;
  /** Number of replicas of each primary that count as assigned, at most `number_of_replicas`. */
  readonly assignedReplicas: number;
  /** Figures that a test has set, by number of the shard; they replace the real ones. */
  readonly figures: ReadonlyMap<number, ShardFigures>;
}

/** The metadata of a new index. */
export const noMetadata: IndexMetadata = {
  data_stream: undefined,
  leader: undefined,
  rollovers: new Map(),
  lifecycle: undefined,
  assignedReplicas: 0,
  figures: new Map(),
};

/** Called for every write of an index. */
export interface WriteWatcher {
  /** Called after a document was indexed. `write` contains its id, even if it was generated. */
  indexed(write: DocumentWrite & { readonly id: string }): void;
  deleted(request: DocumentDelete): void;
}

/** A document to index. */
export interface DocumentWrite {
  /** Generated if undefined. */
  readonly id: string | undefined;
  /** True if the id comes from `newId`. */
  readonly hasNewId?: boolean;
  /** The body as it was sent: the text of one JSON object. */
  readonly source: string;
  readonly routing?: string | undefined;
  /** `create` refuses an existing id. */
  readonly op_type?: 'index' | 'create' | undefined;
  readonly if_seq_no?: number | undefined;
  readonly if_primary_term?: number | undefined;
  readonly version?: number | undefined;
  readonly version_type?: VersionType | undefined;
}

/** How the version of a write is compared with the present one. */
export type VersionType = 'internal' | 'external' | 'external_gte';

/** A document to delete. */
export interface DocumentDelete extends Omit<DocumentWrite, 'source' | 'op_type' | 'hasNewId'> {
  readonly id: string;
}

/** The result of a write, with wire names. */
export interface DocumentResult {
  readonly _index: string;
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found';
  readonly shard: number;
}

/** The newest state of a document, even before a refresh. */
export interface StoredDocument extends Omit<DocumentResult, 'result' | 'shard'> {
  readonly _routing: string | undefined;
  /** The body as it was sent. */
  readonly source: string;
}
