const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** Number of parts that the slots are distributed over, so that growing one never moves a million entries at once. */
const parts = 16;

/** Number of keys from which there are several parts: a query may have thousands of small tables. */
const keysOfOnePart = 4096;

/** The slots of one part; each contains the number of its key plus one, or 0 if it is free. */
interface Part {
  slots: Uint32Array;
  used: number;
  /** Share of the slots that may be used. It differs, so that the parts grow one after the other. */
  readonly load: number;
}

/** Numbers doubles 0, 1, 2 … in order of appearance; uses typed arrays instead of an object for each. */
export class NumberTable {
  #keys = new Float64Array(16);
  #parts: readonly Part[] = [{ slots: new Uint32Array(32), used: 0, load: 0.5 }];
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
    const part = this.#parts[hashed & (this.#parts.length - 1)]!;
    const { slots } = part;
    const mask = slots.length - 1;
    for (let slot = (hashed >>> 4) & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (found !== 0 && this.#keys[found - 1] === key) return found - 1;
      if (found !== 0) continue;
      slots[slot] = this.#append(key) + 1;
      part.used++;
      if (this.#size === keysOfOnePart) this.#split();
      else if (part.used > part.load * slots.length) this.#grow(part);
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
    const { slots } = part;
    part.slots = new Uint32Array(slots.length * 2);
    for (const entry of slots) {
      if (entry !== 0) place(part.slots, entry, hash(this.#keys[entry - 1]!));
    }
  }

  #split(): void {
    this.#parts = Array.from({ length: parts }, (_, at): Part => {
      const load = 0.35 * 2 ** (at / parts);
      return { slots: new Uint32Array((4 * keysOfOnePart) / parts), used: 0, load };
    });
    for (let entry = 1; entry <= this.#size; entry++) {
      const hashed = hash(this.#keys[entry - 1]!);
      const part = this.#parts[hashed & (parts - 1)]!;
      place(part.slots, entry, hashed);
      part.used++;
    }
  }
}

/** Writes an entry whose key is new into the first free slot. */
function place(slots: Uint32Array, entry: number, hashed: number): void {
  const mask = slots.length - 1;
  let slot = (hashed >>> 4) & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = entry;
}

function hash(key: number): number {
  bits[0] = key + 0;
  let mixed = words[0]! ^ Math.imul(words[1]!, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
