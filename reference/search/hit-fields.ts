import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, showJson } from '../base/json.ts';
import type { DateField, LeafField } from '../store/field-type.ts';
import { isDateField, isNumberField } from '../store/field-type.ts';
import { decodeIp } from '../store/ip.ts';
import type { Mapping } from '../store/mapping.ts';
import type { Segment } from '../store/segment.ts';
import { refuse, unlessRefused } from '../base/service-error.ts';
import { showDate, storedDateValue } from './query/field-values.ts';
import type { FieldRequest } from './search-request.ts';

/** Values of fields by their names. */
export type Fields = Readonly<Record<string, readonly JsonValue[]>>;

/** A field that a search asks for, and the format of its values. */
interface RequestedField {
  readonly field: LeafField;
  readonly format?: string | undefined;
  /** The paths of its values in the source. */
  readonly sources: readonly string[];
}

/** The fields that a search asks for, by their names. */
export type RequestedFields = ReadonlyMap<string, RequestedField>;

/** Returns the fields that a search asks for; a later request replaces an earlier one for the same name. */
export function requestedFields(
  requests: readonly FieldRequest[],
  mapping: Mapping,
): RequestedFields {
  const found = requests.flatMap(({ field: pattern, format }) =>
    mapping.matching(pattern).flatMap((name) => {
      const field = mapping.field(name);
      return field === undefined ? [] : [[name, { field, format }] as const];
    }),
  );
  const sourcesOf = sourcesIn(mapping);
  return new Map(
    Array.from(new Map(found), ([name, requested]) => [
      name,
      { ...requested, sources: sourcesOf(requested.field.name) },
    ]),
  );
}

/**
 * Returns the values of `fields` from the source, formatted by their types; a `copy_to` target has the values of its
 * sources.
 */
export function fieldsOf(source: JsonObject, requested: RequestedFields): Fields {
  return foundIn(requested, ({ field, format, sources }) =>
    sources
      .flatMap((path) => valuesAt(source, path))
      .flatMap((value) => shownValue(value, field, format)),
  );
}

/** Returns the values of those fields that have some. */
function foundIn(
  fields: RequestedFields,
  valuesOf: (field: RequestedField) => readonly JsonValue[],
): Fields {
  const found = Array.from(fields, ([name, field]) => [name, valuesOf(field)] as const);
  return Object.fromEntries(found.filter(([, values]) => values.length > 0));
}

/**
 * Returns a function that takes the name of a field and returns the paths in the source of its values: its own, and those of
 * the fields copied to it.
 */
function sourcesIn(mapping: Mapping): (name: string) => readonly string[] {
  const parents = new Map<string, string>();
  const copied = new Map<string, string[]>();
  for (const { name, fields, copy_to } of mapping.leaves.values()) {
    for (const field of fields) parents.set(field.name, name);
    for (const target of new Set(copy_to)) {
      const names = copied.get(target) ?? [];
      names.push(name);
      copied.set(target, names);
    }
  }
  return (name) => {
    const own = parents.get(name) ?? name;
    return [own, ...(copied.get(own) ?? [])];
  };
}

/** Returns all values under a path; objects in arrays and names with dots are followed too. */
function valuesAt(value: JsonValue, path: string): readonly JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((element: JsonValue) => valuesAt(element, path));
  if (path === '') return value === null ? [] : [value];
  if (!isJsonObject(value)) return [];
  const names = path.split('.');
  return names.flatMap((_, at) => {
    const inner = value[names.slice(0, at + 1).join('.')];
    return inner === undefined ? [] : valuesAt(inner, names.slice(at + 1).join('.'));
  });
}

function shownValue(
  value: JsonValue,
  field: LeafField,
  format: string | undefined,
): readonly JsonValue[] {
  if (isDateField(field)) return shownDate(value, field, format);
  checkFormat(field, format);
  if (isNumberField(field)) return [typeof value === 'string' ? Number(value) : value];
  if (field.type === 'boolean') return [value === true || value === 'true'];
  if (field.type === 'text') return [showJson(value)];
  if (field.type !== 'keyword') return [value];
  return [showJson(value)].filter((text) => text.length <= field.ignore_above);
}

function shownDate(
  value: JsonValue,
  field: DateField,
  format: string | undefined,
): readonly JsonValue[] {
  const form = { ...field, format: format ?? field.format };
  return unlessRefused(
    () => [showDate(storedDateValue(value, field), form)],
    // A malformed value that was ignored cannot be formatted.
    () => [],
  );
}

/** Throws illegal_argument_exception if a format is given for a field whose values are not dates. */
function checkFormat({ name, type }: LeafField, format: string | undefined): void {
  if (format !== undefined) refuse(`Field [${name}] of type [${type}] doesn't support formats.`);
}

/** Returns the values of `docvalue_fields` from the columns: sorted, keyword values without duplicates. */
export function docvaluesOf(segment: Segment, doc: number, requested: RequestedFields): Fields {
  return foundIn(requested, (field) => columnValues(segment, doc, field));
}

/** Returns the values of a field of one document from its column, as hits show them. */
export function columnValues(
  segment: Segment,
  doc: number,
  { field, format }: Pick<RequestedField, 'field' | 'format'>,
): readonly JsonValue[] {
  if (!isDateField(field)) checkFormat(field, format);
  const values = segment.column(field.name)?.(doc) ?? [];
  return values.map((value): JsonValue => {
    if (typeof value === 'string') return field.type === 'ip' ? decodeIp(value) : value;
    if (field.type === 'boolean') return value === 1;
    return isDateField(field)
      ? showDate(value, { ...field, format: format ?? field.format })
      : value;
  });
}
