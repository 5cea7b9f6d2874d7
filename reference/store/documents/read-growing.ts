import type { Mapping } from '../mapping.ts';
import { mergeMapping } from '../mappings/merge-mapping.ts';
import type { MappingContext } from '../mappings/parse-mapping.ts';
import { parseMapping } from '../mappings/parse-mapping.ts';
import type { ParsedFields } from '../parsed-document.ts';
import type { DocumentSource } from './document-problem.ts';
import { readDocument } from './read-document.ts';

/** A document as it was read. */
export interface GrownDocument {
  readonly fields: ParsedFields;
  /** The mapping that the document fits, extended by its new fields. */
  readonly mapping: Mapping;
}

/**
 * Maximum number of readings. The first one adds all new fields of a document, so needing more than this is a defect.
 */
const maxReadings = 3;

/**
 * Reads a document; returns its values and the mapping extended by its new fields. Throws a ServiceError if the
 * document is invalid for the mapping, or the mapping cannot be extended.
 */
export function readGrowing(
  document: DocumentSource,
  present: Mapping,
  context: MappingContext,
): GrownDocument {
  let mapping = present;
  for (let reading = 0; reading < maxReadings; reading++) {
    const { fields, addition } = readDocument(document, mapping);
    if (addition === undefined) return { fields, mapping };
    mapping = parseMapping(mergeMapping(mapping.toJson(), addition), context);
  }
  throw new Error(`the document [${document.id}] adds fields to its mapping at every reading`);
}
