import { placeOf } from './result.ts';
import { skippedLines } from './console.ts';
import { counterexampleFacts } from './counterexample-block.ts';
import { failureGroups, headline } from './failure-groups.ts';
import type { RunOutcome } from './outcome.ts';

/** GitHub shows only so many annotations of a kind for each step. */
const maxAnnotations = 10;

/** Limit on the characters of a message; GitHub cuts longer ones without a word. */
const maxCharacters = 2000;

interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/**
 * The failures as workflow commands, which GitHub Actions shows as annotations: an error for each cause and for each entry
 * of the baseline that is out of date, a warning for each reason why something could not be judged.
 */
export function githubReport(outcome: RunOutcome): string {
  const errors = [...staleAnnotations(outcome), ...failureAnnotations(outcome)];
  const isWarned = outcome.results.some(({ outcome: ended }) => ended === 'incomplete');
  const warnings = isWarned
    ? skippedLines(outcome).filter((line) => /^\d+ incomplete/.test(line))
    : [];
  const shown = [
    ...errors.slice(0, maxAnnotations),
    ...warnings.slice(0, maxAnnotations).map((message): Annotation => {
      return { level: 'warning', title: 'not judged', message };
    }),
  ];
  return shown.map((annotation) => `${commandOf(annotation)}\n`).join('');
}

function staleAnnotations({ baseline }: RunOutcome): readonly Annotation[] {
  const stale = baseline.stale.filter(({ why }) => why !== 'not-found');
  return stale.map(({ entry, why, detail }) => ({
    level: 'error',
    title: `baseline ${why}: ${entry.clause}`,
    message: detail,
  }));
}

function failureAnnotations(outcome: RunOutcome): readonly Annotation[] {
  return failureGroups(outcome).map((group) => {
    const { scenario, failure, reason } = group.example;
    const lines =
      failure === undefined
        ? [reason ?? group.cause.title]
        : [`step: ${failure.step}`, `expected: ${failure.expected}`, `got: ${failure.got}`];
    const judged = `${scenario.clauses.join(', ')}: ${scenario.name}`;
    const { sent, value, again } = counterexampleFacts(group.example, outcome.run);
    const how = sent === undefined ? `value: ${value}` : `sent ${sent}`;
    const found = again === undefined ? [] : [how, `again: ${again}`];
    const message = [judged, ...found, ...lines].join('\n');
    return {
      level: 'error',
      title: headline(group),
      message,
      ...placeOf(scenario),
    };
  });
}

function commandOf({ level, message, ...properties }: Annotation): string {
  const given = Object.entries(properties).map(([name, value]) => {
    return `${name}=${data(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
  });
  return `::${level} ${given.join(',')}::${data(message.slice(0, maxCharacters))}`;
}

/** The line breaks and signs that would end a message, or begin another command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
