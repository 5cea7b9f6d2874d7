import type { DocumentRecord, Journal } from '../../base/journal.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { writeJson } from '../../base/write-json.ts';
import type { Index, IndexMetadata } from '../index-service.ts';
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

/**
 * Returns the stored form of an index, without documents and mappings; takes the number of its present mapping. Maps are
 * written as pairs, because objects reorder members whose names are integers.
 */
function encodeIndex(index: Index, lastMapping: number) {
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
export function decodeIndex(uuid: string, stored: JsonValue) {
  if (!isJsonObject(stored)) throw new TypeError(`the index [${uuid}] cannot be read`);
  // Written by `encodeIndex`; the store has checked the version of the format.
  const encoded = stored as unknown as ReturnType<typeof encodeIndex>;
  const { settings, analysis, aliases, metadata: sent, ...others } = encoded;
  const rollovers = new Map(sent.rollovers);
  const metadata: IndexMetadata = { ...sent, rollovers, figures: new Map(sent.figures) };
  return {
    ...others,
    uuid,
    settings: completeSettings(new Map(settings), analysis),
    aliases: new Map(aliases),
    metadata,
  };
}

/** The shard and sequence number of a write, and the sequence number of the document that it replaces. */
interface WriteKey {
  readonly shard: number;
  readonly sequence: number;
  readonly replaces: number | undefined;
}

/** Records the changes of one index. */
export class IndexJournal {
  readonly #journal: Journal;
  readonly #index: Index;
  #mapping: number;

  /** `first` is the number of the present mapping. */
  constructor(journal: Journal, index: Index, first: number) {
    this.#journal = journal;
    this.#index = index;
    this.#mapping = first;
  }

  /** The number of the present mapping, which grows with every change by a client. */
  get mapping(): number {
    return this.#mapping;
  }

  created(): void {
    this.changed();
    this.mappingGrew();
  }

  removed(): void {
    const { uuid } = this.#index;
    this.#journal.dropDocuments(uuid);
    this.#journal.remove(indexKind, uuid);
    for (let each = 0; each <= this.#mapping; each++) {
      this.#journal.remove(mappingKind, mappingName(uuid, each));
    }
  }

  /** Must be called when settings, aliases or metadata have changed. */
  changed(): void {
    this.#journal.put(indexKind, this.#index.uuid, () => encodeIndex(this.#index, this.#mapping));
  }

  /**
   * Must be called when documents have added fields. Earlier documents are still read in the same way, so the number of
   * the mapping does not change.
   */
  mappingGrew(): void {
    const name = mappingName(this.#index.uuid, this.#mapping);
    this.#journal.put(mappingKind, name, () => this.#index.mapping.toJson());
  }

  mappingReplaced(before: Mapping): void {
    if (writeJson(before.toJson()) === writeJson(this.#index.mapping.toJson())) return;
    this.#mapping++;
    this.mappingGrew();
    this.changed();
  }

  wrote({ shard, sequence, replaces }: WriteKey, record: DocumentRecord): void {
    this.#journal.write({ index: this.#index.uuid, shard, sequence }, record, replaces);
  }
}
