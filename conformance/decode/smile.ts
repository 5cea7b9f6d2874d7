import { DecodeError } from './formats.ts';
import { plainInteger } from './plain.ts';

/** Maximum length in bytes of a number with 64 bits. */
const maxVint_bytes = 10;

/** Maximum length in bytes of a number of any size: a longer one would take long. */
const maxNumber_bytes = 1000;

/** Reads an unsigned number of variable length: seven bits per byte, six in the last, whose top bit is set. */
function readVint(reader: ByteReader): bigint {
  let value = 0n;
  for (let read = 0; read < maxVint_bytes; read += 1) {
    const byte = reader.next();
    if (byte >= 0x80) return (value << 6n) | BigInt(byte & 0x3f);
    value = (value << 7n) | BigInt(byte);
  }
  throw reader.wrong(`a number has more than ${maxVint_bytes} bytes`);
}

/** Reads an integer in zigzag encoding, with its sign in the lowest bit. */
function readZigzag(reader: ByteReader): number | bigint {
  return plainInteger(unzigzag(readVint(reader)));
}

/** Decodes a zigzag number. */
function unzigzag(code: bigint): bigint {
  return (code & 1n) === 0n ? code >> 1n : -((code + 1n) >> 1n);
}

/** Reads a float of 32 or 64 bits, written as groups of seven bits with the highest first. */
function readFloat(reader: ByteReader, bits: 32 | 64): number {
  const groups = reader.take(Math.ceil(bits / 7));
  const value = groups.reduce((sum, byte) => (sum << 7n) | BigInt(byte & 0x7f), 0n);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(bits, value));
  return bits === 32 ? view.getFloat32(4) : view.getFloat64(0);
}

/** Reads bytes that are written with seven bits each: eight for every seven, and `rest + 1` for the rest. */
function readSevenBitBytes(reader: ByteReader): Uint8Array {
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

/** Reads a decimal number: its scale, then its unscaled integer. */
function readBigDecimal(reader: ByteReader): number {
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
  return BigInt.asIntN(Math.max(bytes.length * 8, 1), unsigned(bytes));
}

/** The integer that bytes are, the highest first. Throws DecodeError if they are none, or too many. */
export function unsigned(bytes: unknown): bigint {
  const isShort = bytes instanceof Uint8Array && bytes.length <= maxNumber_bytes;
  if (!isShort) throw new DecodeError(`a number has more than ${maxNumber_bytes} bytes`);
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
}

const magic = [0x3a, 0x29, 0x0a];
/** Maximum number of shared names or texts; the next one clears the list. */
const maxShared = 1024;
/** Maximum nesting depth of a document. */
const maxDepth = 200;
const endOfText = 0xfc;
const endOfContent = 0xff;
const mark = { array: 0xf8, array_end: 0xf9, object: 0xfa, object_end: 0xfb } as const;

/** The state of the reading of one document. */
interface State {
  readonly reader: ByteReader;
  /** Names for back-references; undefined if the header disables them. */
  readonly names: string[] | undefined;
  /** Texts for back-references; undefined if the header disables them. */
  readonly texts: string[] | undefined;
}

/**
 * Reads a Smile document, version 0: all encodings of numbers, texts and bytes, with or without shared names and texts.
 * Unsafe integers become `bigint`. Throws DecodeError with the position if the bytes are not Smile.
 */
export function readSmile(bytes: Uint8Array): unknown {
  const reader = byteReader(bytes);
  if (magic.some((byte) => reader.isDone() || reader.next() !== byte)) {
    throw new DecodeError('the bytes do not begin with the Smile header');
  }
  const flags = reader.next();
  if (flags >> 4 !== 0) throw reader.wrong(`an unknown version of Smile: ${flags >> 4}`);
  const state = {
    reader,
    names: (flags & 1) === 0 ? undefined : [],
    texts: (flags & 2) === 0 ? undefined : [],
  };
  const value = readValue(state, reader.next(), 0);
  if (!reader.isDone() && reader.next() !== endOfContent) {
    throw reader.wrong('content follows the document');
  }
  return value;
}

function readValue(state: State, token: number, depth: number): unknown {
  if (depth > maxDepth) throw state.reader.wrong(`values are nested deeper than ${maxDepth}`);
  if (token === mark.array) return readArray(state, depth);
  if (token === mark.object) return readObject(state, depth);
  if (token >= 0xc0 && token <= 0xdf) return Number(unzigzag(BigInt(token & 0x1f)));
  if (token >= 0x40 && token <= 0xbf) return share(state.texts, shortText(state.reader, token));
  if (token >= 0x01 && token <= 0x1f) return shared(state, state.texts, token - 1);
  if (token >= 0xec && token <= 0xef)
    return shared(state, state.texts, longReference(state, token));
  return readRareValue(state.reader, token);
}

function readRareValue(reader: ByteReader, token: number): unknown {
  const read = rareValues.get(token);
  if (read === undefined)
    throw reader.wrong(`an invalid first byte of a value: 0x${token.toString(16)}`);
  return read(reader);
}

const rareValues: ReadonlyMap<number, (reader: ByteReader) => unknown> = new Map<
  number,
  (reader: ByteReader) => unknown
>([
  [0x20, () => ''],
  [0x21, () => null],
  [0x22, () => false],
  [0x23, () => true],
  [0x24, readZigzag],
  [0x25, readZigzag],
  [0x26, (reader) => plainInteger(twosComplement(readSevenBitBytes(reader)))],
  [0x28, (reader) => readFloat(reader, 32)],
  [0x29, (reader) => readFloat(reader, 64)],
  [0x2a, readBigDecimal],
  [0xe0, longText],
  [0xe4, longText],
  [0xe8, (reader) => Buffer.from(readSevenBitBytes(reader)).toString('base64')],
  [0xfd, (reader) => Buffer.from(reader.take(Number(readVint(reader)))).toString('base64')],
]);

function readArray(state: State, depth: number): readonly unknown[] {
  const values: unknown[] = [];
  for (;;) {
    const token = state.reader.next();
    if (token === mark.array_end) return values;
    values.push(readValue(state, token, depth + 1));
  }
}

function readObject(state: State, depth: number): Readonly<Record<string, unknown>> {
  const members: [string, unknown][] = [];
  for (;;) {
    const token = state.reader.next();
    if (token === mark.object_end) return Object.fromEntries(members);
    const name = readName(state, token);
    members.push([name, readValue(state, state.reader.next(), depth + 1)]);
  }
}

function readName(state: State, token: number): string {
  const { reader, names } = state;
  if (token === 0x20) return '';
  if (token >= 0x30 && token <= 0x33) return shared(state, names, longReference(state, token));
  if (token === 0x34) return longText(reader);
  if (token >= 0x40 && token <= 0x7f) return shared(state, names, token - 0x40);
  if (token >= 0x80 && token <= 0xbf) return share(names, textOf(reader, token - 0x80 + 1));
  if (token >= 0xc0 && token <= 0xf7) return share(names, textOf(reader, token - 0xc0 + 2));
  throw reader.wrong(`an invalid first byte of a name: 0x${token.toString(16)}`);
}

/** Reads a tiny or short text, in ASCII or not: four ranges of 32 tokens, each with its minimum length. */
function shortText(reader: ByteReader, token: number): string {
  const minLength = [1, 33, 2, 34][(token - 0x40) >> 5] ?? 1;
  return textOf(reader, minLength + (token & 0x1f));
}

function textOf(reader: ByteReader, length: number): string {
  return utf8(reader, reader.take(length));
}

function longText(reader: ByteReader): string {
  return utf8(reader, reader.takeUntil(endOfText));
}

function utf8(reader: ByteReader, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw reader.wrong('invalid UTF-8 in the text that ends');
  }
}

function longReference({ reader }: State, token: number): number {
  return ((token & 0x03) << 8) | reader.next();
}

/** Remembers a text for later back-references; a full list is cleared first. */
function share(known: string[] | undefined, text: string): string {
  if (known === undefined) return text;
  if (known.length >= maxShared) known.length = 0;
  known.push(text);
  return text;
}

function shared({ reader }: State, known: string[] | undefined, at: number): string {
  const text = known?.[at];
  if (text === undefined) throw reader.wrong(`a reference to an unknown text ${at}`);
  return text;
}

/** Reads bytes in order and keeps its position. */
export interface ByteReader {
  /** The next byte. Throws DecodeError at the end. */
  next(): number;
  /** The next `length` bytes. Throws DecodeError if there are fewer. */
  take(length: number): Uint8Array;
  /** The bytes before the next byte `end`, which is skipped. Throws DecodeError if there is none. */
  takeUntil(end: number): Uint8Array;
  /** True if no byte is left. */
  isDone(): boolean;
  /** Creates an error whose message contains the position. */
  wrong(what: string): DecodeError;
}

/** Creates a reader at the first byte. */
function byteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  const wrong = (what: string): DecodeError => new DecodeError(`${what} at byte ${at}`);
  function take(length: number): Uint8Array {
    if (at + length > bytes.length)
      throw wrong(`a length of ${length} bytes exceeds the remaining bytes`);
    at += length;
    return bytes.subarray(at - length, at);
  }
  return {
    next() {
      const byte = bytes[at];
      if (byte === undefined) throw wrong('the bytes end in the middle of a value');
      at += 1;
      return byte;
    },
    take,
    takeUntil(end) {
      const place = bytes.indexOf(end, at);
      if (place < 0) throw wrong('a text has no end');
      const text = take(place - at);
      at += 1;
      return text;
    },
    isDone: () => at >= bytes.length,
    wrong,
  };
}
