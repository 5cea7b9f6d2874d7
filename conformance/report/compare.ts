import { oneLine, atMost, flat } from './difference.ts';
import { grouped } from '../base/grouped.ts';
import { type OpenQuestion, openQuestions, withBodies } from './matrix-answers.ts';
import { rowsOf, type Report, type ReportedScenario, type ReportedRun } from './read-report.ts';
import type { Outcome } from './result.ts';
import { code, prose } from './markdown.ts';

/** What became of a scenario between two runs. */
export type ChangeKind = 'regressed' | 'fixed' | 'changed';

/** A scenario whose result differs between two runs. */
export interface ScenarioChange {
  readonly kind: ChangeKind;
  readonly scenario: ReportedScenario;
  readonly before: string;
  readonly after: string;
  /** Why it does not succeed now; empty if it does. */
  readonly detail: string;
}

/** How two runs differ. */
export interface Comparison {
  readonly changes: readonly ScenarioChange[];
  /** Scenarios that only one of the runs has. */
  readonly onlyBefore: readonly ReportedScenario[];
  readonly onlyAfter: readonly ReportedScenario[];
  /** Of those only before, the scenarios that succeeded, if the same version of the kit has run: it left them out. */
  readonly missing: readonly ReportedScenario[];
  /** Questions that the specification leaves open and the runs answer differently. */
  readonly answers: readonly OpenQuestion[];
}

const ranks: Readonly<Record<Outcome, 'good' | 'bad' | 'out'>> = {
  passed: 'good',
  observed: 'good',
  failed: 'bad',
  incomplete: 'bad',
  broken: 'bad',
  lost: 'bad',
  interrupted: 'bad',
  'not-claimed': 'out',
  'not-allowed': 'out',
};

/**
 * Compares two reports, scenario by scenario. A scenario regressed if it succeeded and does not any more, or could not be
 * judged and fails now; it is fixed if it succeeds now. A failure that the second baseline accepts is only a change, and
 * so is everything about scenarios that one of the runs did not claim.
 */
export function compareReports(before: Report, after: Report): Comparison {
  const old = keyed(before.scenarios);
  const young = keyed(after.scenarios);
  const columns = [
    { name: 'before', report: before },
    { name: 'after', report: after },
  ];
  const onlyBefore = [...old].flatMap(([key, scenario]) => (young.has(key) ? [] : [scenario]));
  const isSameKit = before.run.version === after.run.version;
  return {
    changes: [...young].flatMap(([key, scenario]) => {
      const previous = old.get(key);
      const kind = previous && changeOf(previous, scenario);
      return previous === undefined || kind === undefined ? [] : [change(kind, previous, scenario)];
    }),
    onlyBefore,
    onlyAfter: [...young].flatMap(([key, scenario]) => (old.has(key) ? [] : [scenario])),
    // Which are sent in another way depends on time.
    missing: onlyBefore.filter(
      ({ outcome, rewriting }) => isSameKit && ranks[outcome] === 'good' && rewriting === undefined,
    ),
    answers: openQuestions(columns, rowsOf(columns), withBodies),
  };
}

/** Lines change between versions of the kit: a scenario is known by its file, its name and its place among equal ones. */
function keyed(scenarios: readonly ReportedScenario[]): ReadonlyMap<string, ReportedScenario> {
  const groups = grouped(
    scenarios.map((one) => [`${one.id.replace(/:\d+(?=~|$)/, '')} ${one.name}`, one] as const),
  );
  return new Map(
    [...groups].flatMap(([name, own]) => own.map((one, at) => [`${name} ${at}`, one] as const)),
  );
}

function changeOf(before: ReportedScenario, after: ReportedScenario): ChangeKind | undefined {
  const [old, young] = [ranks[before.outcome], ranks[after.outcome]];
  if (old === 'good' && young === 'good') return undefined;
  if (old === 'bad' && young === 'good') return 'fixed';
  const isSame = before.outcome === after.outcome && before.fingerprint === after.fingerprint;
  if (isSame) return undefined;
  return isWorse(before, after) && !after.excused ? 'regressed' : 'changed';
}

/** True if what succeeded does not any more, or what was not judged fails. */
function isWorse(before: ReportedScenario, after: ReportedScenario): boolean {
  if (ranks[before.outcome] === 'good') return ranks[after.outcome] === 'bad';
  const wasFailure = before.outcome === 'failed' || ranks[before.outcome] === 'out';
  return !wasFailure && after.outcome === 'failed';
}

function change(
  kind: ChangeKind,
  before: ReportedScenario,
  after: ReportedScenario,
): ScenarioChange {
  const isBad = ranks[after.outcome] === 'bad';
  const { failure, reason = '' } = after;
  const text =
    failure === undefined
      ? reason
      : `${failure.message}: ${failure.differences[0] ?? `expected ${oneLine(failure.expected)}, got ${oneLine(failure.got)}`}`;
  return {
    kind,
    scenario: after,
    before: stateOf(before),
    after: stateOf(after),
    detail: isBad ? oneLine(text) : '',
  };
}

function stateOf({ outcome, excused }: ReportedScenario): string {
  return excused ? `${outcome} (known)` : outcome;
}

/** Limit on the lines of one kind. */
const maxLines = 200;

/** The formats of a comparison. */
export const compareFormats = ['text', 'markdown'] as const;

/** One of them. */
export type CompareFormat = (typeof compareFormats)[number];

/** A comparison and the names and runs of its sides. */
interface ComparedSides {
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

const styles: Readonly<Record<CompareFormat, Style>> = {
  text: {
    heading: (text) => ['', `${text}:`],
    item: (text) => `  ${text}`,
    detail: (text) => `      ${text}`,
    code: flat,
    prose: flat,
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
  const shown = atMost(entries, maxLines, (more) => [style.item(`and ${more} more`)]);
  return [...style.heading(style.prose(title)), ...shown.flat()];
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
