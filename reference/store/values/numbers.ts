import type { JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { NumberType, NumberField } from '../field-type.ts';

interface IntegerLimits {
  readonly min: bigint;
  readonly max: bigint;
}

/** Minimum and maximum of the integer types. */
export const integerLimits: ReadonlyMap<string, IntegerLimits> = new Map([
  ['byte', { min: -128n, max: 127n }],
  ['short', { min: -32_768n, max: 32_767n }],
  ['integer', { min: -(2n ** 31n), max: 2n ** 31n - 1n }],
  ['long', { min: -(2n ** 63n), max: 2n ** 63n - 1n }],
  ['unsigned_long', { min: 0n, max: 2n ** 64n - 1n }],
]);

const floatGreatest = 3.4028234663852886e38;
const halfGreatest = 65_504;

/** How a number is read. */
export type NumberRules = Pick<NumberField, 'type' | 'coerce' | 'scaling_factor'>;

/**
 * Converts a JSON value to the number that a field indexes: float and half_float rounded to their precision,
 * scaled_float to its factor, integers beyond the safe range as bigint. Throws a ServiceError.
 */
export function readNumber(value: JsonValue, rules: NumberRules): number | bigint {
  const number = toNumber(value, rules);
  const limits = integerLimits.get(rules.type);
  if (limits === undefined) return readFraction(Number(number), value, rules);
  if (typeof number === 'number') {
    if (!Number.isFinite(number)) return outOfRange(value, rules.type);
    if (!Number.isInteger(number) && !rules.coerce) {
      return refuse(`${number} cannot be converted to ${nameOf(rules.type)} without data loss`);
    }
  }
  const integer = typeof number === 'number' ? BigInt(Math.trunc(number)) : number;
  if (integer < limits.min || integer > limits.max) return outOfRange(value, rules.type);
  const small = Number(integer);
  return Number.isSafeInteger(small) ? small : integer;
}

/** Rounds a double to half precision. */
function toHalf(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(value)) return value;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const unit = 2 ** (exponent - 10);
  const quotient = size / unit;
  const floor = Math.floor(quotient);
  const rest = quotient - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 === 1);
  return Math.sign(value) * (up ? floor + 1 : floor) * unit;
}

function readFraction(number: number, value: JsonValue, rules: NumberRules): number {
  const name = rules.type;
  if (!Number.isFinite(number)) {
    return refuse(`[${name}] supports only finite values, but got [${showJson(value)}]`);
  }
  if (name === 'scaled_float')
    return Math.round(number * rules.scaling_factor) / rules.scaling_factor;
  if (name === 'double') return number;
  const rounded = name === 'float' ? Math.fround(number) : toHalf(number);
  if (Math.abs(rounded) > (name === 'float' ? floatGreatest : halfGreatest)) {
    return refuse(`[${name}] supports only finite values, but got [${showJson(value)}]`);
  }
  return rounded;
}

function toNumber(value: JsonValue, rules: NumberRules): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string') return notANumber(value);
  if (!rules.coerce) return refuse(`${nameOf(rules.type)} value passed as String`);
  const text = value.trim();
  if (/^[+-]?\d{1,400}$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text.replace(/^\+/, ''));
  }
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  throw new ServiceError('number_format_exception', `For input string: "${value}"`);
}

function notANumber(value: JsonValue): never {
  const kind = typeof value === 'boolean' ? `VALUE_BOOLEAN` : 'START_OBJECT';
  return refuse(`Current token (${kind}) not numeric, can not use numeric value accessors`);
}

function outOfRange(value: JsonValue, type: NumberType): never {
  const name = type === 'integer' ? 'an integer' : `a ${type}`;
  return refuse(`Value [${showJson(value)}] is out of range for ${name}`);
}

function nameOf(type: NumberType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
