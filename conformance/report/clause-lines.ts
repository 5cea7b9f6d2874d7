import picocolors from 'picocolors';
import { oneLine } from './difference.ts';
import { type ClauseVerdict, signs, type Verdict } from './verdict.ts';
import { chapters } from '../../spec/clauses.ts';

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

/** The colour of each verdict. */
const paints = {
  conformant: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
  'not-claimed': 'gray',
  'not-allowed': 'gray',
  observed: 'cyan',
} as const satisfies Readonly<Record<Verdict, string>>;

/** One line for each clause with its verdict, grouped by chapter with counts. */
export function clauseLines(
  verdicts: readonly ClauseVerdict[],
  colours: boolean,
): readonly string[] {
  const palette = picocolors.createColors(colours);
  const chapters = [...new Set(verdicts.map(({ clause }) => clause.chapter))];
  return chapters.flatMap((chapter) => {
    const own = verdicts.filter(({ clause }) => clause.chapter === chapter);
    const lines = own.map((entry) => {
      const paint = palette[paints[entry.verdict]];
      return `  ${paint(`${signs[entry.verdict]} ${entry.clause.id}`)}${remark(entry)}`;
    });
    return ['', `${palette.bold(chapter)}  ${countsOf(own)}`, ...lines];
  });
}

/** Number of clauses by verdict, in a fixed order: `41 conformant, 6 observed`. */
export function countsOf(verdicts: readonly ClauseVerdict[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const known = Object.keys(signs).filter((verdict) => counts.has(verdict));
  return known.map((verdict) => `${counts.get(verdict)} ${verdict}`).join(', ') || 'none';
}

/** The text after a verdict: what was observed, or why the clause could not be judged. */
function remark({ verdict, results }: ClauseVerdict): string {
  if (verdict === 'observed') {
    const seen = results.flatMap(({ observations }) => observations);
    return seen.length === 0
      ? ''
      : `  ${seen
          .map(({ value }) => oneLine(value))
          .join(' | ')
          .slice(0, 100)}`;
  }
  if (!['incomplete', 'not-claimed', 'not-allowed'].includes(verdict)) return '';
  const reason = results.find((result) => result.reason !== undefined)?.reason;
  return reason === undefined ? '' : `  ${oneLine(reason)}`;
}
