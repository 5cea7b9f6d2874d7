import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Analyzer } from './analysis/analyzer.ts';

/** How unmapped members of an object are handled. */
export type Dynamic = 'true' | 'false' | 'strict';

const integerTypes = ['long', 'integer', 'short', 'byte', 'unsigned_long'] as const;
/** The types of number fields. */
export const numberTypes = [
  ...integerTypes,
  'double',
  'float',
  'half_float',
  'scaled_float',
] as const;
/** The types of range fields. */
export const rangeTypes = [
  'integer_range',
  'long_range',
  'float_range',
  'double_range',
  'date_range',
  'ip_range',
] as const;

/** The name of the type of a number field. */
export type NumberType = (typeof numberTypes)[number];
/** The name of the type of a range field. */
export type RangeType = (typeof rangeTypes)[number];

interface FieldBase {
  /** Full path (`a.b`, multi-fields `a.raw` included). */
  readonly name: string;
  /** Path of the innermost nested field that contains it; undefined at the root. */
  readonly nestedPath: string | undefined;
  /** False for `index: false`; queries may then still use the column. */
  readonly indexed: boolean;
  readonly doc_values: boolean;
  /** Full paths of the fields that receive its values (copy_to). */
  readonly copy_to: readonly string[];
  /** Multi-fields: the same values under another name and type. */
  readonly fields: readonly LeafField[];
  /** True if invalid values are ignored instead of refused. */
  readonly ignore_malformed: boolean;
  readonly null_value: JsonValue | undefined;
  /** The definition as the client sent it, for `toJson`. */
  readonly definition: JsonObject;
}

/** A keyword field. */
export interface KeywordField extends FieldBase {
  readonly type: 'keyword';
  /** Maximum length of an indexed value in UTF-16 units. */
  readonly ignore_above: number;
  readonly normalizer: Analyzer | undefined;
}

/** A text field. */
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly analyzer: Analyzer;
  readonly search_analyzer: Analyzer;
}

/** A number field. */
export interface NumberField extends FieldBase {
  readonly type: NumberType;
  /** 1 except for scaled_float, whose values are rounded to multiples of 1 / scaling_factor. */
  readonly scaling_factor: number;
  /** If false, strings and fractions are refused. */
  readonly coerce: boolean;
}

/** A boolean or ip field. */
export interface PlainField extends FieldBase {
  readonly type: 'boolean' | 'ip';
}

/** A date or date_nanos field. */
export interface DateField extends FieldBase {
  readonly type: 'date' | 'date_nanos';
  /** Names or Java patterns, joined with `||`. */
  readonly format: string;
  /** Language of the names of months and days in the format; default en-US. */
  readonly locale: string | undefined;
}

/** A range field. */
export interface RangeField extends FieldBase {
  readonly type: RangeType;
  /** The format of date_range; other types do not use it. */
  readonly format: string;
  readonly coerce: boolean;
}

/** A field with values. */
export type LeafField =
  | KeywordField
  | TextField
  | NumberField
  | PlainField
  | DateField
  | RangeField;

/** Another name of a field. */
export interface AliasField {
  readonly type: 'alias';
  readonly name: string;
  readonly path: string;
  readonly definition: JsonObject;
}

/** A field with objects. The root of a mapping is an object field with the name ''. */
export interface ObjectField {
  readonly type: 'object' | 'nested';
  readonly name: string;
  /** Path of the innermost nested field that contains it; its own path if it is nested. */
  readonly nestedPath: string | undefined;
  /** If false, its members are not indexed. */
  readonly enabled: boolean;
  /** Undefined to inherit it from the enclosing object. */
  readonly dynamic: Dynamic | undefined;
  readonly properties: ReadonlyMap<string, FieldType>;
  /** Its own definition without `properties`. */
  readonly definition: JsonObject;
}

/** A field of any type. */
export type FieldType = LeafField | AliasField | ObjectField;

/** True if the field contains objects. */
export function isObjectField(field: FieldType): field is ObjectField {
  return field.type === 'object' || field.type === 'nested';
}

/** True if the field contains numbers. */
export function isNumberField(field: FieldType): field is NumberField {
  return (numberTypes as readonly string[]).includes(field.type);
}

/** True if the field contains ranges. */
export function isRangeField(field: FieldType): field is RangeField {
  return (rangeTypes as readonly string[]).includes(field.type);
}

/** True if the field is a date or date_nanos field. */
export function isDateField(field: FieldType): field is DateField {
  return field.type === 'date' || field.type === 'date_nanos';
}
