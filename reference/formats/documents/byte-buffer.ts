/** A buffer that bytes are appended to, and from which they are taken from time to time. */
export interface ByteBuffer {
  byte(value: number): void;
  /** Writes 16, 32 or 64 bits, big-endian. */
  uint16(value: number): void;
  uint32(value: number): void;
  uint64(value: bigint): void;
  double(value: number): void;
  /** Writes a text as UTF-8; `length` is its length in bytes. */
  utf8(value: string, length: number): void;
  length(): number;
  /** Returns the bytes so far and empties the buffer. */
  take(): Uint8Array;
}

const firstSize = 64 * 1024;

/** Returns an empty buffer that grows as needed. */
export function byteBuffer(): ByteBuffer {
  let bytes = Buffer.allocUnsafeSlow(firstSize);
  let at = 0;

  const reserve = (count: number): number => {
    if (at + count > bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, at + count));
      bytes.copy(grown, 0, 0, at);
      bytes = grown;
    }
    const from = at;
    at += count;
    return from;
  };

  return {
    byte: (value) => void bytes.writeUInt8(value, reserve(1)),
    uint16: (value) => void bytes.writeUInt16BE(value, reserve(2)),
    uint32: (value) => void bytes.writeUInt32BE(value, reserve(4)),
    uint64: (value) => void bytes.writeBigUInt64BE(value, reserve(8)),
    double: (value) => void bytes.writeDoubleBE(value, reserve(8)),
    utf8: (value, length) => void bytes.write(value, reserve(length), length, 'utf8'),
    length: () => at,
    take() {
      const taken = bytes.subarray(0, at);
      bytes = Buffer.allocUnsafeSlow(firstSize);
      at = 0;
      return taken;
    },
  };
}
