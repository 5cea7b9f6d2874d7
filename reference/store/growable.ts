/** A growing list of unsigned 32-bit numbers in one typed array. */
export class NumberList {
  #values: Uint32Array;
  length = 0;

  /** Takes the number of entries for which there is room until the list grows. */
  constructor(room = 16) {
    this.#values = new Uint32Array(room);
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = grow(this.#values, Uint32Array);
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** Returns the entries so far without copying them. Use it at once: later pushes may overwrite it. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }

  copy(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}

/** A growing list of doubles in one typed array. */
export class DoubleList {
  #values = new Float64Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = grow(this.#values, Float64Array);
    this.#values[this.length++] = value;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  view(): Float64Array {
    return this.#values.subarray(0, this.length);
  }

  copy(): Float64Array {
    return this.#values.slice(0, this.length);
  }
}

/** A growing list of texts, concatenated as UTF-8. */
export class TextList {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;
  readonly #starts = new NumberList();

  constructor() {
    this.#starts.push(0);
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  get byteLength(): number {
    return this.#length;
  }

  push(text: string): void {
    // A UTF-16 unit never takes more than three bytes.
    const capacity = text.length * 3;
    if (this.#length + capacity > this.#bytes.length) this.#reserve(this.#length + capacity);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
    this.#starts.push(this.#length);
  }

  at(index: number): string {
    return this.#bytes.toString('utf8', this.#starts.at(index), this.#starts.at(index + 1));
  }

  /** Returns the texts in a buffer of their exact size. */
  finish(): Texts {
    return {
      bytes: Buffer.from(this.#bytes.subarray(0, this.#length)),
      starts: this.#starts.copy(),
    };
  }

  #reserve(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Concatenated texts: text n is at `starts[n]` to `starts[n + 1]` (exclusive) of `bytes`. */
export interface Texts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
}

/** Returns the text with this number. */
export function textAt({ bytes, starts }: Texts, index: number): string {
  const start = starts[index]!;
  const end = starts[index + 1]!;
  return bytes.toString('utf8', start, end);
}

let identityValues = new Uint32Array(4096).map((_, at) => at);

/** Returns the numbers 0 … `size` - 1. All callers share one array: never write to it. */
export function identity(size: number): Uint32Array {
  if (size > identityValues.length) {
    const larger = new Uint32Array(Math.max(size, identityValues.length * 2));
    for (let at = 0; at < larger.length; at++) larger[at] = at;
    identityValues = larger;
  }
  return identityValues.subarray(0, size);
}

function grow<A extends Uint32Array | Float64Array>(values: A, create: new (size: number) => A): A {
  const larger = new create(values.length * 2);
  larger.set(values);
  return larger;
}
