import { encodeSmile } from '../driver/encode-smile.ts';

const headerLength = 4;
const sharesBoth = 0x03;
const maxShared = 31;

/** Encodes a JSON value as Smile that shares repeated strings and names, with the end marker. */
export function sharingSmile(value: unknown): readonly number[] {
  const known = { names: [] as string[], texts: [] as string[] };
  return [0x3a, 0x29, 0x0a, sharesBoth, ...valueBytes(value, known), 0xff];
}

/** Encodes a JSON value as Smile with long strings and long names only, and with safe integers as big integers. */
export function longestSmile(value: unknown): readonly number[] {
  return [0x3a, 0x29, 0x0a, 0x00, ...longBytes(value)];
}

interface Known {
  readonly names: string[];
  readonly texts: string[];
}

function valueBytes(value: unknown, known: Known): readonly number[] {
  if (typeof value === 'string') return textBytes(value, known.texts);
  if (Array.isArray(value)) {
    return [0xf8, ...value.flatMap((one: unknown) => valueBytes(one, known)), 0xf9];
  }
  if (typeof value !== 'object' || value === null) return body(value);
  const members = Object.entries(value).flatMap(([name, member]) => [
    ...nameBytes(name, known.names),
    ...valueBytes(member, known),
  ]);
  return [0xfa, ...members, 0xfb];
}

function textBytes(text: string, known: string[]): readonly number[] {
  const at = known.indexOf(text);
  if (at >= 0 && at < maxShared) return [at + 1];
  if (at >= 0) return [0xec | (at >> 8), at & 0xff];
  const isShared = text !== '' && Buffer.byteLength(text) <= 64;
  if (isShared) known.push(text);
  return body(text);
}

function nameBytes(name: string, known: string[]): readonly number[] {
  const at = known.indexOf(name);
  if (at >= 0) return [0x40 + at];
  if (name !== '') known.push(name);
  // Encodes an object with this member only, and removes the start byte, the value and the end byte.
  return body({ [name]: null }).slice(1, -2);
}

function longBytes(value: unknown): readonly number[] {
  if (typeof value === 'string') return [0xe4, ...Buffer.from(value), 0xfc];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return bigInteger(BigInt(value));
  if (Array.isArray(value)) return [0xf8, ...value.flatMap(longBytes), 0xf9];
  if (typeof value !== 'object' || value === null) return body(value);
  const members = Object.entries(value).flatMap(([name, member]) => [
    0x34,
    ...Buffer.from(name),
    0xfc,
    ...longBytes(member),
  ]);
  return [0xfa, ...members, 0xfb];
}

/** Encodes the 7 bytes of the two's complement in groups of 7 bits, which need 8 bytes. */
function bigInteger(value: bigint): readonly number[] {
  const bits = BigInt.asUintN(56, value);
  return [
    0x26,
    0x87,
    ...Array.from({ length: 8 }, (_, at) => Number((bits >> BigInt(49 - 7 * at)) & 0x7fn)),
  ];
}

function body(value: unknown): readonly number[] {
  return Array.from(encodeSmile(value).slice(headerLength));
}
