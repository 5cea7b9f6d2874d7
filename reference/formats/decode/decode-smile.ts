import type { JsonValue } from '../../base/json.ts';
import { maxDepth } from '../../base/json.ts';
import {
  longestUnicodeName,
  maxShared,
  nameToken,
  smileFlag,
  smileHeader,
  valueToken,
} from '../documents/smile-tokens.ts';
import { decodeProblem, finite, tooDeep, wholeNumber } from './json-value.ts';
import type { SmileReader } from './smile-reader.ts';
import { smileReader } from './smile-reader.ts';

/** Names and values that later tokens may refer to by index. */
interface Shared {
  readonly add: (text: string) => string;
  readonly at: (number: number) => string;
}

interface Decoding {
  readonly reader: SmileReader;
  readonly names: Shared;
  readonly values: Shared;
}

/**
 * Decodes one value of Smile (version 0). Throws a ServiceError if the bytes are not Smile, contain more than one
 * value, a repeated member or raw bytes, or are nested too deep.
 */
export function decodeSmile(bytes: Uint8Array): JsonValue {
  const reader = smileReader(bytes);
  for (const expected of smileHeader) {
    if (reader.byte() !== expected) throw decodeProblem('smile', 'it does not begin with `:)`');
  }
  const flags = reader.byte();
  if (flags >> 4 !== 0) throw decodeProblem('smile', `its version [${flags >> 4}] is unknown`);
  const decoding = {
    reader,
    names: sharedTexts((flags & smileFlag.sharedNames) !== 0),
    values: sharedTexts((flags & smileFlag.sharedValues) !== 0),
  };
  const value = readValue(decoding, reader.byte(), 0);
  if (!reader.atEnd() && reader.byte() !== valueToken.endOfContent) throw trailing();
  if (!reader.atEnd()) throw trailing();
  return value;
}

function trailing(): Error {
  return decodeProblem('smile', 'more bytes follow the first value');
}

function sharedTexts(enabled: boolean): Shared {
  let texts: string[] = [];
  return {
    add(text) {
      if (!enabled) return text;
      if (texts.length === maxShared) texts = [];
      texts.push(text);
      return text;
    },
    at(number) {
      const text = texts[number];
      if (text === undefined) {
        throw decodeProblem('smile', `it refers to the unknown text [${number}]`);
      }
      return text;
    },
  };
}

function readValue(decoding: Decoding, token: number, depth: number): JsonValue {
  if (depth > maxDepth) throw tooDeep('smile');
  const { reader } = decoding;
  if (token === valueToken.startArray) return readArray(decoding, depth);
  if (token === valueToken.startObject) return readObject(decoding, depth);
  if (token >= valueToken.smallInt && token < valueToken.smallInt + 32) {
    return unzigzag(BigInt(token - valueToken.smallInt));
  }
  const simple = simpleValues.get(token);
  return simple === undefined ? readText(decoding, token) : simple(reader);
}

const simpleValues = new Map<number, (reader: SmileReader) => JsonValue>([
  [valueToken.empty, () => ''],
  [valueToken.null, () => null],
  [valueToken.false, () => false],
  [valueToken.true, () => true],
  [valueToken.int32, (reader) => unzigzag(reader.variable())],
  [valueToken.int64, (reader) => unzigzag(reader.variable())],
  [valueToken.bigInteger, readBigInteger],
  [valueToken.float32, readFloat],
  [valueToken.float64, readDouble],
  [valueToken.longAscii, (reader) => reader.longText()],
  [valueToken.longUnicode, (reader) => reader.longText()],
]);

function readArray(decoding: Decoding, depth: number): JsonValue {
  const elements: JsonValue[] = [];
  for (;;) {
    const token = decoding.reader.byte();
    if (token === valueToken.endArray) return elements;
    elements.push(readValue(decoding, token, depth + 1));
  }
}

function readObject(decoding: Decoding, depth: number): JsonValue {
  const members = new Map<string, JsonValue>();
  for (;;) {
    const token = decoding.reader.byte();
    if (token === valueToken.endObject) return Object.fromEntries(members);
    const name = readName(decoding, token);
    if (members.has(name)) throw decodeProblem('smile', `it repeats the member [${name}]`);
    members.set(name, readValue(decoding, decoding.reader.byte(), depth + 1));
  }
}

function readName({ reader, names }: Decoding, token: number): string {
  if (token === nameToken.empty) return '';
  if (token === nameToken.long) return reader.longText();
  if (token >= nameToken.sharedLong && token < nameToken.long) {
    return names.at(((token & 0x03) << 8) | reader.byte());
  }
  if (token >= nameToken.sharedShort && token < nameToken.ascii) {
    return names.at(token - nameToken.sharedShort);
  }
  if (token >= nameToken.ascii && token < nameToken.unicode) {
    return names.add(reader.text(token - nameToken.ascii + 1));
  }
  if (token >= nameToken.unicode && token < nameToken.unicode + longestUnicodeName - 1) {
    return names.add(reader.text(token - nameToken.unicode + 2));
  }
  throw unknownToken(token);
}

function readText({ reader, values }: Decoding, token: number): string {
  if (token > valueToken.sharedShort && token < valueToken.empty) return values.at(token - 1);
  if (token >= valueToken.sharedLong && token < valueToken.sharedLong + 4) {
    return values.at(((token & 0x03) << 8) | reader.byte());
  }
  if (token >= valueToken.tinyAscii && token < valueToken.tinyUnicode) {
    return values.add(reader.text(token - valueToken.tinyAscii + 1));
  }
  if (token >= valueToken.tinyUnicode && token < valueToken.smallInt) {
    return values.add(reader.text(token - valueToken.tinyUnicode + 2));
  }
  throw unknownToken(token);
}

function unknownToken(token: number): Error {
  return decodeProblem(
    'smile',
    `the token [0x${token.toString(16)}] is not allowed at its position`,
  );
}

/** Decodes an integer whose sign is in the lowest bit. */
function unzigzag(value: bigint): number | bigint {
  return wholeNumber((value >> 1n) ^ -(value & 1n), 'smile');
}

function readBigInteger(reader: SmileReader): number | bigint {
  const length = Number(reader.variable());
  if (length > 16) throw decodeProblem('smile', 'it contains an integer of more than 64 bits');
  return wholeNumber(BigInt.asIntN(8 * length, reader.sevenBit(length)), 'smile');
}

const view = new DataView(new ArrayBuffer(8));

/** Reads a float of 32 bits: one byte with four bits, then four bytes with seven bits. */
function readFloat(reader: SmileReader): number {
  view.setUint32(0, Number(leftAligned(reader, 5) & 0xffff_ffffn));
  return finite(view.getFloat32(0), 'smile');
}

function readDouble(reader: SmileReader): number {
  view.setBigUint64(0, BigInt.asUintN(64, leftAligned(reader, 10)));
  return finite(view.getFloat64(0), 'smile');
}

function leftAligned(reader: SmileReader, bytes: number): bigint {
  let value = 0n;
  for (let count = 0; count < bytes; count++) value = (value << 7n) | BigInt(reader.byte() & 0x7f);
  return value;
}
