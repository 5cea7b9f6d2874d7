import type { ScalarTag, Tags } from 'yaml';
import type { DocumentFormat } from '../decode/formats.ts';
import { isObject, writeJson } from '../base/body.ts';
import { cbor, yaml } from '../base/libraries.ts';

const header = [0x3a, 0x29, 0x0a, 0x01];
/** The names that a later one refers to by one byte, and the number of names after which readers forget them. */
const sharing = { referred: 64, kept: 1024 };
const smallIntegerLimit = 16n;
const maxTinyLength = 32;
const maxShortLength = 64;
const int32 = 2n ** 31n;

/**
 * Encodes a JSON value as Smile, with shared names, as most writers do, and without shared strings. Throws TypeError for a
 * value that is not JSON, RangeError for an integer of more than 64 bits.
 */
export function encodeSmile(value: unknown): Uint8Array {
  return Uint8Array.from([...header, ...valueBytes(value, [])]);
}

/** Encodes a value after these names; adds its own. */
function valueBytes(value: unknown, names: string[]): readonly number[] {
  if (value === null) return [0x21];
  if (typeof value === 'boolean') return [value ? 0x23 : 0x22];
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? integerBytes(BigInt(value)) : doubleBytes(value);
  }
  if (typeof value === 'bigint') return integerBytes(value);
  if (Array.isArray(value)) {
    return [0xf8, ...value.flatMap((one) => valueBytes(one, names)), 0xf9];
  }
  if (typeof value !== 'object') throw new TypeError(`Smile cannot encode a ${typeof value}`);
  const members = Object.entries(value);
  return [
    0xfa,
    ...members.flatMap(([name, one]) => [...nameBytes(name, names), ...valueBytes(one, names)]),
    0xfb,
  ];
}

function nameBytes(name: string, names: string[]): readonly number[] {
  const [bytes, ascii] = [Buffer.from(name), isAscii(name)];
  const { length } = bytes;
  if (length === 0) return [0x20];
  if (length > (ascii ? 64 : 57)) return [0x34, ...bytes, 0xfc];
  const known = names.length < sharing.kept ? names.slice(0, sharing.referred).indexOf(name) : -1;
  if (known !== -1) return [0x40 + known];
  names.push(name);
  return [ascii ? 0x80 + length - 1 : 0xc0 + length - 2, ...bytes];
}

function textBytes(text: string): readonly number[] {
  const bytes = [...Buffer.from(text)];
  const { length } = bytes;
  if (length === 0) return [0x20];
  const ascii = isAscii(text);
  if (length > maxShortLength) return [ascii ? 0xe0 : 0xe4, ...bytes, 0xfc];
  const tiny = ascii ? 0x40 - 1 : 0x80 - 2;
  const short = ascii ? 0x60 - 33 : 0xa0 - 34;
  return [(length <= maxTinyLength + (ascii ? 0 : 1) ? tiny : short) + length, ...bytes];
}

function integerBytes(value: bigint): readonly number[] {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} has more than 64 bits`);
  const zigzag = value < 0n ? -value * 2n - 1n : value * 2n;
  if (value >= -smallIntegerLimit && value < smallIntegerLimit) return [0xc0 + Number(zigzag)];
  return [value >= -int32 && value < int32 ? 0x24 : 0x25, ...vint(zigzag)];
}

function vint(value: bigint): readonly number[] {
  const bytes = [0x80 | Number(value & 0x3fn)];
  for (let rest = value >> 6n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn));
  return bytes;
}

function doubleBytes(value: number): readonly number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return [
    0x29,
    ...Array.from({ length: 10 }, (_, at) => Number((bits >> BigInt(63 - 7 * at)) & 0x7fn)),
  ];
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Encodes JSON as CBOR whose lists and objects have indefinite lengths, as writers do that do not know them yet. */
export function encodeOpenCbor(value: unknown): readonly number[] {
  const parts = isObject(value) ? Object.entries(value).flat() : value;
  if (!Array.isArray(parts)) return [...cbor().encode(parts, { float64: true })];
  return [isObject(value) ? 0xbf : 0x9f, ...parts.flatMap((one) => encodeOpenCbor(one)), 0xff];
}

/** Adds that numbers such as 1e+300 have a point. The version of YAML is open, and in 1.1 they are texts without one. */
function withPoints(tags: Tags): Tags {
  const float: ScalarTag = {
    tag: 'tag:yaml.org,2002:float',
    default: true,
    identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
    test: /^-?\d\.0e[-+]\d+$/,
    resolve: Number,
    stringify: ({ value }) => String(value).replace('e', '.0e'),
  };
  return [float, ...tags];
}

const writers: Readonly<Record<DocumentFormat, (value: unknown) => string | Uint8Array>> = {
  json: writeJson,
  yaml: (value) => yaml().stringify(value, { compat: 'yaml-1.1', customTags: withPoints }),
  // Not every server reads floats of 16 and 32 bits.
  cbor: (value) => cbor().encode(value, { float64: true }),
  smile: encodeSmile,
};

/** Encodes a JSON value in this format: text for JSON and YAML, bytes for CBOR and Smile. */
export function encodeDocument(format: DocumentFormat, value: unknown): string | Uint8Array {
  return writers[format](value);
}
