import type { JsonValue } from '../../base/json.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { Mapping } from '../../store/mapping.ts';
import { readValue } from '../../store/values/read-value.ts';
import { ValueProblem } from '../../store/values/value-problem.ts';
import { sourcesOf, valuesAt } from '../../search/hit-fields.ts';
import { scalarText } from '../../search/scalar-text.ts';
import type { Cells, Scalar } from '../page.ts';
import { cellOf } from '../page.ts';
import type { DocBatch } from './doc-batch.ts';

/** Returns a reader of the values of a field from the bodies of documents: for texts, and fields without a column. */
export function sourceReader(field: LeafField, mapping: Mapping): (batch: DocBatch) => Cells {
  const paths = sourcesOf(field, mapping);
  return ({ sources }) =>
    sources.map((body) => {
      const found = paths.flatMap((path) => valuesAt(body, path));
      return cellOf(found.flatMap((value) => storedValue(value, field)));
    });
}

/** Returns a value as stored in a column; an empty list if it is malformed (`ignore_malformed`) or too long. */
function storedValue(value: JsonValue, field: LeafField): readonly Scalar[] {
  if (field.type === 'text') return [scalarText(value)];
  try {
    const stored = readValue(value, field);
    return stored === undefined || typeof stored === 'object' ? [] : [stored];
  } catch (error) {
    if (error instanceof ValueProblem) return [];
    throw error;
  }
}
