/** A set of document numbers below `size`, as bits. */
export class Bitset {
  readonly size: number;
  readonly #words: Uint32Array;

  constructor(size: number, words: Uint32Array = new Uint32Array((size + 31) >>> 5)) {
    this.size = size;
    this.#words = words;
  }

  /** Returns a set of all numbers below `size`. */
  static full(size: number): Bitset {
    const words = new Uint32Array((size + 31) >>> 5).fill(0xffffffff);
    if (size % 32 !== 0) words[words.length - 1] = 2 ** (size % 32) - 1;
    return new Bitset(size, words);
  }

  has(at: number): boolean {
    return ((this.#words[at >>> 5]! >>> (at & 31)) & 1) === 1;
  }

  set(at: number): void {
    const word = at >>> 5;
    this.#words[word] = this.#words[word]! | (1 << (at & 31));
  }

  clear(at: number): void {
    const word = at >>> 5;
    this.#words[word] = this.#words[word]! & ~(1 << (at & 31));
  }

  copy(): Bitset {
    return new Bitset(this.size, this.#words.slice());
  }

  /** Returns the intersection with a set of the same size. */
  and(other: Bitset): Bitset {
    return this.#combine(other, (a, b) => a & b);
  }

  /** Returns the union with a set of the same size. */
  or(other: Bitset): Bitset {
    return this.#combine(other, (a, b) => a | b);
  }

  /** Returns the numbers that are not in another set of the same size. */
  andNot(other: Bitset): Bitset {
    return this.#combine(other, (a, b) => a & ~b);
  }

  /** Returns the number of members of the set. */
  count(): number {
    let total = 0;
    for (const word of this.#words) total += countWord(word);
    return total;
  }

  /** Returns the first number at `from` or later, or -1. */
  next(from: number): number {
    let at = from >>> 5;
    let word = this.#words[at]! & (0xffffffff << (from & 31));
    while (word === 0) {
      if (++at >= this.#words.length) return -1;
      word = this.#words[at]!;
    }
    return at * 32 + (31 - Math.clz32(word & -word));
  }

  /** Yields the numbers in ascending order. */
  *[Symbol.iterator](): Generator<number, void> {
    for (let at = this.next(0); at !== -1; at = this.next(at + 1)) yield at;
  }

  #combine(other: Bitset, operation: (a: number, b: number) => number): Bitset {
    const words = new Uint32Array(this.#words.length);
    for (let at = 0; at < words.length; at++) {
      words[at] = operation(this.#words[at]!, other.#words[at]!);
    }
    return new Bitset(this.size, words);
  }
}

function countWord(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
