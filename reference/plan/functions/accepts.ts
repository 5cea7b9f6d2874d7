import { isDate, isNumeric, isString, isWhole } from '../column-type.ts';
import type { ValueType } from '../column-type.ts';

/** Which types an operand may have. */
export interface Accepts {
  /** As messages and signatures say it. */
  readonly label: string;
  readonly has: (type: ValueType) => boolean;
  /** A string literal stands for a value of this type. */
  readonly literals?: ValueType;
}

function only(label: string, ...types: readonly ValueType[]): Accepts {
  return { label, has: (type) => types.includes(type) };
}

/** True for the types that a column can have, as opposed to spans of time. */
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
