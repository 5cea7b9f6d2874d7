import type { ByteReader } from './byte-reader.ts';
import { plainInteger } from './plain.ts';

/** Maximum length in bytes of a number with 64 bits. */
const maxVint_bytes = 10;

/** Reads an unsigned number of variable length: seven bits per byte, six in the last, whose top bit is set. */
export function readVint(reader: ByteReader): bigint {
  let value = 0n;
  for (let read = 0; read < maxVint_bytes; read += 1) {
    const byte = reader.next();
    if (byte >= 0x80) return (value << 6n) | BigInt(byte & 0x3f);
    value = (value << 7n) | BigInt(byte);
  }
  throw reader.wrong(`a number has more than ${maxVint_bytes} bytes`);
}

/** Reads an integer in zigzag encoding, with its sign in the lowest bit. */
export function readZigzag(reader: ByteReader): number | bigint {
  return plainInteger(unzigzag(readVint(reader)));
}

/** Decodes a zigzag number. */
export function unzigzag(code: bigint): bigint {
  return (code & 1n) === 0n ? code >> 1n : -((code + 1n) >> 1n);
}

/** Reads a float of 32 or 64 bits, written as groups of seven bits with the highest first. */
export function readFloat(reader: ByteReader, bits: 32 | 64): number {
  const groups = reader.take(Math.ceil(bits / 7));
  const value = groups.reduce((sum, byte) => (sum << 7n) | BigInt(byte & 0x7f), 0n);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(bits, value));
  return bits === 32 ? view.getFloat32(4) : view.getFloat64(0);
}

/** Reads bytes that are written with seven bits each: eight for every seven, and `rest + 1` for the rest. */
export function readSevenBitBytes(reader: ByteReader): Uint8Array {
  const length = Number(readVint(reader));
  const groups = Math.floor(length / 7);
  const rest = length % 7;
  const coded = reader.take(groups * 8 + (rest === 0 ? 0 : rest + 1));
  const bytes = new Uint8Array(length);
  for (let group = 0; group <= groups; group += 1) {
    const size = group < groups ? 7 : rest;
    if (size > 0) bytes.set(unpacked(coded.subarray(group * 8, group * 8 + size + 1)), group * 7);
  }
  return bytes;
}

/** Reads an integer of any size: the bytes of its two's complement. */
export function readBigInteger(reader: ByteReader): number | bigint {
  return plainInteger(twosComplement(readSevenBitBytes(reader)));
}

/** Reads a decimal number: its scale, then its unscaled integer. */
export function readBigDecimal(reader: ByteReader): number {
  const scale = Number(readZigzag(reader));
  return Number(`${twosComplement(readSevenBitBytes(reader))}e${-scale}`);
}

/** Decodes one group: each byte except the last contains seven bits, and the last contains the remaining bits. */
function unpacked(group: Uint8Array): Uint8Array {
  const size = group.length - 1;
  const high = group.subarray(0, size).reduce((sum, byte) => (sum << 7n) | BigInt(byte & 0x7f), 0n);
  const bits = (high << BigInt(size)) | BigInt((group[size] ?? 0) & (2 ** size - 1));
  return Uint8Array.from({ length: size }, (_, at) =>
    Number((bits >> BigInt(8 * (size - 1 - at))) & 0xffn),
  );
}

function twosComplement(bytes: Uint8Array): bigint {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(Math.max(bytes.length * 8, 1), value);
}
