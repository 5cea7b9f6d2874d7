/** Reads a pattern from left to right. */
export class RegexReader {
  readonly #text: string;
  /** The position of the next character. */
  offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  more(): boolean {
    return this.offset < this.#text.length;
  }

  at(text: string): boolean {
    return this.#text.startsWith(text, this.offset);
  }

  next(): string {
    return this.#text.charAt(this.offset++);
  }

  /** Consumes a text if it comes next; returns whether it did. */
  accept(text: string): boolean {
    const found = this.at(text);
    if (found) this.offset += text.length;
    return found;
  }

  /** Consumes and returns the match of a sticky expression here; undefined if there is none. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.#text)?.[0];
    this.offset += found?.length ?? 0;
    return found;
  }
}
