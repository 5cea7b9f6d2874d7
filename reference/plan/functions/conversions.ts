import type { ValueType } from '../column-type.ts';
import { isString } from '../column-type.ts';
import type { Accepts } from './arguments.ts';
import { checkArguments, typeName } from './arguments.ts';
import type { RowResult } from './call.ts';
import { callOf, nullOf, ofEach } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { widen } from './widen.ts';
import { doubleText } from '../../base/double-text.ts';
import type { Scalar } from '../cells.ts';
import { plain } from '../../base/map-key.ts';
import { textOf } from '../values.ts';
import { readText } from './literals.ts';
import { argumentProblem, invalid, isInRange } from './problems.ts';

interface Conversion {
  readonly names: readonly [string, ...string[]];
  readonly to: ValueType;
  /** Types that can be converted, besides the type itself. */
  readonly from: readonly ValueType[];
  readonly description: string;
}

const strings: readonly ValueType[] = ['keyword', 'text'];
const numbers: readonly ValueType[] = ['integer', 'long', 'unsigned_long', 'double'];
const dates: readonly ValueType[] = ['date', 'date_nanos'];

/** Returns the definition of a conversion; each value of a multi-value is converted. */
function conversion({ names, to, from, description }: Conversion): FunctionDefinition {
  const [name, ...aliases] = names;
  const accepts: Accepts = {
    label: from.length > 8 ? 'any type' : [...new Set([to, ...from])].map(typeName).join(' or '),
    has: (type) => type === to || from.includes(type),
  };
  return {
    name,
    aliases,
    signature: `${name}(field: ${accepts.label}): ${to}`,
    description,
    resolve(site, evaluation) {
      const [operand] = checkArguments(site, [{ name: 'field', accepts }], evaluation);
      if (operand === undefined || operand.type === 'null') return nullOf(site.place, to);
      if (operand.type === to) return { ...operand, place: site.place };
      if (operand.type === 'integer' && (to === 'long' || to === 'double')) {
        return { ...widen(operand, to), place: site.place };
      }
      const source = { type: operand.type, zone: evaluation.zone };
      return callOf(site, {
        type: to,
        operands: [operand],
        body: ofEach((value) => convert(value, to, source)),
      });
    },
  };
}

const wholeFrom: readonly ValueType[] = ['boolean', ...dates, ...strings, ...numbers];

/** Conversions between types. */
export const conversionFunctions: readonly FunctionDefinition[] = [
  conversion({
    names: ['to_boolean', 'to_bool'],
    to: 'boolean',
    from: [...strings, ...numbers],
    description: 'True for the text `true` in any case and for numbers other than 0.',
  }),
  conversion({
    names: ['to_integer', 'to_int'],
    to: 'integer',
    from: wholeFrom.filter((type) => type !== 'date_nanos'),
    description: 'The value as a whole number of 32 bits; halves are rounded up.',
  }),
  conversion({
    names: ['to_long'],
    to: 'long',
    from: wholeFrom,
    description:
      'The value as a whole number of 64 bits; dates as milliseconds since 1970, or nanoseconds for `date_nanos`.',
  }),
  conversion({
    names: ['to_unsigned_long', 'to_ulong', 'to_ul'],
    to: 'unsigned_long',
    from: wholeFrom.filter((type) => type !== 'date_nanos'),
    description: 'The value as an unsigned whole number of 64 bits, rounded down.',
  }),
  conversion({
    names: ['to_double', 'to_dbl'],
    to: 'double',
    from: ['boolean', 'date', ...strings, ...numbers],
    description: 'The value as a double.',
  }),
  conversion({
    names: ['to_string', 'to_str'],
    to: 'keyword',
    from: ['boolean', ...dates, 'ip', 'text', ...numbers],
    description: 'The value as text: dates in ISO form in the zone of the request.',
  }),
  conversion({
    names: ['to_datetime', 'to_dt'],
    to: 'date',
    from: ['date_nanos', ...strings, ...numbers],
    description:
      'The value as a date: text in ISO form, in the zone of the request if the text has no zone, or milliseconds since 1970.',
  }),
  conversion({
    names: ['to_date_nanos', 'to_datenanos'],
    to: 'date_nanos',
    from: ['date', ...strings, 'long', 'unsigned_long', 'double', 'integer'],
    description: 'The value as a date with nanoseconds.',
  }),
  conversion({
    names: ['to_ip'],
    to: 'ip',
    from: strings,
    description: 'The text as an IP address.',
  }),
];

/** The type a value is converted from, and the zone in which dates are read and written. */
interface From {
  readonly type: ValueType;
  readonly zone: string;
}

/** Converts a value to another type; returns the problem if that is not possible. */
function convert(value: Scalar, to: ValueType, from: From): RowResult {
  if (to === 'boolean') return toBoolean(value, from);
  if (to === 'integer' || to === 'long' || to === 'unsigned_long') return toWhole(value, to, from);
  if (to === 'double') return isString(from.type) ? parseDouble(String(value)) : Number(value);
  if (to === 'date' || to === 'date_nanos') return toDate(value, to, from);
  if (to === 'ip') return readText(String(value), 'ip', from.zone);
  return textOf(value, from.type, from);
}

function toBoolean(value: Scalar, { type }: From): number {
  if (isString(type)) return Number(String(value).toLowerCase() === 'true');
  return Number(Number(value) !== 0);
}

type WholeType = 'integer' | 'long' | 'unsigned_long';

function toWhole(value: Scalar, to: WholeType, { type }: From): RowResult {
  if (type === 'double') return inRange(Number(value), to);
  if (!isString(type)) return wholeInRange(BigInt(value), String(value), to);
  const text = String(value).trim();
  if (/^[+-]?\d{1,400}$/.test(text)) {
    return wholeInRange(BigInt(text.replace(/^\+/, '')), text, to);
  }
  const number = parseDouble(text);
  return typeof number === 'number' ? inRange(number, to) : number;
}

/** Rounds a number to a whole one, halves up, or down to an unsigned one, and checks its range. */
function inRange(value: number, to: WholeType): RowResult {
  const rounded = Math.floor(to === 'unsigned_long' ? value : value + 0.5);
  const text = doubleText(value);
  return Number.isFinite(rounded)
    ? wholeInRange(BigInt(Math.abs(value) < 2 ** 52 ? rounded : value), text, to)
    : invalid(`[${text}] out of [${to}] range`);
}

function wholeInRange(value: bigint, text: string, to: WholeType): RowResult {
  return isInRange(value, to) ? plain(value) : invalid(`[${text}] out of [${to}] range`);
}

function parseDouble(text: string): RowResult {
  const isNumber = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text);
  if (!isNumber) return invalid(`Cannot parse number [${text}]`);
  const number = Number(text);
  return Number.isFinite(number) ? number : invalid(`[${text}] out of [double] range`);
}

const greatest_ms = 8.64e15;
const greatestNanos = 2n ** 63n - 1n;

function toDate(value: Scalar, to: 'date' | 'date_nanos', { type, zone }: From): RowResult {
  if (isString(type)) {
    const read = readText(String(value), to, zone);
    return to === 'date_nanos' && typeof read === 'bigint' ? nanosInRange(read) : read;
  }
  if (type === 'date_nanos') return Number(BigInt(value) / 1_000_000n);
  if (type === 'date') return nanosInRange(BigInt(value) * 1_000_000n);
  const whole = toWhole(value, 'long', { type, zone });
  if (typeof whole === 'object' || whole === undefined) return whole;
  if (to === 'date_nanos') return nanosInRange(BigInt(whole));
  const ms = Number(whole);
  return Math.abs(ms) <= greatest_ms ? ms : invalid(`[${String(value)}] out of [datetime] range`);
}

function nanosInRange(value: bigint): RowResult {
  if (value >= 0n && value <= greatestNanos) return value;
  return argumentProblem(
    value < 0n
      ? 'Nanosecond dates before 1970-01-01T00:00:00.000Z are not supported.'
      : `milliSeconds [${value / 1_000_000n}] are after 2262-04-11T23:47:16.854775807Z and cannot be converted to nanoseconds`,
  );
}
