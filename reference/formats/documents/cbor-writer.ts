import { byteBuffer } from './byte-buffer.ts';
import type { TokenWriter } from './token-writer.ts';

/** The kind of a data item, in the upper three bits of its first byte (RFC 8949, section 3.1). */
const major = { unsigned: 0, negative: 1, text: 3, array: 4, map: 5 } as const;

const simple = { false: 0xf4, true: 0xf5, null: 0xf6, double: 0xfb } as const;

/**
 * Returns a writer of CBOR with definite lengths. Doubles are always written with 64 bits, even without a fraction;
 * integers with as few bytes as possible, up to 64 bits.
 */
export function cborWriter(): TokenWriter {
  const buffer = byteBuffer();

  /** Writes the kind of an item and the number that belongs to it. */
  const head = (kind: number, value: number): void => {
    const first = kind << 5;
    if (value < 24) buffer.byte(first | value);
    else if (value < 0x100) {
      buffer.byte(first | 24);
      buffer.byte(value);
    } else if (value < 0x10000) {
      buffer.byte(first | 25);
      buffer.uint16(value);
    } else if (value < 0x1_0000_0000) {
      buffer.byte(first | 26);
      buffer.uint32(value);
    } else longHead(kind, BigInt(value));
  };
  const longHead = (kind: number, value: bigint): void => {
    buffer.byte((kind << 5) | 27);
    buffer.uint64(value);
  };
  const whole = (value: number): void => {
    if (value < 0) head(major.negative, -1 - value);
    else head(major.unsigned, value);
  };
  const text = (value: string): void => {
    const length = Buffer.byteLength(value);
    head(major.text, length);
    buffer.utf8(value, length);
  };

  return {
    beginObject: (members) => head(major.map, members),
    endObject: () => undefined,
    beginArray: (elements) => head(major.array, elements),
    endArray: () => undefined,
    name: text,
    text,
    whole(value) {
      const small = Number(value);
      if (Number.isSafeInteger(small)) whole(small);
      else if (value < 0) longHead(major.negative, -1n - BigInt(value));
      else longHead(major.unsigned, BigInt(value));
    },
    double(value) {
      buffer.byte(simple.double);
      buffer.double(value);
    },
    boolean: (value) => buffer.byte(value ? simple.true : simple.false),
    nothing: () => buffer.byte(simple.null),
    pending: () => buffer.length(),
    take: () => buffer.take(),
  };
}
