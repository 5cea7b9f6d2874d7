import { chapters } from '../../spec/clauses.ts';
import type { ClauseVerdict, Verdict } from './verdict.ts';

/** The columns: a heading, the levels and the verdicts that it counts. */
const columns: readonly (readonly [
  sign: string,
  level: string | undefined,
  verdicts: readonly Verdict[],
])[] = [
  ['✓', 'MUST', ['conformant']],
  ['✗', 'MUST', ['non-conformant']],
  ['?', 'MUST', ['incomplete']],
  ['✓', 'SHOULD', ['conformant']],
  ['✗', 'SHOULD', ['non-conformant']],
  ['?', 'SHOULD', ['incomplete']],
  ['o', 'SILENT', ['observed']],
  ['✗', 'SILENT', ['non-conformant']],
  ['?', 'SILENT', ['incomplete']],
  ['-', undefined, ['not-claimed', 'not-allowed']],
];

const cellWidth = 6;
const legend = '✓ passed  ✗ failed  ? incomplete  o observed  - not claimed or not allowed';

/** The number of clauses by chapter, level and verdict, as a table; empty without verdicts. */
export function tallyLines(verdicts: readonly ClauseVerdict[]): readonly string[] {
  const rows = chapters
    .map((chapter) => ({
      name: chapter,
      own: verdicts.filter(({ clause }) => clause.chapter === chapter),
    }))
    .filter(({ own }) => own.length > 0);
  if (rows.length === 0) return [];
  const all = rows.length > 1 ? [...rows, { name: 'all chapters', own: verdicts }] : rows;
  const width = Math.max(...all.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(cellWidth)).join('')}`.trimEnd();
  const levels = columns.map(([, level], at) =>
    level !== undefined && level !== columns[at - 1]?.[1] ? level : '',
  );
  return [
    line('clauses', levels),
    line(
      '',
      columns.map(([sign]) => sign),
    ),
    ...all.map(({ name, own }) => line(name, countsIn(own))),
    legend,
  ];
}

function countsIn(verdicts: readonly ClauseVerdict[]): readonly string[] {
  return columns.map(([, level, counted]) => {
    const count = verdicts.filter(
      ({ clause, verdict }) =>
        (level === undefined || clause.level === level) && counted.includes(verdict),
    ).length;
    return count === 0 ? '.' : `${count}`;
  });
}
