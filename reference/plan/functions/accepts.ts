import { isDate, isNumeric, isString, isWhole } from '../column-type.ts';
import type { ValueType } from '../column-type.ts';

/** The types that an operand may have. */
export interface Accepts {
  /** The text in messages and signatures. */
  readonly label: string;
  readonly has: (type: ValueType) => boolean;
  /** The type to which a string literal is converted. */
  readonly literals?: ValueType;
}

function only(label: string, ...types: readonly ValueType[]): Accepts {
  return { label, has: (type) => types.includes(type) };
}

/** Returns whether an operand of a type has values in a column: not spans of time and unsupported fields. */
function isColumnType(type: ValueType): boolean {
  return type !== 'date_period' && type !== 'time_duration' && type !== 'unsupported';
}

export const string: Accepts = { label: 'string', has: isString };
export const numeric: Accepts = { label: 'numeric', has: isNumeric };
export const whole: Accepts = { label: 'whole number', has: isWhole };
export const integer: Accepts = only('integer', 'integer');
export const date: Accepts = {
  label: 'datetime or date_nanos',
  has: isDate,
  literals: 'date',
};
export const ip: Accepts = { ...only('ip', 'ip'), literals: 'ip' };
export const any: Accepts = { label: 'any type', has: isColumnType };
export const numericOrDate: Accepts = {
  label: 'numeric or datetime',
  has: (type) => isNumeric(type) || isDate(type),
};
export const span: Accepts = {
  label: 'date_period or time_duration',
  has: (type) => type === 'date_period' || type === 'time_duration',
};
