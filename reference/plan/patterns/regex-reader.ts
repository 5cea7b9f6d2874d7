/** Reads a pattern from left to right. */
export interface RegexReader {
  more(): boolean;
  at(text: string): boolean;
  /** Returns the next character, or an empty text at the end. */
  peek(): string;
  next(): string;
  /** Consumes a text if it comes next; returns whether it did. */
  accept(text: string): boolean;
  /** Consumes and returns the match of a sticky expression here; undefined if there is none. */
  take(pattern: RegExp): string | undefined;
  offset(): number;
}

/** Returns a reader at the start of a pattern. */
export function regexReader(text: string): RegexReader {
  let at = 0;
  return {
    more: () => at < text.length,
    at: (wanted) => text.startsWith(wanted, at),
    peek: () => text.charAt(at),
    next: () => text.charAt(at++),
    accept(wanted) {
      const found = text.startsWith(wanted, at);
      if (found) at += wanted.length;
      return found;
    },
    take(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      at += found?.length ?? 0;
      return found;
    },
    offset: () => at,
  };
}
