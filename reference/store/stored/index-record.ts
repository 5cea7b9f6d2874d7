import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { IndexMetadata } from '../index-metadata.ts';
import type { AliasOptions, Index } from '../index-service.ts';
import type { IndexSettings } from '../index-settings.ts';
import { completeSettings } from '../settings/read-index-settings.ts';

export const indexKind = 'index';
export const mappingKind = 'mapping';

/** The name of a mapping of an index by its number. */
export function mappingName(uuid: string, number: number): string {
  return `${uuid}/${number}`;
}

/** What is store of an index, its documents and mappings aside. */
export interface IndexRecord {
  readonly name: string;
  readonly providedName: string;
  readonly uuid: string;
  readonly created_ms: number;
  readonly settings: IndexSettings;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  readonly metadata: IndexMetadata;
  /** The number of its last mapping. */
  readonly lastMapping: number;
}

/** Maps are written as pairs: the members of an object come in another order where their names are numbers. */
interface EncodedIndex extends Omit<IndexRecord, 'settings' | 'aliases' | 'metadata' | 'uuid'> {
  readonly settings: readonly Pair<string, string>[];
  readonly analysis: JsonObject;
  readonly aliases: readonly Pair<string, AliasOptions>[];
  readonly metadata: Omit<IndexMetadata, 'rollovers' | 'figures'> & {
    readonly rollovers: readonly Pair<string, number>[];
    readonly figures: readonly Pair<number, { readonly docs: number; readonly bytes: number }>[];
  };
}

type Pair<Name, Value> = readonly [name: Name, value: Value];

/** Returns what is store of an index whose last mapping has this number. */
export function encodeIndex(index: Index, lastMapping: number): EncodedIndex {
  const { name, providedName, created_ms, settings, aliases, metadata } = index;
  return {
    name,
    providedName,
    created_ms,
    lastMapping,
    settings: [...settings.flat],
    analysis: settings.analysis,
    aliases: [...aliases],
    metadata: {
      ...metadata,
      rollovers: [...metadata.rollovers],
      figures: [...metadata.figures],
    },
  };
}

/** Takes what was store under a uuid. Throws a TypeError if that is something else. */
export function decodeIndex(uuid: string, stored: JsonValue): IndexRecord {
  if (!isJsonObject(stored)) throw new TypeError(`the index [${uuid}] cannot be read`);
  // Written by `encodeIndex`, in the format that the store says it has.
  const { settings, analysis, aliases, metadata, ...others } = stored as unknown as EncodedIndex;
  const { lifecycle, data_stream, leader, assignedReplicas, rollovers, figures } = metadata;
  return {
    ...others,
    uuid,
    settings: completeSettings(new Map(settings), analysis),
    aliases: new Map(aliases),
    metadata: {
      lifecycle,
      data_stream,
      leader,
      assignedReplicas,
      rollovers: new Map(rollovers),
      figures: new Map(figures),
    },
  };
}
