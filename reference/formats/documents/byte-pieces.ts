/** Returns an empty collection of bytes, which are put piece by piece, and taken from time to time. */
export function bytePieces() {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    put(bytes: Uint8Array | readonly number[]): void {
      pieces.push(Uint8Array.from(bytes));
      length += bytes.length;
    },
    /** Returns the number of bytes that have not been taken. */
    length: () => length,
    take(): Uint8Array {
      const taken = Buffer.concat(pieces);
      pieces = [];
      length = 0;
      return taken;
    },
  };
}
