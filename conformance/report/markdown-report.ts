import { baselineLines, skippedLines } from './console.ts';
import {
  type FailureGroup,
  failureGroups,
  headline,
  otherClauses,
  sizeOf,
} from './failure-groups.ts';
import { counterexampleFacts } from './counterexample-block.ts';
import { verdictWords } from './exit-code.ts';
import { code, fenced, prose } from './markdown.ts';
import type { RunDescription, RunOutcome } from './outcome.ts';
import { tallyLines } from './clause-lines.ts';

/** Limit on the causes that are described. */
const maxGroups = 20;

/** Limit on the characters of a value, and on the clauses that are named. */
const maxValue = 300;
const maxNamed = 40;

/** The report as Markdown, for a job summary or a comment: what failed by cause, what was not judged, and the tally. */
export function markdownReport(outcome: RunOutcome): string {
  const { run, counts } = outcome;
  const groups = failureGroups(outcome);
  const more = groups.length - maxGroups;
  const skipped = skippedLines(outcome);
  const count = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${counts.observed} observed`;
  const lines = [
    `# Conformance of ${prose(run.profile)}: ${verdictWords(outcome.exit_code, outcome.baseline.excused.size)}`,
    '',
    `${count} (${(run.duration_ms / 1000).toFixed(1)} s, kit ${prose(run.version)}, run ${prose(run.id)})`,
    '',
    ...baselineLines(outcome).map((line) => `- ${prose(line)}`),
    ...outcome.unjudged.map(({ id }) => `- no scenario judges ${code(id)}`),
    ...(groups.length === 0 ? [] : ['', '## Failures']),
    ...groups.slice(0, maxGroups).flatMap((group) => groupLines(group, run)),
    ...(more > 0 ? ['', `${more} more causes are in the JSON report.`] : []),
    ...(skipped.length === 0 ? [] : ['', '## Not judged', '']),
    ...skipped.map((line) => `- ${prose(line)}`),
    '',
    '## Clauses',
    '',
    '```text',
    ...tallyLines(outcome.verdicts),
    '```',
  ];
  return `${lines.join('\n').replaceAll(/\n{3,}/g, '\n\n')}\n`;
}

function groupLines(group: FailureGroup, run: RunDescription): readonly string[] {
  const { scenario, failure, reason } = group.example;
  const others = otherClauses(group, maxNamed);
  const values =
    failure === undefined
      ? [`- ${code(cut(reason ?? group.cause.title))}`]
      : [
          `- step: ${code(failure.step)}`,
          `- expected: ${code(cut(failure.expected))}`,
          `- got: ${code(cut(failure.got))}`,
        ];
  return [
    '',
    `### ${prose(sizeOf(group) === 1 ? group.cause.detail : headline(group))}`,
    '',
    `- ${scenario.clauses.map(code).join(', ')}: ${prose(scenario.name)} (${code(scenario.id)})`,
    ...values,
    ...counterexampleLines(group, run),
    ...(others.length === 0 ? [] : [`- also: ${others.map(code).join(', ')}`]),
  ];
}

/** The rewriting, or the value and a scenario to paste, with the command that replays it. */
function counterexampleLines({ example }: FailureGroup, run: RunDescription): readonly string[] {
  const { sent, value, again, scenario } = counterexampleFacts(example, run);
  if (sent !== undefined) return [`- sent ${code(sent)}`, `- again: ${code(again ?? '')}`];
  if (value === undefined || again === undefined || scenario === undefined) return [];
  return [`- value: ${code(cut(value))}`, `- again: ${code(again)}`, '', ...fenced(scenario), ''];
}

function cut(text: string): string {
  return text.length <= maxValue ? text : `${text.slice(0, maxValue)}…`;
}
