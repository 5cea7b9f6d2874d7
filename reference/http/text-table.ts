import { at } from '../base/assert.ts';
import type { TextTable } from '../operations/operation.ts';

/** Returns a table as text: one line per row, each column as wide as its widest cell. A missing cell is blank. */
export function writeTable({ columns, rows, heading }: TextTable): string {
  const lines = heading ? [columns.map(({ name }) => name), ...rows] : rows;
  const widths = columns.map((_, column) =>
    Math.max(0, ...lines.map((line) => (line[column] ?? '').length)),
  );
  const text = lines.map((line) =>
    columns
      .map(({ align }, column) => {
        const cell = line[column] ?? '';
        const width = at(widths, column);
        return align === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' '),
  );
  return text.map((line) => `${line}\n`).join('');
}
