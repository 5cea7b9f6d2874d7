import { shortestFloat } from '../base/double-text.ts';
import type { JsonValue } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import { newMatchBudget } from '../base/wildcard.ts';
import type { LeafField } from '../store/field-type.ts';
import { isDateField, isRangeField } from '../store/field-type.ts';
import { decodeIp } from '../store/ip.ts';
import type { Mapping } from '../store/mapping.ts';
import type { Bounds, IndexValue } from '../store/parsed-document.ts';
import type { Segment } from '../store/segment.ts';
import { showDate } from './query/field-values.ts';
import type { FieldRequest } from './search-request.ts';
import { valuesWithin } from './sort/bound-key.ts';

/** Values of fields by their names. */
export type Fields = Readonly<Record<string, readonly JsonValue[]>>;

/** A field that a search asks for, and the format of its values. */
interface RequestedField {
  readonly field: LeafField;
  readonly format?: string | undefined;
}

/** The fields that a search asks for, by their names. */
export type RequestedFields = ReadonlyMap<string, RequestedField>;

/**
 * Returns the fields that a search asks for; a later request replaces an earlier one for the same name. Throws
 * illegal_argument_exception if a format is given for a field whose values are not dates.
 */
export function requestedFields(
  requests: readonly FieldRequest[],
  mapping: Mapping,
): RequestedFields {
  const found = new Map<string, RequestedField>();
  const budget = newMatchBudget();
  for (const { field: pattern, format } of requests) {
    for (const name of mapping.matching(pattern, budget)) {
      const field = mapping.field(name);
      if (field === undefined) continue;
      if (format !== undefined && !isDateField(field)) {
        refuse(`Field [${name}] of type [${field.type}] doesn't support formats.`);
      }
      found.set(name, { field, format });
    }
  }
  return found;
}

/** Returns the values of `fields` of one document: all that were sent or copied, as they are read by the types of the fields. */
export function fieldsOf(segment: Segment, doc: number, requested: RequestedFields): Fields {
  return foundIn(requested, ({ field, format }) => {
    const isFloat = field.type === 'float' || field.type === 'half_float';
    const values = valuesWithin(segment, field.nestedPath, ({ values }) => values(field.name))(doc);
    return values.map((value) =>
      isFloat ? shortestFloat(Number(value)) : shownValue(value, field, format),
    );
  });
}

/** Returns the values of `docvalue_fields` from the columns: sorted, keyword values without duplicates. */
export function docvaluesOf(segment: Segment, doc: number, requested: RequestedFields): Fields {
  return foundIn(requested, (field) => columnValues(segment, doc, field));
}

/** Returns the values of those fields that have some. */
function foundIn(
  fields: RequestedFields,
  valuesOf: (field: RequestedField) => readonly JsonValue[],
): Fields {
  const found = Array.from(fields, ([name, field]) => [name, valuesOf(field)] as const);
  return Object.fromEntries(found.filter(([, values]) => values.length > 0));
}

/** Returns the values of a field of one document from its column, as hits show them. */
export function columnValues(
  segment: Segment,
  doc: number,
  { field, format }: RequestedField,
): readonly JsonValue[] {
  const values = segment.column(field.name)?.(doc) ?? [];
  return values.map((value) => shownValue(value, field, format));
}

function shownValue(value: IndexValue, field: LeafField, format: string | undefined): JsonValue {
  if (typeof value === 'object') return shownRange(value, field);
  if (typeof value === 'string') return field.type.startsWith('ip') ? decodeIp(value) : value;
  if (field.type === 'boolean') return value === 1;
  return isDateField(field) ? showDate(value, { ...field, format: format ?? field.format }) : value;
}

/** Returns a range with the ends that it has, both included. */
function shownRange({ gte, lte }: Bounds, field: LeafField): JsonValue {
  const ends = Object.entries({ gte, lte }).filter(([, end]) => Math.abs(Number(end)) !== Infinity);
  const isDate = isRangeField(field) && field.type === 'date_range';
  return Object.fromEntries(
    ends.map(([name, end]) => [
      name,
      isDate
        ? showDate(Number(end), { type: 'date', format: field.format })
        : shownValue(end, field, undefined),
    ]),
  );
}
