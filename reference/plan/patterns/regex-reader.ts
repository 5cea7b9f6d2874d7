/** A pattern, read from left to right. */
export interface RegexReader {
  more(): boolean;
  at(text: string): boolean;
  /** The next character, or nothing at the end. */
  peek(): string;
  next(): string;
  /** Takes a text if it comes next. */
  accept(text: string): boolean;
  /** Takes what a sticky expression finds here. */
  take(pattern: RegExp): string | undefined;
  offset(): number;
}

/** Takes a pattern; returns a reader at its start. */
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
