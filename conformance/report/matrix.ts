import { oneLine } from './difference.ts';
import { code, prose, table } from './markdown.ts';
import { type Column, type MatrixRow, rowsOf, type Report } from './read-report.ts';
import { shareOf, signs, type Verdict } from './verdict.ts';
import { grouped } from '../base/grouped.ts';
import { openAnswers } from './matrix-answers.ts';

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
    shareText(rows.filter((row) => row.clause.chapter === chapter).map((row) => row.verdicts[at]));
  const head = ['chapter', ...columns.map((_, at) => String(at + 1))];
  return [head, ...chapters.map((name) => [name, ...columns.map((_, at) => cell(name, at))])];
}

/** `32/34`: conformant clauses of those judged; bold where they differ. */
function shareText(verdicts: readonly (Verdict | undefined)[]): string {
  const { conformant, judged } = shareOf(verdicts);
  if (judged === 0) return verdicts.includes('observed') ? signs.observed : '–';
  return judged === conformant ? `${conformant}/${judged}` : `**${conformant}/${judged}**`;
}

/** The parts of the page that speak of single clauses. */
function matrixDetails(columns: readonly Column[], rows: readonly MatrixRow[]): readonly string[] {
  return [
    ...section('Deviations', 'What a server does instead.', deviations(columns, rows)),
    ...section(
      'Incomplete',
      'Why a scenario of a clause could not run to its end.',
      incompletes(columns, rows),
    ),
    ...section(
      'Left open',
      'What the specification leaves open and these servers answer differently. Long answers are left out.',
      openAnswers(columns, rows),
    ),
    ...clauseTables(columns, rows),
  ];
}

function section(title: string, lead: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', lead, '', ...lines];
}

/** Each non-conformant clause, and for each server the note of its profile or else the failure. */
function deviations(columns: readonly Column[], rows: readonly MatrixRow[]): readonly string[] {
  return rows.flatMap(({ clause, verdicts }) => {
    const failed = columns.filter((_, at) => verdicts[at] === 'non-conformant');
    const said = failed.map(({ name, report }) => [deviation(clause.id, report), name] as const);
    if (failed.length === 0) return [];
    return [`- ${code(clause.id)} (${clause.level}): ${prose(clause.text)}`, ...answers(said)];
  });
}

function deviation(id: string, { run, scenarios }: Report): string {
  const note = run.notes?.[id];
  if (note !== undefined) return prose(note);
  const failure = scenarios.find(
    (scenario) => scenario.clauses.includes(id) && scenario.failure !== undefined,
  )?.failure;
  return failure === undefined ? 'failed' : code(oneLine(`${failure.message}: ${failure.got}`));
}

/** Each reason for an incomplete clause, with the clauses that it keeps from a verdict. */
function incompletes(columns: readonly Column[], rows: readonly MatrixRow[]): readonly string[] {
  const found = columns.flatMap(({ name, report }, at) =>
    rows
      .filter(({ verdicts }) => verdicts[at] === 'incomplete')
      .map(({ clause }) => ({ id: clause.id, said: `${name}: ${reason(clause.id, report)}` })),
  );
  return [...grouped(found.map(({ id, said }) => [said, id] as const))].flatMap(([said, ids]) => [
    `- ${prose(said)}`,
    `  - ${ids.map(code).join(', ')}`,
  ]);
}

function reason(id: string, { scenarios }: Report): string {
  const own = scenarios.filter(({ clauses }) => clauses.includes(id));
  const hindered =
    own.find((scenario) => scenario.outcome === 'incomplete') ??
    own.find(({ outcome, reason: why }) => why !== undefined && outcome !== 'not-claimed');
  return oneLine(hindered?.reason ?? 'no reason');
}

/** One line for each text, after the names of those who say it. */
function answers(said: readonly (readonly [text: string, name: string])[]): readonly string[] {
  return [...grouped(said)].map(([text, names]) => `  - ${prose(names.join(', '))}: ${text}`);
}

/** The verdict on every clause, in one folded table for each chapter. */
function clauseTables(columns: readonly Column[], rows: readonly MatrixRow[]): readonly string[] {
  const chapters = [...new Set(rows.map(({ clause }) => clause.chapter))];
  const key = (Object.entries(signs) as (readonly [Verdict, string])[])
    .map(([verdict, sign]) => `${sign} ${verdict}`)
    .join(', ');
  return [
    '',
    '## Every clause',
    '',
    `The columns are the servers above: ${key}.`,
    ...chapters.flatMap((chapter) => [
      '',
      `<details><summary>${chapter}</summary>`,
      '',
      ...table([
        ['clause', ...columns.map((_, at) => String(at + 1))],
        ...rows
          .filter(({ clause }) => clause.chapter === chapter)
          .map(({ clause, verdicts }) => [
            code(clause.id.slice(chapter.length + 1)),
            ...verdicts.map((verdict) => (verdict === undefined ? '' : signs[verdict])),
          ]),
      ]),
      '',
      '</details>',
    ]),
  ];
}
