/** What a reader copies, or what lines up in columns, stays on one line. */
const kept = /\bcurl -|search-conformance |^ {2}(?:index|value|again) |\r|[│├]|\S {3,}\S/;

/** Colours take no room. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const colour = /\u001B\[\d{1,2}m/g;

/** Breaks lines that are longer than a terminal is wide between words; what follows a break is indented. */
export function wrapped(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, columns))
    .join('\n');
}

function wrappedLine(line: string, columns: number): string {
  if (widthOf(line) <= columns || kept.test(line)) return line;
  const indent = `${/^ */.exec(line)?.[0] ?? ''}    `;
  const lines: string[] = [];
  for (const word of line.split(/(?<=\S) /)) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || widthOf(joined) > columns)
      lines.push(`${lines.length === 0 ? '' : indent}${word}`);
    else lines[lines.length - 1] = joined;
  }
  return lines.join('\n');
}

function widthOf(line: string): number {
  return line.replaceAll(colour, '').length;
}
