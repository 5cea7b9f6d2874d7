import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { ServiceError, refuse } from '../../base/service-error.ts';
import { analyze } from '../../store/analysis/analyzer.ts';
import type { KeywordField, NumberField, NumberType } from '../../store/field-type.ts';
import { encodeIp } from '../../store/ip.ts';
import type { Numeric } from './term-sets.ts';

/** Minimum and maximum of the integer types. */
const limits = new Map<NumberType, readonly [bigint, bigint]>([
  ['long', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['integer', [-(2n ** 31n), 2n ** 31n - 1n]],
  ['short', [-32_768n, 32_767n]],
  ['byte', [-128n, 127n]],
  ['unsigned_long', [0n, 2n ** 64n - 1n]],
]);

/**
 * Takes a value of a query on a number field and returns the number, in the resolution of the field. Throws a
 * ServiceError if it is not a number.
 */
export function numberValue(field: NumberField, value: JsonValue): Numeric {
  const number = readNumber(value);
  switch (field.type) {
    case 'float':
      return Math.fround(Number(number));
    case 'scaled_float':
      return Math.round(Number(number) * field.scaling_factor) / field.scaling_factor;
    case 'double':
    case 'half_float':
      return Number(number);
    case 'long':
    case 'integer':
    case 'short':
    case 'byte':
    case 'unsigned_long':
      return number;
    default:
      return field.type satisfies never;
  }
}

/** True if an integer field can have the value: it is an integer within the limits of the type. */
export function canHold(field: NumberField, value: Numeric): boolean {
  const bounds = limits.get(field.type);
  if (bounds === undefined) return true;
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  return value >= bounds[0] && value <= bounds[1];
}

/** Takes a number, or the text of one; whole numbers beyond 2^53 become bigint. */
export function readNumber(value: JsonValue): Numeric {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string') {
    if (/^[+-]?\d{16,}$/.test(value.trim())) return BigInt(value.trim().replace(/^\+/, ''));
    const number = Number(value);
    if (value.trim() !== '' && Number.isFinite(number)) return number;
  }
  const reason = `For input string: "${scalarText(value)}"`;
  throw new ServiceError('number_format_exception', reason);
}

/** Takes a value of a query on a boolean field; returns 0 or 1. */
export function booleanValue(value: JsonValue): number {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false' || value === '') return 0;
  return refuse(`Can't parse boolean value [${scalarText(value)}], expected [true] or [false]`);
}

/** Takes a value of a query on an ip field; returns the term of the address. */
export function ipTerm(value: JsonValue): string {
  const code = encodeIp(scalarText(value));
  return code ?? refuse(`'${scalarText(value)}' is not an IP string literal.`);
}

/** Takes a value of a query on a keyword field; returns the term, normalised by the normalizer of the field. */
export function keywordTerm(field: KeywordField, value: JsonValue): string {
  const text = scalarText(value);
  if (field.normalizer === undefined) return text;
  return analyze(field.normalizer, text)
    .map(({ term }) => term)
    .join('');
}
