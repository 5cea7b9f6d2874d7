import type { TextTable } from '../operations/operation.ts';

/** Takes a table; gives it as text: one line a row, each column as wide as its widest cell. */
export function writeTable({ columns, rows, heading }: TextTable): string {
  const lines = heading ? [columns.map(({ name }) => name), ...rows] : rows;
  const widths = columns.map((_, at) =>
    Math.max(0, ...lines.map((line) => (line[at] ?? '').length)),
  );
  const text = lines.map((line) =>
    columns
      .map(({ align }, at) => {
        const cell = line[at] ?? '';
        const width = widths[at] ?? 0;
        return align === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' '),
  );
  return text.map((line) => `${line}\n`).join('');
}
