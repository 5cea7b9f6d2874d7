import type { DocumentRecord, Journal } from '../../base/journal.ts';
import { writeJson } from '../../base/json.ts';
import type { Index } from '../index-service.ts';
import type { Mapping } from '../mapping.ts';
import { encodeIndex, indexKind, mappingKind, mappingName } from './index-record.ts';

/** Where a write has its place, and that of the document it replaces. */
export interface WriteKey {
  readonly shard: number;
  readonly sequence: number;
  readonly replaces: number | undefined;
}

/** Called for every change of one index. */
export interface IndexJournal {
  /** The number of the mapping that documents are read with now: it grows with every change that a client asks for. */
  readonly mapping: number;
  created(): void;
  removed(): void;
  /** Settings, aliases or metadata are others now. */
  changed(): void;
  /** Documents have added fields: what was read before would be read with them as it was. */
  mappingGrew(): void;
  mappingReplaced(before: Mapping): void;
  wrote(key: WriteKey, record: DocumentRecord): void;
}

/** Returns the journal of an index whose documents are read with the mapping of this number. */
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
