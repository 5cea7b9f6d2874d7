import { Double } from '../../base/double-text.ts';
import { isList, presentMembers } from '../../base/write-json.ts';
import { nameToken, smileHeader, valueToken } from './smile-tokens.ts';

/**
 * Writes a document as Smile, version 0, in pieces, without references to repeated names or values. Integers have 32 or 64
 * bits, or as many as they need beyond that.
 */
export function* smilePieces(document: unknown): Generator<Uint8Array, void, void> {
  yield Uint8Array.from([...smileHeader, 0]);
  yield* valuePieces(document);
}

function* valuePieces(value: unknown): Generator<Uint8Array, void, void> {
  if (isList(value)) {
    yield Uint8Array.of(valueToken.startArray);
    for (const element of value) yield* valuePieces(element);
    yield Uint8Array.of(valueToken.endArray);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Double)) {
    yield Uint8Array.of(valueToken.startObject);
    for (const [name, member] of presentMembers(value)) {
      yield textBytes(nameToken.long, name);
      yield* valuePieces(member);
    }
    yield Uint8Array.of(valueToken.endObject);
  } else yield scalarBytes(value);
}

function scalarBytes(value: unknown): Uint8Array {
  if (typeof value === 'string') return textBytes(valueToken.longUnicode, value);
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) {
    return Uint8Array.from(wholeBytes(BigInt(value as number | bigint)));
  }
  if (typeof value === 'number') return doubleBytes(value);
  if (value instanceof Double) return doubleBytes(value.value);
  if (value === true) return Uint8Array.of(valueToken.true);
  return Uint8Array.of(value === false ? valueToken.false : valueToken.null);
}

/** Returns a name or a text of any length: its token, its bytes, and an end marker. */
function textBytes(token: number, text: string): Uint8Array {
  if (text === '') return Uint8Array.of(valueToken.empty);
  const bytes = Buffer.alloc(Buffer.byteLength(text) + 2, valueToken.endOfString);
  bytes[0] = token;
  bytes.write(text, 1);
  return bytes;
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
function doubleBytes(value: number): Uint8Array {
  doubleView.setFloat64(0, value);
  const bits = doubleView.getBigUint64(0);
  const bytes: number[] = [valueToken.float64];
  for (let shift = 63n; shift >= 0n; shift -= 7n) bytes.push(Number((bits >> shift) & 0x7fn));
  return Uint8Array.from(bytes);
}
