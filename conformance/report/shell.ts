/** A word in quotation marks for a shell; line breaks are escaped, so that the text stays on one line. */
export function quoted(text: string): string {
  if (/[\n\r]/.test(text)) {
    const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    return `$'${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a shell; words without special characters stay unquoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : quoted(word))).join(' ');
}
