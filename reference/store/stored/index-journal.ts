import type { DocumentRecord, Journal } from '../../base/journal.ts';
import { writeJson } from '../../base/write-json.ts';
import type { Index } from '../index-service.ts';
import type { Mapping } from '../mapping.ts';
import { encodeIndex, indexKind, mappingKind, mappingName } from './index-record.ts';

/** The shard and sequence number of a write, and the sequence number of the document that it replaces. */
export interface WriteKey {
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
