import type { Environment } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import type { JsonObject } from '../base/json.ts';
import type { IndexMetadata } from './index-metadata.ts';
import type { AliasOptions } from './index-service.ts';
import type { IndexSettings } from './index-settings.ts';
import type { Mapping } from './mapping.ts';

/** What an index begins with. */
export interface NewIndex {
  readonly name: string;
  /** Where it is another than the name. */
  readonly providedName?: string | undefined;
  readonly uuid: string;
  readonly settings: IndexSettings;
  /** The JSON of the mapping, as it was given. */
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  readonly metadata?: Partial<IndexMetadata>;
  readonly environment: Environment;
  /** Default: one that keeps nothing. */
  readonly journal?: Journal | undefined;
  /** Present if the index was there before the process: it takes the place of `mapping`. */
  readonly before?: {
    readonly created_ms: number;
    readonly mapping: Mapping;
    readonly mappingNumber: number;
  };
}
