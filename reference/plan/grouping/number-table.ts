const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** Numbers doubles 0, 1, 2 … in the order in which they come up; flat memory, no object for each. */
export class NumberTable {
  #keys = new Float64Array(64);
  /** Number of the key that stands in a slot, plus one; 0 is a free slot. */
  #slots = new Uint32Array(128);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#slots.byteLength;
  }

  /** The key with this number. */
  at(number: number): number {
    return this.#keys[number] ?? 0;
  }

  /** Gives the number of a key, a new one where it is new. 0 and -0 are one key. */
  numberOf(key: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(key) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot] ?? 0;
      if (found === 0) return this.#add(key, slot);
      if (this.#keys[found - 1] === key) return found - 1;
    }
  }

  #add(key: number, slot: number): number {
    const number = this.#size++;
    if (number === this.#keys.length) {
      const larger = new Float64Array(number * 2);
      larger.set(this.#keys);
      this.#keys = larger;
    }
    this.#keys[number] = key;
    this.#slots[slot] = number + 1;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = hash(this.#keys[number] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function hash(key: number): number {
  bits[0] = key + 0;
  const mixed = Math.imul((words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
