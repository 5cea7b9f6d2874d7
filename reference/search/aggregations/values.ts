import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { refuse } from '../../base/service-error.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField, isNumberField, isRangeField } from '../../store/field-type.ts';
import { decodeIp } from '../../store/ip.ts';
import { showDate, storedDateValue } from '../query/date-value.ts';
import { booleanValue, readNumber } from '../query/field-values.ts';
import { noFielddata } from '../sort/bound-key.ts';
import type { CollectScope } from './collector.ts';

/** A value in aggregations: dates in milliseconds, booleans 0 and 1, addresses as text. */
export type Value = number | bigint | string;

/** Returns the values of a document. */
export type ValueReader = (doc: number) => readonly Value[];

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
    const values = substitute === undefined ? [] : [substitute];
    return () => values;
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
  const without = substitute === undefined ? [] : [substitute];
  return (doc) => {
    const start = starts[doc]!;
    const end = starts[doc + 1]!;
    if (start === end) return without;
    if (end === start + 1) return [valueAt(start)];
    return Array.from({ length: end - start }, (_, nth) => valueAt(start + nth));
  };
}

/** Returns the distinct values of a list. */
export function distinct<T>(values: readonly T[]): Iterable<T> {
  return values.length < 2 ? values : new Set(values);
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
