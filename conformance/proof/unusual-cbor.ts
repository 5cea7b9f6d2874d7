/** The major types of CBOR, as bits of the first byte. */
const major = { unsigned: 0x00, negative: 0x20, text: 0x60, array: 0x80, map: 0xa0 } as const;
const open = 0x1f;
const end = 0xff;
const simple = new Map<unknown, number>([
  [false, 0xf4],
  [true, 0xf5],
  [null, 0xf6],
]);

/**
 * Encodes a JSON value as CBOR in its longest form: indefinite-length arrays, maps and strings, strings in two chunks,
 * and integers and floats in 8 bytes.
 */
export function longestCbor(value: unknown): readonly number[] {
  const byte = simple.get(value);
  if (byte !== undefined) return [byte];
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'bigint' || Number.isInteger(value)) {
    return integerBytes(BigInt(value as number | bigint));
  }
  if (typeof value === 'number') return [0xfb, ...bytesOf((view) => view.setFloat64(0, value))];
  if (Array.isArray(value)) return [major.array | open, ...value.flatMap(longestCbor), end];
  const members = Object.entries(value as object).flatMap(([name, member]) => [
    ...textBytes(name),
    ...longestCbor(member),
  ]);
  return [major.map | open, ...members, end];
}

function integerBytes(value: bigint): readonly number[] {
  // An integer beyond 64 bits comes from a double.
  if (BigInt.asIntN(64, value) !== value) {
    return [0xfb, ...bytesOf((view) => view.setFloat64(0, Number(value)))];
  }
  const [type, size] = value < 0n ? [major.negative, -1n - value] : [major.unsigned, value];
  return [type | 27, ...bytesOf((view) => view.setBigUint64(0, size))];
}

function textBytes(text: string): readonly number[] {
  const letters = Array.from(text);
  const half = Math.ceil(letters.length / 2);
  const pieces = [letters.slice(0, half), letters.slice(half)].map((piece) =>
    Buffer.from(piece.join('')),
  );
  return [
    major.text | open,
    ...pieces.flatMap((piece) => [major.text | 24, piece.length, ...piece]),
    end,
  ];
}

function bytesOf(write: (view: DataView) => void): readonly number[] {
  const view = new DataView(new ArrayBuffer(8));
  write(view);
  return [...new Uint8Array(view.buffer)];
}
