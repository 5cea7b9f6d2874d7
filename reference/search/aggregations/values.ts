import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { refuse } from '../../base/service-error.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField, isNumberField, isRangeField } from '../../store/field-type.ts';
import { decodeIp } from '../../store/ip.ts';
import type { OrdinalColumn } from '../../store/segment.ts';
import { showDate, storedDateValue } from '../query/date-value.ts';
import { booleanValue, readNumber } from '../query/field-values.ts';
import { noFielddata } from '../sort/bound-key.ts';
import type { Batch } from './batch.ts';
import type { CollectScope } from './collector.ts';

/** A value in aggregations: dates in milliseconds, booleans 0 and 1, addresses as text. */
export type Value = number | bigint | string;

/** Takes a value, its document, and the bucket that the document is collected into. */
export type Visit = (value: Value, doc: number, bucket: number) => void;

/** Calls `visit` for each value of some documents. */
export type ValueReader = (batch: Batch, visit: Visit) => void;

/** Tells whether it was called with the same arguments before. */
export type IsKnown = (value: Value, doc: number, bucket: number) => boolean;

/**
 * Returns a function that tells whether it was called with the same arguments before. The values of one document and
 * bucket must follow each other.
 */
export function repeats(): IsKnown {
  let lastDoc = -1;
  let lastBucket = -1;
  let first: Value | undefined;
  let others: Set<Value> | undefined;
  return (value, doc, bucket) => {
    if (doc !== lastDoc || bucket !== lastBucket) {
      lastDoc = doc;
      lastBucket = bucket;
      first = value;
      others = undefined;
      return false;
    }
    if (value === first || others?.has(value) === true) return true;
    (others ??= new Set()).add(value);
    return false;
  };
}

/**
 * Returns the field of an aggregation, or undefined if the index does not map it. Throws a ServiceError if the field
 * has no doc values.
 */
export function aggregatedField(name: string, { index }: CollectScope): LeafField | undefined {
  const field = index.mapping.field(name);
  if (field === undefined) return undefined;
  if (field.type === 'text' || !field.doc_values) throw noFielddata(name, field.type, index.name);
  return field;
}

/** Throws illegal_argument_exception if the values of a field are not numbers. */
export function checkNumeric(field: LeafField, kind: string): void {
  const isNumeric = isNumberField(field) || isDateField(field) || field.type === 'boolean';
  if (!isNumeric) {
    refuse(
      `Field [${field.name}] of type [${field.type}] is not supported for aggregation [${kind}]`,
    );
  }
}

/** Returns the reader of the values of a field in one segment; documents without a value have the value `missing`. */
export function readValues(
  field: LeafField | undefined,
  { segment }: CollectScope,
  missing: JsonValue | undefined,
): ValueReader {
  const substitute = missing === undefined ? undefined : missingValue(field, missing);
  const column = field === undefined ? undefined : segment.column(columnName(field));
  if (field === undefined || column === undefined) {
    return substitute === undefined ? () => undefined : readConstant(substitute);
  }
  const valueAt = (at: number): Value => {
    if (column.kind === 'ordinal') {
      const term = column.terms.at(column.ordinals[at]!);
      return field.type === 'ip' ? decodeIp(term) : term;
    }
    const value = column.values[at]!;
    return field.type === 'date_nanos' ? Math.floor(Number(value) / 1e6) : value;
  };
  const { starts } = column;
  return ({ docs, buckets, length }, visit) => {
    for (let entry = 0; entry < length; entry++) {
      const doc = docs[entry]!;
      const bucket = buckets[entry]!;
      const end = starts[doc + 1]!;
      let at = starts[doc]!;
      if (at === end && substitute !== undefined) visit(substitute, doc, bucket);
      for (; at < end; at++) visit(valueAt(at), doc, bucket);
    }
  };
}

/** Returns the reader of documents that all have one value. */
function readConstant(value: Value): ValueReader {
  return ({ docs, buckets, length }, visit) => {
    for (let entry = 0; entry < length; entry++) visit(value, docs[entry]!, buckets[entry]!);
  };
}

/** The values of a field in one segment as numbers of terms, and the value of each term. */
export interface Ordinals {
  readonly column: OrdinalColumn;
  readonly valueOf: (ordinal: number) => Value;
}

/** Returns the values of a field with a dictionary of terms; undefined if the segment has none for it. */
export function ordinalsOf(
  field: LeafField | undefined,
  { segment }: CollectScope,
): Ordinals | undefined {
  const column = field === undefined ? undefined : segment.column(columnName(field));
  if (field === undefined || column?.kind !== 'ordinal') return undefined;
  const { terms } = column;
  const isAddress = field.type === 'ip';
  return {
    column,
    valueOf: (ordinal) => (isAddress ? decodeIp(terms.at(ordinal)) : terms.at(ordinal)),
  };
}

/** Returns the reader of the metadata field `_index`: each document has the name of its index as its only value. */
export function readIndexName({ index }: CollectScope): ValueReader {
  return readConstant(index.name);
}

/** Returns the column of the values of a field; range fields are aggregated by their lower bounds. */
export function columnName(field: LeafField): string {
  return isRangeField(field) ? `${field.name}#gte` : field.name;
}

/** Returns the value that documents without one have, in the form of the values of the field. */
export function missingValue(field: LeafField | undefined, missing: JsonValue): Value {
  if (field !== undefined && isDateField(field)) {
    const value = storedDateValue(missing, { ...field, type: 'date' });
    return Number(value);
  }
  if (field?.type === 'boolean') return booleanValue(missing);
  if (field !== undefined && isNumberField(field)) return readNumber(missing);
  return typeof missing === 'number' || typeof missing === 'bigint' ? missing : scalarText(missing);
}

/** Returns the `key_as_string` of a value, or undefined if it has none. */
export function valueText(field: LeafField | undefined, value: Value): string | undefined {
  if (field === undefined || typeof value === 'string') return undefined;
  if (field.type === 'boolean') return String(Number(value) === 1);
  return isDateField(field) ? showDate(value, { ...field, type: 'date' }) : undefined;
}
