import { at } from '../../base/assert.ts';
import { decodeProblem } from './json-value.ts';

/** Reads bytes of Smile sequentially. Throws a ServiceError at the end of the bytes. */
export type SmileReader = ReturnType<typeof smileReader>;

const endOfString = 0xfc;

/** Maximum length of a variable integer in bytes: 64 bits. */
const maxVariable_bytes = 10;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns a reader at the start of the bytes. */
export function smileReader(bytes: Uint8Array) {
  let index = 0;

  const take = (length: number): Uint8Array => {
    if (index + length > bytes.length) throw decodeProblem('smile', 'it is incomplete');
    const taken = bytes.subarray(index, index + length);
    index += length;
    return taken;
  };
  const byte = (): number => at(take(1), 0);
  /** Reads `length` bytes of UTF-8. */
  const text = (length: number): string => {
    try {
      return utf8.decode(take(length));
    } catch (error) {
      if (error instanceof TypeError)
        throw decodeProblem('smile', 'it contains text that is not UTF-8');
      throw error;
    }
  };

  return {
    byte,
    text,
    /** Reads bytes of UTF-8 up to the end marker. */
    longText() {
      const end = bytes.indexOf(endOfString, index);
      if (end === -1) throw decodeProblem('smile', 'it is incomplete');
      const read = text(end - index);
      index++;
      return read;
    },
    /** Reads an unsigned integer: seven bits per byte, six in the last one. */
    variable() {
      let value = 0n;
      for (let count = 0; count < maxVariable_bytes; count++) {
        const next = byte();
        if (next >= 0x80) return (value << 6n) | BigInt(next & 0x3f);
        value = (value << 7n) | BigInt(next);
      }
      throw decodeProblem('smile', 'it contains an integer of more than 64 bits');
    },
    /** Reads `length` bytes that are encoded with seven bits per byte, as one integer. */
    sevenBit(length: number) {
      let value = 0n;
      for (let left = 8 * length; left > 0; left -= 7) {
        value = (value << BigInt(Math.min(7, left))) | BigInt(byte() & 0x7f);
      }
      return value;
    },
    atEnd: () => index === bytes.length,
  };
}
