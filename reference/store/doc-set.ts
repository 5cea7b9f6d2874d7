/** A set of document numbers below `size`. */
export class DocSet {
  readonly size: number;
  readonly #flags: Uint8Array;

  constructor(size: number, flags = new Uint8Array(size)) {
    this.size = size;
    this.#flags = flags;
  }

  /** Returns a set of all numbers below `size`. */
  static full(size: number): DocSet {
    return new DocSet(size, new Uint8Array(size).fill(1));
  }

  /** Returns a set of some numbers below `size`. */
  static of(docs: Iterable<number>, size: number): DocSet {
    const set = new DocSet(size);
    for (const doc of docs) set.set(doc);
    return set;
  }

  has(doc: number): boolean {
    return this.#flags[doc] === 1;
  }

  set(doc: number): void {
    this.#flags[doc] = 1;
  }

  /** Returns the numbers of the set that pass a test, which is called in ascending order. */
  filter(test: (doc: number) => boolean): DocSet {
    const flags = this.#flags.map((flag, doc) => (flag === 1 && test(doc) ? 1 : 0));
    return new DocSet(this.size, flags);
  }

  /** Returns the intersection with a set of the same size. */
  and(other: DocSet): DocSet {
    return this.filter((doc) => other.has(doc));
  }

  /** Returns the union with a set of the same size. */
  or(other: DocSet): DocSet {
    return DocSet.full(this.size).filter((doc) => this.has(doc) || other.has(doc));
  }

  /** Returns the numbers that are not in another set of the same size. */
  andNot(other: DocSet): DocSet {
    return this.filter((doc) => !other.has(doc));
  }

  /** Returns the number of members of the set. */
  count(): number {
    return this.#flags.reduce((sum, flag) => sum + flag, 0);
  }

  /** Returns the first number at `from` or later, or -1. */
  next(from: number): number {
    return this.#flags.indexOf(1, from);
  }

  /** Yields the numbers in ascending order. */
  *[Symbol.iterator](): Generator<number, void> {
    for (let doc = this.next(0); doc !== -1; doc = this.next(doc + 1)) yield doc;
  }
}
