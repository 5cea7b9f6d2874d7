import type { ByteBuffer } from './byte-buffer.ts';
import { byteBuffer } from './byte-buffer.ts';
import {
  isUnreferable,
  longest,
  maxShared,
  nameToken,
  smileFlag,
  smileHeader,
  valueToken,
} from './smile-tokens.ts';
import type { TokenWriter } from './token-writer.ts';

const minLong = -(2n ** 63n);
const greatestLong = 2n ** 63n - 1n;

/**
 * Returns a writer of Smile, version 0, which refers to repeated names by index. Doubles are written as doubles, even
 * without a fraction; integers with 32 or 64 bits, or as many as they need beyond that.
 */
export function smileWriter(): TokenWriter {
  const buffer = byteBuffer();
  for (const byte of [...smileHeader, smileFlag.sharedNames]) buffer.byte(byte);
  const writeName = nameWriter(buffer);
  return {
    beginObject: () => buffer.byte(valueToken.startObject),
    endObject: () => buffer.byte(valueToken.endObject),
    beginArray: () => buffer.byte(valueToken.startArray),
    endArray: () => buffer.byte(valueToken.endArray),
    name: writeName,
    text: (value) => writeText(buffer, value),
    whole: (value) => writeWhole(buffer, value),
    double: (value) => writeDouble(buffer, value),
    boolean: (value) => buffer.byte(value ? valueToken.true : valueToken.false),
    nothing: () => buffer.byte(valueToken.null),
    pending: () => buffer.length(),
    take: () => buffer.take(),
  };
}

function nameWriter(buffer: ByteBuffer): (name: string) => void {
  const numbers = new Map<string, number>();
  // Every name that can be shared gets a number, even one that must not be referred to.
  let next = 0;
  const share = (name: string): void => {
    if (next === maxShared) {
      numbers.clear();
      next = 0;
    }
    if (!isUnreferable(next)) numbers.set(name, next);
    next++;
  };
  return (name) => {
    const length = Buffer.byteLength(name);
    if (length === 0) return buffer.byte(nameToken.empty);
    const known = numbers.get(name);
    if (known !== undefined) return writeReference(buffer, known);
    const isAscii = length === name.length;
    if (length > (isAscii ? longest.asciiName : longest.unicodeName)) {
      buffer.byte(nameToken.long);
      buffer.utf8(name, length);
      return buffer.byte(valueToken.endOfString);
    }
    buffer.byte(isAscii ? nameToken.ascii + length - 1 : nameToken.unicode + length - 2);
    buffer.utf8(name, length);
    return share(name);
  };
}

function writeReference(buffer: ByteBuffer, number: number): void {
  if (number < 64) return buffer.byte(nameToken.sharedShort + number);
  buffer.byte(nameToken.sharedLong + (number >> 8));
  return buffer.byte(number & 0xff);
}

function writeText(buffer: ByteBuffer, value: string): void {
  const length = Buffer.byteLength(value);
  if (length === 0) return buffer.byte(valueToken.empty);
  const isAscii = length === value.length;
  const token = isAscii ? asciiToken(length) : unicodeToken(length);
  if (token !== undefined) {
    buffer.byte(token);
    return buffer.utf8(value, length);
  }
  buffer.byte(isAscii ? valueToken.longAscii : valueToken.longUnicode);
  buffer.utf8(value, length);
  return buffer.byte(valueToken.endOfString);
}

function asciiToken(length: number): number | undefined {
  if (length <= longest.tinyText) return valueToken.tinyAscii + length - 1;
  return length <= longest.asciiText
    ? valueToken.smallAscii + length - 1 - longest.tinyText
    : undefined;
}

function unicodeToken(length: number): number | undefined {
  if (length <= longest.tinyUnicode) return valueToken.tinyUnicode + length - 2;
  return length <= longest.unicodeText
    ? valueToken.smallUnicode + length - 1 - longest.tinyUnicode
    : undefined;
}

function writeWhole(buffer: ByteBuffer, value: number | bigint): void {
  const small = Number(value);
  if (small >= -16 && small <= 15) return buffer.byte(valueToken.smallInt + zigzag(small));
  if (small >= -(2 ** 31) && small < 2 ** 31) {
    buffer.byte(valueToken.int32);
    return writeVariable(buffer, zigzag(small));
  }
  const large = BigInt(value);
  if (large < minLong || large > greatestLong) return writeBigInteger(buffer, large);
  buffer.byte(valueToken.int64);
  return writeLongVariable(buffer, BigInt.asUintN(64, (large << 1n) ^ (large >> 63n)));
}

/** Encodes an integer of 32 bits with its sign in the lowest bit. */
function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

/** Writes an unsigned integer of 32 bits: seven bits per byte, high bits first; six bits and a marker in the last. */
function writeVariable(buffer: ByteBuffer, value: number): void {
  if (value >= 2 ** 27) buffer.byte(Math.floor(value / 2 ** 27) & 0x7f);
  for (let shift = 20; shift >= 6; shift -= 7) {
    if (value >= 2 ** shift) buffer.byte((value >>> shift) & 0x7f);
  }
  buffer.byte((value & 0x3f) | 0x80);
}

/** Like `writeVariable`, for 64 bits. */
function writeLongVariable(buffer: ByteBuffer, value: bigint): void {
  const bytes = [Number(value & 0x3fn) | 0x80];
  for (let rest = value >> 6n; rest > 0n; rest >>= 7n) bytes.push(Number(rest & 0x7fn));
  for (const byte of bytes.toReversed()) buffer.byte(byte);
}

/**
 * Writes the length in bytes, then the integer in two's complement, seven bits per byte; the last byte contains the
 * remaining bits.
 */
function writeBigInteger(buffer: ByteBuffer, value: bigint): void {
  let length = 9;
  while (BigInt.asIntN(8 * length, value) !== value) length++;
  buffer.byte(valueToken.bigInteger);
  writeVariable(buffer, length);
  const bits = 8 * length;
  const whole = BigInt.asUintN(bits, value);
  let left = bits;
  while (left > 0) {
    const taken = Math.min(7, left);
    left -= taken;
    buffer.byte(Number((whole >> BigInt(left)) & ((1n << BigInt(taken)) - 1n)));
  }
}

const doubleView = new DataView(new ArrayBuffer(8));

/** Writes 64 bits, seven per byte; the first byte contains only one. */
function writeDouble(buffer: ByteBuffer, value: number): void {
  doubleView.setFloat64(0, value);
  const upper = doubleView.getUint32(0);
  const lower = doubleView.getUint32(4);
  buffer.byte(valueToken.float64);
  buffer.byte(upper >>> 31);
  buffer.byte((upper >>> 24) & 0x7f);
  buffer.byte((upper >>> 17) & 0x7f);
  buffer.byte((upper >>> 10) & 0x7f);
  buffer.byte((upper >>> 3) & 0x7f);
  buffer.byte(((upper & 0x07) << 4) | (lower >>> 28));
  for (let shift = 21; shift >= 0; shift -= 7) buffer.byte((lower >>> shift) & 0x7f);
}
