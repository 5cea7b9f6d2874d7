import { printable } from '../base/printable.ts';

/** A word in quotation marks for a shell; line breaks and control characters are escaped, so that it stays on one line. */
export function quoted(text: string): string {
  if (text.includes('\n') || printable(text) !== text) {
    const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    return `$'${printable(escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r'))}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a shell; words without special characters stay unquoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : quoted(word))).join(' ');
}
