import type { KeywordField } from './field-type.ts';
import { routingField } from './memory-segment.ts';

/**
 * The metadata field with the names of the fields of a document whose values were ignored, because they are malformed
 * (`ignore_malformed`) or too long (`ignore_above`).
 */
export const ignoredField: KeywordField = {
  type: 'keyword',
  name: '_ignored',
  nestedPath: undefined,
  indexed: true,
  doc_values: true,
  copy_to: [],
  fields: [],
  ignore_malformed: false,
  null_value: undefined,
  definition: {},
  ignore_above: Number.MAX_SAFE_INTEGER,
  normalizer: undefined,
};

/** The metadata field with the routing of a document. */
export const routingFieldType: KeywordField = { ...ignoredField, name: routingField };
