const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** Number of parts that the slots are distributed over, so that growing one never moves a million entries at once. */
const parts = 16;

/** The slots of one part; each contains the number of its key plus one, or 0 if it is free. */
interface Part {
  slots: Uint32Array;
  used: number;
  /** Share of the slots that may be used. It differs, so that the parts grow one after the other. */
  readonly load: number;
}

/** Numbers doubles 0, 1, 2 … in order of appearance; uses typed arrays instead of an object for each. */
export class NumberTable {
  #keys = new Float64Array(64);
  readonly #parts = Array.from({ length: parts }, (_, at): Part => {
    return { slots: new Uint32Array(16), used: 0, load: 0.35 * 2 ** (at / parts) };
  });
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#size * 16;
  }

  /** Returns the key with this number. */
  at(number: number): number {
    return this.#keys[number]!;
  }

  /** Returns the number of a key, and assigns one if it is new. 0 and -0 are one key. */
  numberOf(key: number): number {
    const hashed = hash(key);
    const part = this.#parts[hashed & (parts - 1)]!;
    const { slots } = part;
    const mask = slots.length - 1;
    for (let slot = (hashed >>> 4) & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (found !== 0 && this.#keys[found - 1] === key) return found - 1;
      if (found !== 0) continue;
      slots[slot] = this.#append(key) + 1;
      part.used++;
      if (part.used > part.load * slots.length) this.#grow(part);
      return this.#size - 1;
    }
  }

  #append(key: number): number {
    const number = this.#size++;
    if (number === this.#keys.length) {
      const larger = new Float64Array(number * 2);
      larger.set(this.#keys);
      this.#keys = larger;
    }
    this.#keys[number] = key;
    return number;
  }

  #grow(part: Part): void {
    const slots = new Uint32Array(part.slots.length * 2);
    const mask = slots.length - 1;
    for (const entry of part.slots) {
      if (entry === 0) continue;
      let slot = (hash(this.#keys[entry - 1]!) >>> 4) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    part.slots = slots;
  }
}

function hash(key: number): number {
  bits[0] = key + 0;
  let mixed = words[0]! ^ Math.imul(words[1]!, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
