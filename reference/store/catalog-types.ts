import type { Journal } from '../base/journal.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { ServiceError } from '../base/service-error.ts';
import type { IndexRules } from './catalog/creation.ts';
import type { DataStream } from './catalog/data-streams.ts';
import type { Templates } from './catalog/templates.ts';
import type { AliasOptions, Index } from './index-service.ts';
import type { MemoryIndex } from './memory-index.ts';

/** Restricts the names that an index expression may use. */
export interface NameGuard {
  /** True if patterns may match the index, alias or data stream of this name. */
  permits(name: string): boolean;
  /** Throws if the name may not be used explicitly. */
  require(name: string): void;
}

/** Options of index expressions. */
export interface ResolveOptions {
  /** Undefined allows every name. */
  readonly guard?: NameGuard | undefined;
  readonly ignore_unavailable?: boolean | undefined;
  /** True if an expression may match nothing. Default true. */
  readonly allow_no_indices?: boolean | undefined;
  /** Any of open, closed, hidden, all, none; default open. */
  readonly expand_wildcards?: readonly string[] | undefined;
}

/** Options of an update of index settings. */
export interface UpdateSettingsOptions extends ResolveOptions {
  /** True keeps settings that an index already has. */
  readonly preserve_existing?: boolean | undefined;
}

/** Options of the creation of an index. */
export interface CreateOptions {
  /** False ignores index templates. Default true. */
  readonly templates?: boolean | undefined;
}

/** An index that matches an expression, with the filters and routing of the aliases in the expression. */
export interface ResolvedIndex {
  readonly index: Index;
  /** Filters of the aliases, of which one must match. Empty: no filter. */
  readonly filters: readonly JsonObject[];
  /** Routing values of the aliases. */
  readonly routing: readonly string[];
  /** The names that lead to the index: its own, or else those of the aliases and the data stream in the expression. */
  readonly names: readonly string[];
}

/** One entry of `POST /_aliases`. */
export type AliasAction =
  | {
      readonly kind: 'add';
      readonly indices: string;
      readonly aliases: readonly string[];
      readonly options: AliasOptions;
    }
  | {
      readonly kind: 'remove';
      readonly indices: string;
      readonly aliases: readonly string[];
      readonly must_exist: boolean | undefined;
    }
  | { readonly kind: 'remove_index'; readonly indices: string };

/** Cluster settings by full name, as text. */
export interface ClusterSettings {
  readonly persistent: ReadonlyMap<string, string>;
  readonly transient: ReadonlyMap<string, string>;
}

/** The initial contents of a catalog. */
export interface CatalogStart {
  readonly journal: Journal;
  readonly indices: readonly MemoryIndex[];
  readonly rules?: IndexRules | undefined;
}

/** All indices, aliases, data streams, templates and cluster settings. */
export interface Catalog {
  /** Creates an index from the body of `PUT /<name>` (settings, mappings, aliases; all optional) and its template. */
  create(name: string, body: JsonValue | undefined, options?: CreateOptions): Index;
  /** Deletes indices. Throws for an alias, a data stream, or the write index of a data stream. */
  delete(expression: string, options?: ResolveOptions): readonly Index[];
  /** Returns the index with exactly this name. */
  get(name: string): Index | undefined;
  readonly indices: ReadonlyMap<string, Index>;
  /**
   * Resolves names, aliases, commas, wildcards, `_all`, `-exclusion` and date math; returns indices by ascending name.
   */
  resolve(expression: string | undefined, options?: ResolveOptions): readonly Index[];
  /** Like `resolve`, with the filters and routing of aliases. */
  resolveSearch(expression: string | undefined, options?: ResolveOptions): readonly ResolvedIndex[];
  /**
   * Returns the index that receives writes to a name; creates it if the name is free and action.auto_create_index
   * allows it.
   */
  writeIndex(name: string): Index;
  /** Returns the index for reading one document, by its name or an alias of one index. Never creates an index. */
  singleIndex(name: string): Index;
  putMapping(expression: string, body: JsonValue | undefined, options?: ResolveOptions): void;
  updateSettings(
    expression: string,
    body: JsonValue | undefined,
    options?: UpdateSettingsOptions,
  ): void;
  /**
   * Carries out all actions or none. Returns for each action why it changed nothing, undefined if it did: a removal of an
   * alias that need not exist.
   */
  updateAliases(actions: readonly AliasAction[]): readonly (ServiceError | undefined)[];
  /** Returns the indices of every alias. */
  aliases(): ReadonlyMap<string, readonly Index[]>;
  readonly clusterSettings: ClusterSettings;
  /** Takes `{persistent, transient}`, in which null removes a setting; returns the new settings. */
  updateClusterSettings(body: JsonValue | undefined): ClusterSettings;
  /**
   * Returns the effective value of a cluster setting: transient, else persistent, else default. Throws TypeError if the
   * setting is unknown.
   */
  setting(name: string): string;
  readonly templates: Templates;
  readonly dataStreams: ReadonlyMap<string, DataStream>;
  /** Creates a data stream and its first index, from the template that matches its name. */
  createDataStream(name: string): DataStream;
  /** Adds an index to a data stream; it becomes the write index. */
  rollDataStream(name: string): Index;
  /** Deletes data streams by names and patterns; returns their deleted indices. */
  deleteDataStreams(names: readonly string[]): readonly Index[];
  /** Deletes all indices, data streams, templates and cluster settings. */
  reset(): void;
}
