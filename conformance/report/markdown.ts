import { flat } from './difference.ts';
/** A text on one line: what is between backquotes stays code, nothing else is formatted. */
export function prose(text: string): string {
  const parts = flat(text).split(/(`[^`]+`)/);
  // An underscore inside a word is no mark.
  const marks = /[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)/g;
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(marks, String.raw`\$&`)))
    .join('');
}

/** A text on one line as code. */
export function code(text: string): string {
  const line = flat(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** Lines as a block of code. */
export function fenced(text: string): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...text.split('\n'), fence];
}

/** A table whose first row is its head; the columns are padded. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}
