import type { ByteBuffer } from './byte-buffer.ts';
import { byteBuffer } from './byte-buffer.ts';
import { nameToken, smileHeader, valueToken } from './smile-tokens.ts';
import type { TokenWriter } from './token-writer.ts';

/**
 * Returns a writer of Smile, version 0, without references to repeated names or values. Doubles are written as doubles,
 * even without a fraction; integers with 32 or 64 bits, or as many as they need beyond that.
 */
export function smileWriter(): TokenWriter {
  const buffer = byteBuffer();
  for (const byte of [...smileHeader, 0]) buffer.byte(byte);
  return {
    beginObject: () => buffer.byte(valueToken.startObject),
    endObject: () => buffer.byte(valueToken.endObject),
    beginArray: () => buffer.byte(valueToken.startArray),
    endArray: () => buffer.byte(valueToken.endArray),
    name: (name) => writeText(buffer, nameToken.long, name),
    text: (value) => writeText(buffer, valueToken.longUnicode, value),
    whole: (value) => writeWhole(buffer, BigInt(value)),
    double: (value) => writeDouble(buffer, value),
    boolean: (value) => buffer.byte(value ? valueToken.true : valueToken.false),
    nothing: () => buffer.byte(valueToken.null),
    pending: () => buffer.length(),
    take: () => buffer.take(),
  };
}

/** Writes a name or a text of any length: its token, its bytes, and an end marker. */
function writeText(buffer: ByteBuffer, token: number, value: string): void {
  if (value === '') return buffer.byte(valueToken.empty);
  buffer.byte(token);
  buffer.utf8(value, Buffer.byteLength(value));
  return buffer.byte(valueToken.endOfString);
}

function writeWhole(buffer: ByteBuffer, value: bigint): void {
  if (BigInt.asIntN(64, value) !== value) return writeBigInteger(buffer, value);
  buffer.byte(BigInt.asIntN(32, value) === value ? valueToken.int32 : valueToken.int64);
  // The sign is in the lowest bit.
  return writeVariable(buffer, BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
}

/** Writes an unsigned integer: seven bits per byte, high bits first; six bits and a marker in the last. */
function writeVariable(buffer: ByteBuffer, value: bigint): void {
  const bytes = [Number(value & 0x3fn) | 0x80];
  for (let rest = value >> 6n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn));
  for (const byte of bytes) buffer.byte(byte);
}

/**
 * Writes the length in bytes, then the integer in two's complement, seven bits per byte; the last byte contains the
 * remaining bits.
 */
function writeBigInteger(buffer: ByteBuffer, value: bigint): void {
  let length = 9;
  while (BigInt.asIntN(8 * length, value) !== value) length++;
  buffer.byte(valueToken.bigInteger);
  writeVariable(buffer, BigInt(length));
  const whole = BigInt.asUintN(8 * length, value);
  for (let left = 8 * length; left > 0; left -= 7) {
    const taken = BigInt(Math.min(7, left));
    buffer.byte(Number((whole >> (BigInt(left) - taken)) & ((1n << taken) - 1n)));
  }
}

const doubleView = new DataView(new ArrayBuffer(8));

/** Writes 64 bits, seven per byte; the first byte contains only one. */
function writeDouble(buffer: ByteBuffer, value: number): void {
  doubleView.setFloat64(0, value);
  const bits = doubleView.getBigUint64(0);
  buffer.byte(valueToken.float64);
  for (let shift = 63n; shift >= 0n; shift -= 7n) buffer.byte(Number((bits >> shift) & 0x7fn));
}
