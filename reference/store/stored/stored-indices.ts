import type { Environment } from '../../base/environment.ts';
import type { Journal } from '../../base/journal.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { createRegistry } from '../analysis/registry.ts';
import type { IndexSettings } from '../index-settings.ts';
import type { Mapping } from '../mapping.ts';
import { parseMapping } from '../mappings/parse-mapping.ts';
import { MemoryIndex } from '../memory-index.ts';
import { decodeIndex, indexKind, mappingKind, mappingName } from './index-record.ts';

/** A restored index without documents, and the mappings for reading its documents. */
export interface StoredIndex {
  readonly index: MemoryIndex;
  /** Returns the mapping with this number. Throws a TypeError if there is none. */
  readonly mapping: (number: number) => Mapping;
}

/** Restores the indices of a journal, without documents, in the order of their creation. */
export function storedIndices(journal: Journal, environment: Environment): readonly StoredIndex[] {
  const mappings = new Map(journal.stored(mappingKind));
  return journal.stored(indexKind).map(([uuid, stored]) => {
    const record = decodeIndex(uuid, stored);
    const parsed = new Map<number, Mapping>();
    const mapping = (number: number): Mapping => {
      const known = parsed.get(number);
      if (known !== undefined) return known;
      const json = mappings.get(mappingName(uuid, number));
      if (!isJsonObject(json)) throw new TypeError(`index [${uuid}] has no mapping [${number}]`);
      const read = readMapping(json, record.settings);
      parsed.set(number, read);
      return read;
    };
    const { lastMapping, created_ms, ...given } = record;
    const before = { created_ms, mapping: mapping(lastMapping), mappingNumber: lastMapping };
    const index = new MemoryIndex({ ...given, mapping: {}, environment, journal, before });
    return { index, mapping };
  });
}

/** Parses a stored mapping, without limits: those at the time of its creation may have been higher. */
function readMapping(json: JsonObject, settings: IndexSettings): Mapping {
  const limits = { total_fields: Infinity, depth: Infinity };
  return parseMapping(json, { registry: createRegistry(settings.analysis), limits });
}
