import type { Journal } from '../base/journal.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { DataStream } from './catalog/data-streams.ts';
import type { Templates } from './catalog/templates.ts';
import type { AliasOptions, Index } from './index-service.ts';
import type { MemoryIndex } from './memory-index.ts';

/** Says which names an index expression may lead to. */
export interface NameGuard {
  /** True if patterns may lead to the index, alias or data stream of this name; they pass over the others. */
  permits(name: string): boolean;
  /** Throws if a name that is written out may not be used. */
  require(name: string): void;
}

/** How an index expression is read. */
export interface ResolveOptions {
  /** Undefined: every name may be used. */
  readonly guard?: NameGuard | undefined;
  readonly ignore_unavailable?: boolean | undefined;
  /** Default true: an expression that matches nothing is no error. */
  readonly allow_no_indices?: boolean | undefined;
  /** Any of open, closed, hidden, all, none; default open. */
  readonly expand_wildcards?: readonly string[] | undefined;
}

export interface UpdateSettingsOptions extends ResolveOptions {
  /** True leaves settings alone that an index has already. */
  readonly preserve_existing?: boolean | undefined;
}

export interface CreateOptions {
  /** False leaves index templates aside. Default true. */
  readonly templates?: boolean | undefined;
}

/** An index that an expression led to, and the aliases by which alone it did (undefined: by its own name or no filter). */
export interface ResolvedIndex {
  readonly index: Index;
  /** Filters of the aliases; one of them must hold. Empty: no filter. */
  readonly filters: readonly JsonObject[];
  /** Routing values of the aliases. */
  readonly routing: readonly string[];
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

/** Settings of the whole service by their full names, as text. */
export interface ClusterSettings {
  readonly persistent: ReadonlyMap<string, string>;
  readonly transient: ReadonlyMap<string, string>;
}

/** What a catalog begins with. */
export interface CatalogStart {
  readonly journal: Journal;
  readonly indices: readonly MemoryIndex[];
}

/** All indices, their aliases, and the settings of the whole service. */
export interface Catalog {
  /** Creates an index from the body of `PUT /<name>` (settings, mappings, aliases; undefined: none) and its template. */
  create(name: string, body: JsonValue | undefined, options?: CreateOptions): Index;
  /** Removes indices; an alias or a data stream is no name here, and the write index of a data stream stays. */
  delete(expression: string, options?: ResolveOptions): readonly Index[];
  /** The index with exactly this name. */
  get(name: string): Index | undefined;
  readonly indices: ReadonlyMap<string, Index>;
  /** Indices by names, aliases, commas, wildcards, `_all`, `-exclusion`, date math; ascending by name. */
  resolve(expression: string | undefined, options?: ResolveOptions): readonly Index[];
  /** As `resolve`, with what the aliases add to a search. */
  resolveSearch(expression: string | undefined, options?: ResolveOptions): readonly ResolvedIndex[];
  /** The index that a write to a name goes to; created if the name is free and action.auto_create_index allows. */
  writeIndex(name: string): Index;
  /** The same for reading one document: a name or an alias of one index; never creates. */
  singleIndex(name: string): Index;
  putMapping(expression: string, body: JsonValue | undefined, options?: ResolveOptions): void;
  updateSettings(
    expression: string,
    body: JsonValue | undefined,
    options?: UpdateSettingsOptions,
  ): void;
  /** Carries out all actions or none. */
  updateAliases(actions: readonly AliasAction[]): void;
  /** The indices of every alias. */
  aliases(): ReadonlyMap<string, readonly Index[]>;
  readonly clusterSettings: ClusterSettings;
  /** Takes `{persistent, transient}`; null removes a setting. */
  updateClusterSettings(body: JsonValue | undefined): ClusterSettings;
  /** The value in force of a known setting of the whole service: transient, persistent, default. */
  setting(name: string): string;
  readonly templates: Templates;
  readonly dataStreams: ReadonlyMap<string, DataStream>;
  /** Begins a data stream with its first index, from the template that fits its name. */
  createDataStream(name: string): DataStream;
  /** Begins the next index of a data stream, which takes its writes from then on. */
  rollDataStream(name: string): Index;
  /** Removes data streams by names and patterns; returns the indices that went with them. */
  deleteDataStreams(names: readonly string[]): readonly Index[];
  /** Drops every index, data stream, template and setting. */
  reset(): void;
}
