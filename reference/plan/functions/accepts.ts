import { defined } from '../../base/assert.ts';
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

/** Returns whether a type is that of a span of time. */
export function isSpan(type: ValueType): boolean {
  return type === 'date_period' || type === 'time_duration';
}

/** Returns whether an operand of a type has values in a column: not spans of time and unsupported fields. */
function isAny(type: ValueType): boolean {
  return !isSpan(type) && type !== 'unsupported';
}

function isNumericOrDate(type: ValueType): boolean {
  return isNumeric(type) || isDate(type);
}

const all: readonly Accepts[] = [
  { label: 'string', has: isString },
  { label: 'numeric', has: isNumeric },
  { label: 'whole number', has: isWhole },
  { label: 'integer', has: (type) => type === 'integer' },
  { label: 'datetime or date_nanos', has: isDate, literals: 'date' },
  { label: 'any type', has: isAny },
  { label: 'numeric or datetime', has: isNumericOrDate },
  { label: 'date_period or time_duration', has: isSpan, literals: 'date_period' },
  { label: 'number or span', has: (type) => isNumeric(type) || isSpan(type) },
];

const byLabel: ReadonlyMap<string, Accepts> = new Map(all.map((each) => [each.label, each]));

/** Returns the types that a label in a signature stands for; the function compares those of `the same`. */
export function acceptsOf(label: string): Accepts {
  return defined(byLabel.get(label === 'the same' ? 'any type' : label), `label ${label}`);
}
