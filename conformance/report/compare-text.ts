import type { ChangeKind, Comparison, ScenarioChange } from './compare.ts';
import { code, prose } from './markdown.ts';
import type { OpenQuestion } from './matrix-answers.ts';
import type { ReportedRun, ReportedScenario } from './read-report.ts';

/** Limit on the lines of one kind. */
const maxLines = 200;

/** The formats of a comparison. */
export const compareFormats = ['text', 'markdown'] as const;

/** One of them. */
export type CompareFormat = (typeof compareFormats)[number];

/** A comparison and the names and runs of its sides. */
export interface ComparedSides {
  readonly comparison: Comparison;
  readonly names: readonly [before: string, after: string];
  readonly runs: readonly [before: ReportedRun, after: ReportedRun];
}

/** How a format writes its parts. */
interface Style {
  readonly heading: (text: string) => readonly string[];
  readonly item: (text: string) => string;
  readonly detail: (text: string) => string;
  readonly code: (text: string) => string;
  readonly prose: (text: string) => string;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const styles: Readonly<Record<CompareFormat, Style>> = {
  text: {
    heading: (text) => ['', `${text}:`],
    item: (text) => `  ${text}`,
    detail: (text) => `      ${text}`,
    code: plain,
    prose: plain,
  },
  markdown: {
    heading: (text) => ['', `## ${text}`, ''],
    item: (text) => `- ${text}`,
    detail: (text) => `  - ${text}`,
    code,
    prose,
  },
};

const titles: Readonly<Record<ChangeKind, string>> = {
  regressed: 'Regressed',
  fixed: 'Fixed',
  changed: 'Changed',
};

/** A comparison as text: what regressed first; the last line counts. */
export function compareText(sides: ComparedSides, format: CompareFormat): string {
  const style = styles[format];
  const { comparison, names } = sides;
  const { changes, onlyBefore, onlyAfter, missing, answers } = comparison;
  const kinds = Object.keys(titles) as ChangeKind[];
  const of = (kind: ChangeKind): readonly ScenarioChange[] =>
    changes.filter((change) => change.kind === kind);
  const title = `${style.prose(names[0])} → ${style.prose(names[1])}`;
  const listed = (scenarios: readonly ReportedScenario[]): readonly (readonly string[])[] =>
    scenarios.map((scenario) => scenarioLines(scenario, style));
  const counts = kinds.map((kind) => `${of(kind).length} ${kind}`).join(', ');
  const absent = missing.length === 0 ? '' : `${missing.length} missing, `;
  const lines = [
    format === 'markdown' ? `# ${title}` : title,
    ...versionLines(sides, style),
    ...kinds.flatMap((kind) =>
      section(
        titles[kind],
        of(kind).map((change) => changeLines(change, style)),
        style,
      ),
    ),
    ...section(
      'Recorded answers that differ',
      answers.map((answer) => answerLines(answer, style)),
      style,
    ),
    ...section(`Only in ${names[0]}`, listed(onlyBefore), style),
    ...section(`Only in ${names[1]}`, listed(onlyAfter), style),
    '',
    `${counts}, ${absent}${answers.length} recorded answers differ`,
  ];
  return `${lines.join('\n')}\n`;
}

function versionLines({ runs: [before, after] }: ComparedSides, style: Style): readonly string[] {
  if (before.version === after.version) return [];
  const versions = `${style.prose(before.version)} and ${style.prose(after.version)}`;
  return ['', `The versions of the kit differ: ${versions}.`];
}

/** A heading and the lines of each entry; nothing without entries. */
function section(
  title: string,
  entries: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  if (entries.length === 0) return [];
  const more = entries.length - maxLines;
  return [
    ...style.heading(style.prose(title)),
    ...entries.slice(0, maxLines).flat(),
    ...(more > 0 ? [style.item(`and ${more} more`)] : []),
  ];
}

function changeLines(
  { scenario, before, after, detail }: ScenarioChange,
  style: Style,
): readonly string[] {
  const [line = ''] = scenarioLines(scenario, style);
  const lines = [`${line}: ${before} → ${after}`];
  return detail === '' ? lines : [...lines, style.detail(style.code(detail))];
}

function scenarioLines({ id, name, clauses }: ReportedScenario, style: Style): readonly string[] {
  const judged = clauses.map((clause) => style.code(clause)).join(', ');
  return [style.item(`${judged}: ${style.prose(name)} (${style.code(id)})`)];
}

function answerLines({ clause, what, answers }: OpenQuestion, style: Style): readonly string[] {
  const [before, after] = answers.map(([answer]) => style.code(answer));
  return [style.item(`${style.code(clause.id)}: ${style.prose(what)}: ${before} → ${after}`)];
}
