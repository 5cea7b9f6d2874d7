import { oneLine } from './difference.ts';
import { code, prose, table } from './markdown.ts';
import { matrixDetails } from './matrix-details.ts';
import { type Column, type MatrixRow, rowsOf } from './read-report.ts';
import { signs, type Verdict } from './verdict.ts';

/**
 * A page of Markdown that compares servers: the number of verdicts of each, then by chapter, and with `details` what
 * differs from the specification, what could not be judged, and every clause.
 */
export function matrixPage(columns: readonly Column[], details: boolean): string {
  const rows = rowsOf(columns);
  const lines = [
    '# Results',
    '',
    'Written by `search-conformance matrix` from the JSON reports of these runs.',
    '',
    ...runLines(columns),
    '',
    ...table(countRows(columns)),
    '',
    '## By chapter',
    '',
    'Conformant clauses, of those judged. `–`: the profile does not claim the chapter.',
    '',
    ...table(chapterRows(columns, rows)),
    ...(details ? matrixDetails(columns, rows) : []),
  ];
  return `${lines.join('\n')}\n`;
}

function runLines(columns: readonly Column[]): readonly string[] {
  return columns.map(({ name, report: { run } }, at) => {
    const day = run.started_at.slice(0, 10);
    const seconds = Math.round(run.duration_ms / 1000);
    const kit = `kit ${run.version}, profile ${code(run.profile)}`;
    return `${at + 1}. ${prose(oneLine(name))}: ${kit}, ${day}, ${seconds} s`;
  });
}

function countRows(columns: readonly Column[]): readonly (readonly string[])[] {
  const verdicts = Object.keys(signs) as Verdict[];
  const head = ['', ...columns.map((_, at) => String(at + 1))];
  const rows = verdicts.map((verdict) => [
    `${signs[verdict]} ${verdict}`,
    ...columns.map(({ report }) =>
      String(report.clauses.filter((clause) => clause.verdict === verdict).length),
    ),
  ]);
  return [head, ...rows];
}

function chapterRows(
  columns: readonly Column[],
  rows: readonly MatrixRow[],
): readonly (readonly string[])[] {
  const chapters = [...new Set(rows.map(({ clause }) => clause.chapter))];
  const cell = (chapter: string, at: number): string =>
    shareOf(rows.filter((row) => row.clause.chapter === chapter).map((row) => row.verdicts[at]));
  const head = ['chapter', ...columns.map((_, at) => String(at + 1))];
  return [head, ...chapters.map((name) => [name, ...columns.map((_, at) => cell(name, at))])];
}

/** `32/34`: conformant clauses of those judged; bold where they differ. */
function shareOf(verdicts: readonly (Verdict | undefined)[]): string {
  const count = (...wanted: readonly Verdict[]): number =>
    verdicts.filter((verdict) => verdict !== undefined && wanted.includes(verdict)).length;
  const conformant = count('conformant');
  const judged = count('conformant', 'non-conformant', 'incomplete');
  if (judged === 0) return count('observed') > 0 ? signs.observed : '–';
  return judged === conformant ? `${conformant}/${judged}` : `**${conformant}/${judged}**`;
}
