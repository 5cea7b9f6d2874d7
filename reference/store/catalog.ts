import { at, defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { noJournal, RecordedMap } from '../base/journal.ts';
import type { JsonValue } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { newMatchBudget } from '../base/wildcard.ts';
import type { Work } from '../base/work.ts';
import { checkAliases, collectAliases, writeIndexOf } from './catalog/aliases.ts';
import { applyAliasActions } from './catalog/alias-actions.ts';
import { checkIndexName, resolveDateMath } from './catalog/names.ts';
import { indicesToDelete, checkFreeName, checkFreeStreamName } from './catalog/deletion.ts';
import type { Creation } from './catalog/creation.ts';
import { composeCreations, readCreation, startOf, withFixed } from './catalog/creation.ts';
import type { DataStream } from './catalog/data-streams.ts';
import {
  backingCreation,
  backingName,
  findDataStreams,
  streamFormat,
  streamOf,
  streamTemplate,
} from './catalog/data-streams.ts';
import { onlyIndex, resolveExpression } from './catalog/resolve.ts';
import { checkShards } from './catalog/shard-limit.ts';
import { Templates } from './catalog/templates.ts';
import type {
  AliasAction,
  CatalogStart,
  ClusterSettings,
  CreateOptions,
  ResolvedIndex,
  ResolveOptions,
  UpdateSettingsOptions,
} from './catalog-types.ts';
import type { Index } from './index-service.ts';
import { MemoryIndex } from './memory-index.ts';
import { ClusterSettingsTable } from './settings/cluster-settings.ts';
import { withoutPresent } from './settings/index-settings.ts';

/** All indices, aliases, data streams, templates and cluster settings. */
export type Catalog = Pick<MemoryCatalog, keyof MemoryCatalog>;

/** A catalog in memory. */
export class MemoryCatalog {
  readonly #environment: Environment;
  readonly templates: Templates;
  readonly #indices: Map<string, MemoryIndex>;
  readonly #streams: Map<string, DataStream>;
  readonly #clusterSettings: ClusterSettingsTable;
  readonly #start: CatalogStart;

  /** Without `start` the catalog is empty. */
  constructor(environment: Environment, start: CatalogStart = { journal: noJournal, indices: [] }) {
    const { journal, indices } = start;
    this.#environment = environment;
    this.#start = start;
    this.templates = new Templates(journal);
    this.#streams = new RecordedMap(journal, streamFormat);
    this.#clusterSettings = new ClusterSettingsTable(journal);
    this.#indices = new Map(indices.map((index) => [index.name, index]));
  }

  get indices(): ReadonlyMap<string, Index> {
    return this.#indices;
  }

  get clusterSettings(): ClusterSettings {
    return this.#clusterSettings.present;
  }

  get dataStreams(): ReadonlyMap<string, DataStream> {
    return this.#streams;
  }

  /**
   * Creates an index from the body of `PUT /<name>` (settings, mappings, aliases; all optional) and its template.
   *
   * index.create-empty, index.create-with-all-members, index.create-response.
   */
  create(expression: string, body: JsonValue | undefined, options: CreateOptions = {}): Index {
    const name = resolveDateMath(expression, this.#environment.now());
    checkIndexName(name);
    checkFreeName(name, this.#names());
    const creation = readCreation(body);
    const template = options.templates === false ? undefined : this.templates.matching(name);
    if (template?.makesDataStreams === true) {
      refuse(
        `cannot create index with name [${name}], because it matches with template [${template.name}] that creates data streams only, use create data stream api instead`,
      );
    }
    const parts = template === undefined ? [creation] : [template.creation, creation];
    return this.#add(name, composeCreations(parts), { providedName: expression });
  }

  /** Creates a data stream and its first index, from the template that matches its name. */
  createDataStream(name: string): DataStream {
    checkFreeStreamName(name, this.#names());
    const template = streamTemplate(name, this.templates.matching(name));
    this.#beginBacking({ name, generation: 0, template: template.name, indices: [] });
    return defined(this.#streams.get(name), `data stream ${name}`);
  }

  /** Adds an index to a data stream; it becomes the write index. */
  rollDataStream(name: string): Index {
    return this.#beginBacking(at(findDataStreams([name], this.#streams), 0));
  }

  /** Deletes data streams by names and patterns; returns their deleted indices. */
  deleteDataStreams(names: readonly string[]): readonly Index[] {
    const streams = findDataStreams(names, this.#streams);
    const removed = streams.flatMap(({ name }) => this.#backing(name));
    for (const { name } of streams) this.#streams.delete(name);
    for (const { name } of removed) this.#remove(name);
    return removed;
  }

  /** Deletes indices. Throws for an alias, a data stream, or the write index of a data stream. */
  delete(expression: string, options: ResolveOptions = {}): readonly Index[] {
    const removed = indicesToDelete(expression, this.#names(), options);
    for (const { name } of removed) this.#remove(name);
    return removed;
  }

  /** Returns the index with exactly this name. */
  get(name: string): Index | undefined {
    return this.#indices.get(name);
  }

  /**
   * Resolves names, aliases, commas, wildcards, `_all`, `-exclusion` and date math; returns indices by ascending name.
   */
  resolve(expression: string | undefined, options: ResolveOptions = {}): readonly Index[] {
    return this.resolveSearch(expression, options).map(({ index }) => index);
  }

  /** Like `resolve`, with the filters and routing of aliases. */
  resolveSearch(
    expression: string | undefined,
    options: ResolveOptions = {},
  ): readonly ResolvedIndex[] {
    return resolveExpression(expression, this.#names(), options);
  }

  /**
   * Returns the index that receives writes to a name; creates it if the name is free.
   */
  writeIndex(expression: string): Index {
    const name = resolveDateMath(expression, this.#environment.now());
    const index = this.#indices.get(name);
    if (index !== undefined) return index;
    const members = this.aliases().get(name);
    if (members !== undefined) return writeIndexOf(name, members);
    if (!this.#streams.has(name)) {
      const template = this.templates.matching(name);
      if (template?.makesDataStreams !== true) return this.create(name, undefined);
      this.createDataStream(name);
    }
    return defined(this.#backing(name).at(-1), `index of data stream ${name}`);
  }

  /** Returns the index for reading one document, by its name or an alias of one index. Never creates an index. */
  singleIndex(expression: string): Index {
    return onlyIndex(resolveDateMath(expression, this.#environment.now()), this.#names());
  }

  /** Adds fields to all indices or none, in steps: there may be many indices with many fields. */
  *putMapping(
    expression: string,
    body: JsonValue | undefined,
    options: ResolveOptions = {},
  ): Work<void> {
    const targets = this.#own(expression, options);
    for (const index of targets) {
      index.mergedMapping(body);
      yield;
    }
    for (const index of targets) {
      // It may have been deleted meanwhile.
      if (this.get(index.name) === index) index.putMapping(body);
      yield;
    }
  }

  updateSettings(
    expression: string,
    body: JsonValue | undefined,
    { preserve_existing: keeps = false, ...options }: UpdateSettingsOptions = {},
  ): void {
    const targets = this.#own(expression, options);
    const merged = targets.map((index) => {
      const changes = keeps ? withoutPresent(index.settings, body) : body;
      return [index, index.mergedSettings(withFixed(changes, this.#start.rules))] as const;
    });
    checkShards(this.#indices, merged);
    for (const [index, settings] of merged) index.replaceSettings(settings);
  }

  /**
   * Carries out all actions or none. Returns false if one of them did nothing: a removal of an alias that need not exist.
   */
  updateAliases(actions: readonly AliasAction[]): boolean {
    const { aliases, removed, hasAll } = applyAliasActions(this.#names(), actions);
    for (const name of removed) this.#remove(name);
    for (const [name, options] of aliases) this.#indices.get(name)?.replaceAliases(options);
    return hasAll;
  }

  /** Returns the indices of every alias. */
  aliases(): ReadonlyMap<string, readonly MemoryIndex[]> {
    return collectAliases(this.#indices.values());
  }

  /** Takes `{persistent, transient}`, in which null removes a setting; returns the new settings. */
  updateClusterSettings(body: JsonValue | undefined): ClusterSettings {
    return this.#clusterSettings.update(body);
  }

  /**
   * Returns the effective value of a cluster setting: transient, else persistent, else default. Throws TypeError if the
   * setting is unknown.
   */
  setting(name: string): string {
    return this.#clusterSettings.value(name);
  }

  /** Deletes all indices, data streams, templates and cluster settings. */
  reset(): void {
    this.#streams.clear();
    this.templates.clear();
    for (const name of this.#indices.keys()) this.#remove(name);
    this.#clusterSettings.reset();
  }

  #own(expression: string, options: ResolveOptions): readonly MemoryIndex[] {
    const found = this.resolve(expression, { allow_no_indices: false, ...options });
    return found.map(({ name }) => this.#known(name));
  }

  #names() {
    return {
      indices: this.#indices,
      aliases: this.aliases(),
      streams: new Map([...this.#streams.keys()].map((name) => [name, this.#backing(name)])),
      now_ms: this.#environment.now(),
      budget: newMatchBudget(),
    };
  }

  /** The backing indices of a data stream, oldest first. */
  #backing(stream: string): readonly MemoryIndex[] {
    const { indices } = defined(this.#streams.get(stream), `data stream ${stream}`);
    return indices.map((name) => this.#known(name));
  }

  #known(name: string): MemoryIndex {
    return defined(this.#indices.get(name), `index ${name}`);
  }

  #beginBacking(stream: DataStream): Index {
    const template = streamTemplate(stream.name, this.templates.matching(stream.name));
    const generation = stream.generation + 1;
    const name = backingName(stream.name, generation, this.#environment.now());
    checkFreeName(name, this.#names());
    const origin = { data_stream: stream.name };
    const index = this.#add(name, backingCreation(template.creation), origin);
    const indices = [...stream.indices, name];
    this.#streams.set(stream.name, { ...stream, generation, template: template.name, indices });
    return index;
  }

  #add(
    name: string,
    creation: Creation,
    origin: { readonly providedName?: string; readonly data_stream?: string },
  ): MemoryIndex {
    const index = new MemoryIndex({
      ...startOf(creation, this.#environment, this.#start.rules),
      name,
      providedName: origin.providedName,
      metadata: {
        data_stream: origin.data_stream,
        assignedReplicas: this.#start.rules?.assignedReplicas ?? 0,
      },
      environment: this.#environment,
      journal: this.#start.journal,
    });
    checkShards(this.#indices, [[index, index.settings]]);
    checkAliases(
      new Map([...this.#indices.values(), index].map((each) => [each.name, each.aliases])),
      this.#streams,
    );
    this.#indices.set(name, index);
    index.journal.created();
    return index;
  }

  #remove(name: string): void {
    const index = this.#known(name);
    const stream = streamOf(index, this.#streams);
    if (stream !== undefined) {
      const indices = stream.indices.filter((each) => each !== name);
      this.#streams.set(stream.name, { ...stream, indices });
    }
    index.close();
    index.journal.removed();
    this.#indices.delete(name);
  }
}
