import type { DocumentRecord, Journal } from '../../base/journal.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { writeJson } from '../../base/write-json.ts';
import type { IndexMetadata, AliasOptions, Index, IndexSettings } from '../index-service.ts';
import type { Mapping } from '../mapping.ts';
import { completeSettings } from '../settings/index-settings.ts';

/** The kind of the records of indices. */
export const indexKind = 'index';
/** The kind of the records of mappings. */
export const mappingKind = 'mapping';

/** Returns the name of the record of a mapping. */
export function mappingName(uuid: string, number: number): string {
  return `${uuid}/${number}`;
}

/** The stored form of an index, without documents and mappings. */
interface IndexRecord {
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
function encodeIndex(index: Index, lastMapping: number): EncodedIndex {
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

/** The shard and sequence number of a write, and the sequence number of the document that it replaces. */
interface WriteKey {
  readonly shard: number;
  readonly sequence: number;
  readonly replaces: number | undefined;
}

/** Records the changes of one index. */
export interface IndexJournal {
  /** The number of the present mapping, which grows with every change by a client. */
  readonly mapping: number;
  created(): void;
  removed(): void;
  /** Must be called when settings, aliases or metadata have changed. */
  changed(): void;
  /**
   * Must be called when documents have added fields. Earlier documents are still read in the same way, so the number of
   * the mapping does not change.
   */
  mappingGrew(): void;
  mappingReplaced(before: Mapping): void;
  wrote(key: WriteKey, record: DocumentRecord): void;
}

/** Creates the journal of an index; `first` is the number of its present mapping. */
export function indexJournal(journal: Journal, index: Index, first: number): IndexJournal {
  let mapping = first;
  const { uuid } = index;
  const putMapping = (): void =>
    journal.put(mappingKind, mappingName(uuid, mapping), () => index.mapping.toJson());
  const changed = (): void => journal.put(indexKind, uuid, () => encodeIndex(index, mapping));
  return {
    get mapping() {
      return mapping;
    },
    changed,
    mappingGrew: putMapping,
    created() {
      changed();
      putMapping();
    },
    removed() {
      journal.dropDocuments(uuid);
      journal.remove(indexKind, uuid);
      for (let each = 0; each <= mapping; each++) {
        journal.remove(mappingKind, mappingName(uuid, each));
      }
    },
    mappingReplaced(before) {
      if (writeJson(before.toJson()) === writeJson(index.mapping.toJson())) return;
      mapping++;
      putMapping();
      changed();
    },
    wrote: ({ shard, sequence, replaces }, record) =>
      journal.write({ index: uuid, shard, sequence }, record, replaces),
  };
}
