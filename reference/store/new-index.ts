import type { Environment } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import type { JsonObject } from '../base/json.ts';
import type { IndexMetadata, AliasOptions, IndexSettings } from './index-service.ts';
import type { DynamicTypes, Mapping } from './mapping.ts';

/** The parts of a new index. */
export interface NewIndex {
  readonly name: string;
  /** The name in the request, if it differs from the name (date math). */
  readonly providedName?: string | undefined;
  readonly uuid: string;
  readonly settings: IndexSettings;
  /** The JSON of the mapping, as the client sent it. */
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  readonly metadata?: Partial<IndexMetadata>;
  readonly environment: Environment;
  /** Default: the usual types. */
  readonly dynamicTypes?: DynamicTypes | undefined;
  /** Default: a journal that stores nothing. */
  readonly journal?: Journal | undefined;
  /** Present if the index was restored; replaces `mapping`. */
  readonly before?: {
    readonly created_ms: number;
    readonly mapping: Mapping;
    readonly mappingNumber: number;
  };
}
