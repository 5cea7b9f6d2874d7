import { oneLine } from './difference.ts';
import { grouped } from './grouped.ts';
import { code, prose, table } from './markdown.ts';
import { openAnswers } from './matrix-answers.ts';
import type { Column, MatrixRow, Report, ReportedScenario } from './read-report.ts';
import { signs, type Verdict } from './verdict.ts';

/** The parts of the page that speak of single clauses. */
export function matrixDetails(
  columns: readonly Column[],
  rows: readonly MatrixRow[],
): readonly string[] {
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
  const hindered = own.find((scenario) => scenario.outcome === 'incomplete') ?? own.find(hasReason);
  return oneLine(hindered?.reason ?? 'no reason');
}

function hasReason(scenario: ReportedScenario): boolean {
  return scenario.reason !== undefined && scenario.outcome !== 'not-claimed';
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
