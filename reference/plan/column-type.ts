/**
 * Types that a column of a result can have. `null`: all values are null; `unsupported`: the values cannot be shown and
 * appear as null.
 */
export const columnTypes = [
  'boolean',
  'integer',
  'long',
  'unsigned_long',
  'double',
  'keyword',
  'text',
  'ip',
  'date',
  'date_nanos',
  'null',
  'unsupported',
] as const;

/** A type that a column of a result can have. */
export type ColumnType = (typeof columnTypes)[number];

/** Types of spans of time, which only constants can have. */
export type SpanType = 'date_period' | 'time_duration';

/** A type that an expression can have. */
export type ValueType = ColumnType | SpanType;

/** True for integer, long, unsigned_long and double. */
export function isNumeric(type: ValueType): boolean {
  return isWhole(type) || type === 'double';
}

/** True for integer, long and unsigned_long. */
export function isWhole(type: ValueType): boolean {
  return type === 'integer' || type === 'long' || type === 'unsigned_long';
}

/** True for keyword and text. */
export function isString(type: ValueType): boolean {
  return type === 'keyword' || type === 'text';
}

/** True for the types whose values are strings. */
export function isTextual(type: ValueType): boolean {
  return isString(type) || type === 'ip';
}

/** True for date and date_nanos. */
export function isDate(type: ValueType): boolean {
  return type === 'date' || type === 'date_nanos';
}

/** True for columns without values that can be shown. */
export function isHollow(type: ValueType): boolean {
  return type === 'null' || type === 'unsupported';
}

/** True for spans of time. */
export function isSpan(type: ValueType): type is SpanType {
  return type === 'date_period' || type === 'time_duration';
}
