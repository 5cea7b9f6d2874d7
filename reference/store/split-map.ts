/** Number of entries from which a map is split. */
const most = 4096;

const parts = 64;

/** Bits of a hash that choose a part. */
const bits = 10;

/**
 * The part for each hash: part n gets about 2^(n / parts) times as many entries as part 0. So one after the other grows
 * while the number of entries doubles, and not all at once.
 */
const partOf = Uint8Array.from({ length: 2 ** bits }, (_, hash) =>
  Math.floor(Math.log2(1 + hash / 2 ** bits) * parts),
);

/**
 * A map without an order of its entries. A large one is split into parts, because a map moves all its entries when it
 * grows: with a million entries that takes about 50 milliseconds.
 */
export class SplitMap<Key extends number | bigint | string, Value extends {}> {
  #size = 0;
  /** The entries while they are few. */
  #only: Map<Key, Value> | undefined = new Map();
  #parts: Map<Key, Value>[] = [this.#only!];

  get size(): number {
    return this.#size;
  }

  /** All entries, in parts. The entries of a part move together when it grows. */
  get parts(): readonly ReadonlyMap<Key, Value>[] {
    return this.#parts;
  }

  get(key: Key): Value | undefined {
    return this.#partOf(key).get(key);
  }

  /** Adds an entry; the key must be new. */
  add(key: Key, value: Value): void {
    this.#partOf(key).set(key, value);
    if (++this.#size === most) this.#split();
  }

  #partOf(key: Key): Map<Key, Value> {
    return this.#only ?? this.#parts[partOf[hashOf(key) >>> (32 - bits)]!]!;
  }

  #split(): void {
    const entries = this.#only!;
    this.#only = undefined;
    this.#parts = Array.from({ length: parts }, () => new Map());
    for (const [key, value] of entries) this.#partOf(key).set(key, value);
  }
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

function hashOf(key: number | bigint | string): number {
  if (typeof key === 'string') return hashText(key);
  // Equal keys of a map have equal doubles; 0 and -0 are one key.
  double[0] = Number(key) + 0;
  return mixed(words[0]! ^ Math.imul(words[1]!, 0x9e3779b1));
}

/** The end of a text differs more than its beginning. */
function hashText(text: string): number {
  const { length } = text;
  let hash = length;
  for (let at = Math.max(0, length - 8); at < length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed(hash);
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return Math.imul(half ^ (half >>> 13), 0xc2b2ae35) >>> 0;
}
