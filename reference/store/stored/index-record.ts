import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { IndexMetadata } from '../index-metadata.ts';
import type { AliasOptions, Index } from '../index-service.ts';
import type { IndexSettings } from '../index-settings.ts';
import { completeSettings } from '../settings/read-index-settings.ts';

/** The kind of the records of indices. */
export const indexKind = 'index';
/** The kind of the records of mappings. */
export const mappingKind = 'mapping';

/** Returns the name of the record of a mapping. */
export function mappingName(uuid: string, number: number): string {
  return `${uuid}/${number}`;
}

/** The stored form of an index, without documents and mappings. */
export interface IndexRecord {
  readonly name: string;
  readonly providedName: string;
  readonly uuid: string;
  readonly created_ms: number;
  readonly settings: IndexSettings;
  readonly aliases: ReadonlyMap<string, AliasOptions>;
  readonly metadata: IndexMetadata;
  /** The number of its present mapping. */
  readonly lastMapping: number;
}

/** Maps are written as pairs, because objects reorder members whose names are integers. */
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

/** Returns the stored form of an index. */
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

/** Decodes the stored form of an index. Throws a TypeError if it is not an object. */
export function decodeIndex(uuid: string, stored: JsonValue): IndexRecord {
  if (!isJsonObject(stored)) throw new TypeError(`the index [${uuid}] cannot be read`);
  // Written by `encodeIndex`; the store has checked the version of the format.
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
