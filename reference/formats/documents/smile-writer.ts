import { bytePieces } from './byte-pieces.ts';
import { nameToken, smileHeader, valueToken } from './smile-tokens.ts';
import type { TokenWriter } from './token-writer.ts';

/**
 * Returns a writer of Smile, version 0, without references to repeated names or values. Doubles are written as doubles,
 * even without a fraction; integers with 32 or 64 bits, or as many as they need beyond that.
 */
export function smileWriter(): TokenWriter {
  const pieces = bytePieces();
  pieces.put([...smileHeader, 0]);
  const put = (token: number): void => pieces.put([token]);
  /** Writes a name or a text of any length: its token, its bytes, and an end marker. */
  const text = (token: number, value: string): void => {
    if (value === '') put(valueToken.empty);
    else
      for (const part of [[token], Buffer.from(value), [valueToken.endOfString]]) pieces.put(part);
  };
  return {
    beginObject: () => put(valueToken.startObject),
    endObject: () => put(valueToken.endObject),
    beginArray: () => put(valueToken.startArray),
    endArray: () => put(valueToken.endArray),
    name: (name) => text(nameToken.long, name),
    text: (value) => text(valueToken.longUnicode, value),
    whole: (value) => pieces.put(wholeBytes(BigInt(value))),
    double: (value) => pieces.put(doubleBytes(value)),
    boolean: (value) => put(value ? valueToken.true : valueToken.false),
    nothing: () => put(valueToken.null),
    pending: pieces.length,
    take: () => pieces.take(),
  };
}

function wholeBytes(value: bigint): readonly number[] {
  if (BigInt.asIntN(64, value) !== value) return bigIntegerBytes(value);
  const token = BigInt.asIntN(32, value) === value ? valueToken.int32 : valueToken.int64;
  // The sign is in the lowest bit.
  return [token, ...variableBytes(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)))];
}

/** Returns an unsigned integer: seven bits per byte, high bits first; six bits and a marker in the last. */
function variableBytes(value: bigint): readonly number[] {
  const bytes = [Number(value & 0x3fn) | 0x80];
  for (let rest = value >> 6n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn));
  return bytes;
}

/**
 * Returns the length in bytes, then the integer in two's complement, seven bits per byte; the last byte contains the
 * remaining bits.
 */
function bigIntegerBytes(value: bigint): readonly number[] {
  let length = 9;
  while (BigInt.asIntN(8 * length, value) !== value) length++;
  const bytes: number[] = [valueToken.bigInteger, ...variableBytes(BigInt(length))];
  const whole = BigInt.asUintN(8 * length, value);
  for (let left = 8 * length; left > 0; left -= 7) {
    const taken = BigInt(Math.min(7, left));
    bytes.push(Number((whole >> (BigInt(left) - taken)) & ((1n << taken) - 1n)));
  }
  return bytes;
}

const doubleView = new DataView(new ArrayBuffer(8));

/** Returns 64 bits, seven per byte; the first byte contains only one. */
function doubleBytes(value: number): readonly number[] {
  doubleView.setFloat64(0, value);
  const bits = doubleView.getBigUint64(0);
  const bytes: number[] = [valueToken.float64];
  for (let shift = 63n; shift >= 0n; shift -= 7n) bytes.push(Number((bits >> shift) & 0x7fn));
  return bytes;
}
