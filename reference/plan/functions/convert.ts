import { doubleText } from '../../base/double-text.ts';
import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import { isString } from '../column-type.ts';
import { plain } from '../../base/map-key.ts';
import { textOf } from '../values.ts';
import type { RowResult } from './call.ts';
import { readText } from './literals.ts';
import { argumentProblem, invalid, isInRange } from './problems.ts';

/** The type a value is converted from, and the zone in which dates are read and written. */
export interface From {
  readonly type: ValueType;
  readonly zone: string;
}

/** Converts a value to another type; returns the problem if that is not possible. */
export function convert(value: Scalar, to: ValueType, from: From): RowResult {
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
