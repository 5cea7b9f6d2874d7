import type { Environment } from '../base/environment.ts';
import { randomText } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { noJournal } from '../base/journal.ts';
import { validationError } from '../base/service-error.ts';
import { createRegistry } from './analysis/registry.ts';
import type {
  DocumentDelete,
  DocumentResult,
  DocumentWrite,
  StoredDocument,
  IndexMetadata,
  AliasOptions,
  Index,
  WriteWatcher,
} from './index-service.ts';
import { noMetadata } from './index-service.ts';
import {
  checkRouting,
  checkTimestamp,
  parseSource,
  readGrowing,
} from './documents/read-growing.ts';
import type { Present } from './document-version.ts';
import { checkId, nextVersion, primaryTerm, resultOf } from './document-version.ts';
import type { Mapping } from './mapping.ts';
import { mergeMapping } from './mappings/merge-mapping.ts';
import type { MappingContext } from './mappings/parse-mapping.ts';
import { parseNewMapping, parseMapping } from './mappings/parse-mapping.ts';
import type { NewIndex } from './catalog/creation.ts';
import { routingFieldType } from './ignored-field.ts';
import { shardOf } from './routing.ts';
import type { ShardSnapshot } from './segment.ts';
import { mergeIndexSettings } from './settings/index-settings.ts';
import { Shard } from './shard.ts';
import { IndexJournal } from './stored/index-record.ts';
import type { IndexSettings } from './settings/index-settings.ts';
import type { ShardStatistics } from './shard.ts';
import { defined } from '../base/assert.ts';

/** Random bytes of a new id, which has 20 characters then. */
const id_bytes = 15;

/** An index in memory. Mapping, settings and aliases are immutable values that are replaced; shards are mutable. */
export class MemoryIndex implements Index {
  readonly name: string;
  readonly providedName: string;
  readonly uuid: string;
  readonly created_ms: number;
  readonly journal: IndexJournal;
  readonly #environment: Environment;
  readonly #shards: readonly Shard[];
  readonly #reads: Omit<MappingContext, 'limits'>;
  readonly #watchers = new Set<WriteWatcher>();
  #metadata: IndexMetadata;
  #settings: IndexSettings;
  #mapping: Mapping;
  #aliases: ReadonlyMap<string, AliasOptions>;
  #firstUnseen_ms: number | undefined;

  constructor(given: NewIndex) {
    this.name = given.name;
    this.providedName = given.providedName ?? given.name;
    this.#metadata = { ...noMetadata, ...given.metadata };
    this.uuid = given.uuid;
    this.#environment = given.environment;
    this.created_ms = given.before?.created_ms ?? given.environment.now();
    this.#settings = given.settings;
    this.#aliases = given.aliases;
    const { dynamicTypes } = given;
    this.#reads = { registry: createRegistry(given.settings.analysis), dynamicTypes };
    this.#mapping = given.before?.mapping ?? parseNewMapping(given.mapping, this.#mappingContext());
    const first = given.before?.mappingNumber ?? 0;
    this.journal = new IndexJournal(given.journal ?? noJournal, this, first);
    this.#shards = Array.from(
      { length: given.settings.number_of_shards },
      (_, number) => new Shard(given.name, number, given.environment),
    );
  }

  get settings(): IndexSettings {
    return this.#settings;
  }

  get mapping(): Mapping {
    return this.#mapping;
  }

  get aliases(): ReadonlyMap<string, AliasOptions> {
    return this.#aliases;
  }

  get metadata(): IndexMetadata {
    return this.#metadata;
  }

  updateMetadata(changes: Partial<IndexMetadata>): void {
    const before: Partial<IndexMetadata> = this.#metadata;
    this.#metadata = { ...this.#metadata, ...changes };
    const names = Object.keys(changes) as (keyof IndexMetadata)[];
    if (names.some((name) => before[name] !== changes[name])) this.journal.changed();
  }

  snapshots(): readonly ShardSnapshot[] {
    this.#refreshWhenDue();
    return this.#shards.map((shard) => shard.snapshot);
  }

  index(write: DocumentWrite): DocumentResult {
    if (write.id !== undefined) checkId(write.id);
    const { source, routing } = write;
    const id = write.id ?? this.newId();
    const isNew = write.id === undefined || write.hasNewId === true;
    checkRouting(this, id, routing);
    const document = parseSource({ text: source, id });
    const read = readGrowing(document, this.#mapping, this.#mappingContext());
    if (this.#metadata.data_stream !== undefined) checkTimestamp(read.fields);
    if (routing !== undefined) read.fields.add(routingFieldType, routing);
    this.#grow(read.mapping);
    const number = this.shardOf(id, routing);
    const present = this.#present(id, number);
    const { replaces } = present;
    const version = nextVersion({ ...write, hasNewId: isNew }, present);
    const { fields } = read;
    const added = { id, source, routing, version, fields, sequence: undefined };
    const sequence = this.shard(number).add(added);
    this.#firstUnseen_ms ??= this.#environment.elapsed();
    this.journal.wrote(
      { shard: number, sequence, replaces: replaces?.sequence },
      { id, version, routing, mapping: this.journal.mapping, source },
    );
    for (const watcher of this.#watchers) watcher.indexed({ ...write, id });
    const result = replaces === undefined ? 'created' : 'updated';
    return resultOf(present, { _version: version, _seq_no: sequence, result });
  }

  newId(): string {
    return randomText(this.#environment, id_bytes);
  }

  delete(request: DocumentDelete): DocumentResult {
    checkId(request.id);
    checkRouting(this, request.id, request.routing);
    const number = this.shardOf(request.id, request.routing);
    const shard = this.shard(number);
    const present = this.#present(request.id, number);
    const { replaces } = present;
    const version = nextVersion(request, present);
    const sequence = shard.remove(request.id, version);
    if (replaces !== undefined) this.#firstUnseen_ms ??= this.#environment.elapsed();
    this.journal.wrote(
      { shard: number, sequence, replaces: replaces?.sequence },
      { id: request.id, version, deleted_ms: this.#environment.now() },
    );
    for (const watcher of this.#watchers) watcher.deleted(request);
    const result = replaces === undefined ? 'not_found' : 'deleted';
    return resultOf(present, { _version: version, _seq_no: sequence, result });
  }

  get(id: string, routing?: string): StoredDocument | undefined {
    checkRouting(this, id, routing);
    const found = this.shard(this.shardOf(id, routing)).find(id);
    if (found === undefined) return undefined;
    return {
      _index: this.name,
      _id: id,
      _version: found.version,
      _seq_no: found.sequence,
      _primary_term: primaryTerm,
      _routing: found.routing,
      source: found.source,
    };
  }

  shardOf(id: string, routing?: string): number {
    return shardOf(routing ?? id, this.#settings.number_of_shards);
  }

  refresh(): void {
    this.#firstUnseen_ms = undefined;
    for (const shard of this.#shards) shard.refresh();
  }

  statistics(): readonly ShardStatistics[] {
    this.#refreshWhenDue();
    return this.#shards.map((shard, number) => ({
      ...shard.statistics(),
      ...this.#metadata.figures.get(number),
    }));
  }

  putMapping(body: JsonValue | undefined): void {
    const before = this.#mapping;
    this.#mapping = this.mergedMapping(body);
    this.journal.mappingReplaced(before);
  }

  /** Returns the mapping after `putMapping` with this body, without changing it. */
  mergedMapping(body: JsonValue | undefined): Mapping {
    if (!isJsonObject(body)) throw validationError(['mapping source is missing']);
    const context = this.#mappingContext();
    const merged = mergeMapping(this.#mapping.toJson(), body, context.limits.total_fields);
    return parseMapping(merged, context);
  }

  watch(watcher: WriteWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Returns the settings after an update with this body, without changing them. */
  mergedSettings(body: JsonValue | undefined): IndexSettings {
    return mergeIndexSettings(this.#settings, body, this);
  }

  replaceSettings(settings: IndexSettings): void {
    this.#settings = settings;
    this.journal.changed();
  }

  replaceAliases(aliases: ReadonlyMap<string, AliasOptions>): void {
    this.#aliases = aliases;
    this.journal.changed();
  }

  /** Must be called when the index is deleted; snapshots stay readable. */
  close(): void {
    for (const shard of this.#shards) shard.close();
  }

  /** Returns what a shard knows about an id; nothing if the id is new. */
  #present(id: string, number: number): Present {
    const shard = this.shard(number);
    return {
      id,
      replaces: shard.find(id),
      deleted: shard.deletedVersion(id),
      place: { index: this.name, uuid: this.uuid, shard: number },
    };
  }

  /** Adds the new fields of a document to the mapping. */
  #grow(mapping: Mapping): void {
    if (mapping === this.#mapping) return;
    this.#mapping = mapping;
    this.journal.mappingGrew();
  }

  #mappingContext(): MappingContext {
    return {
      ...this.#reads,
      limits: {
        total_fields: this.#settings.totalFieldsLimit,
        depth: this.#settings.depthLimit,
      },
    };
  }

  #refreshWhenDue(): void {
    const interval_ms = this.#settings.refreshInterval_ms;
    if (this.#firstUnseen_ms === undefined || interval_ms < 0) return;
    if (this.#environment.elapsed() - this.#firstUnseen_ms >= interval_ms) this.refresh();
  }

  /** Returns the shard with this number; throws if there is none. */
  shard(number: number): Shard {
    return defined(this.#shards[number], `shard ${number} of [${this.name}]`);
  }
}
