/** Control characters but tab and line feed, and the characters that turn the direction of a text. */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

/** What the kit itself writes to a terminal: the start of a line that is erased, and colours. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const own = /(\r\u001B\[K|\u001B\[\d{1,2}m)/;

/**
 * Returns a text with its control characters as escapes such as `\\u001b`, so that no answer of a server can move the cursor,
 * colour or hide what follows.
 */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for what goes to a terminal, where the colours and erased lines of the kit are kept. */
export function printableOnTerminal(text: string): string {
  const parts = text.split(own);
  return parts.map((part, at) => (at % 2 === 1 ? part : printable(part))).join('');
}
