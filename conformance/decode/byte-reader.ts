import { DecodeError } from './formats.ts';

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
export function byteReader(bytes: Uint8Array): ByteReader {
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
