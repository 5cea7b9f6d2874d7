import type { Journal } from '../base/journal.ts';
import type { JsonObject } from '../base/json.ts';
import type { IndexRules } from './catalog/creation.ts';
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
