import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Analyzer } from './analysis/analyzer.ts';

/** What happens to unmapped members of an object. `runtime` is treated as `true`. */
export type Dynamic = 'true' | 'false' | 'strict' | 'runtime';

const integerTypes = ['long', 'integer', 'short', 'byte', 'unsigned_long'] as const;
export const numberTypes = [
  ...integerTypes,
  'double',
  'float',
  'half_float',
  'scaled_float',
] as const;
export const rangeTypes = [
  'integer_range',
  'long_range',
  'float_range',
  'double_range',
  'date_range',
  'ip_range',
] as const;

export type NumberType = (typeof numberTypes)[number];
export type RangeType = (typeof rangeTypes)[number];

interface FieldBase {
  /** Full path (`a.b`, multi-fields `a.raw` included). */
  readonly name: string;
  /** Path of the innermost nested field around it; undefined at the root. */
  readonly nestedPath: string | undefined;
  /** False if `index: false`: queries may still use the column. */
  readonly indexed: boolean;
  readonly doc_values: boolean;
  /** Full paths of the fields that receive its values (copy_to). */
  readonly copy_to: readonly string[];
  /** Multi-fields: the same values under another name and type. */
  readonly fields: readonly LeafField[];
  /** True if invalid values are ignored instead of refused. */
  readonly ignore_malformed: boolean;
  readonly null_value: JsonValue | undefined;
  /** The definition as it was given, for `toJson`. */
  readonly definition: JsonObject;
}

export interface KeywordField extends FieldBase {
  readonly type: 'keyword';
  /** Longer values (UTF-16 units) are not indexed. */
  readonly ignore_above: number;
  readonly normalizer: Analyzer | undefined;
}

export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly analyzer: Analyzer;
  readonly search_analyzer: Analyzer;
}

export interface NumberField extends FieldBase {
  readonly type: NumberType;
  /** 1 except for scaled_float, whose values are rounded to multiples of 1 / scaling_factor. */
  readonly scaling_factor: number;
  /** If false, strings and fractions are refused. */
  readonly coerce: boolean;
}

export interface BooleanField extends FieldBase {
  readonly type: 'boolean';
}

export interface DateField extends FieldBase {
  readonly type: 'date' | 'date_nanos';
  /** Names or Java patterns, joined with `||`. */
  readonly format: string;
}

export interface IpField extends FieldBase {
  readonly type: 'ip';
}

export interface RangeField extends FieldBase {
  readonly type: RangeType;
  /** Of date_range. */
  readonly format: string;
  readonly coerce: boolean;
}

/** A field that holds values. */
export type LeafField =
  KeywordField | TextField | NumberField | BooleanField | DateField | IpField | RangeField;

/** Another name of a field. */
export interface AliasField {
  readonly type: 'alias';
  readonly name: string;
  readonly path: string;
  readonly definition: JsonObject;
}

/** A field that holds objects; the root of a mapping is one with the name ''. */
export interface ObjectField {
  readonly type: 'object' | 'nested';
  readonly name: string;
  /** Path of the innermost nested field around it; its own if it is nested. */
  readonly nestedPath: string | undefined;
  /** If false, its members are not indexed. */
  readonly enabled: boolean;
  /** Undefined inherits from the object around it. */
  readonly dynamic: Dynamic | undefined;
  readonly properties: ReadonlyMap<string, FieldType>;
  /** Its own definition without `properties`. */
  readonly definition: JsonObject;
}

export type FieldType = LeafField | AliasField | ObjectField;

export function isObjectField(field: FieldType): field is ObjectField {
  return field.type === 'object' || field.type === 'nested';
}

export function isNumberField(field: FieldType): field is NumberField {
  return (numberTypes as readonly string[]).includes(field.type);
}

export function isRangeField(field: FieldType): field is RangeField {
  return (rangeTypes as readonly string[]).includes(field.type);
}

export function isDateField(field: FieldType): field is DateField {
  return field.type === 'date' || field.type === 'date_nanos';
}
