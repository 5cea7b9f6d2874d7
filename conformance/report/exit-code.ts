import type { ScenarioResult } from './result.ts';
import { type BaselineOutcome, isExcusable } from './baseline.ts';

/** The exit codes of the kit. */
export const exitCodes = {
  conformant: 0,
  failed: 1,
  usage: 2,
  incomplete: 3,
  lost: 4,
  broken: 5,
  unwritten: 6,
  interrupted: 130,
} as const;

/** The result of a run in a word or two. */
export function verdictWords(code: ExitCode, knownFailures: number): string {
  if (code === exitCodes.conformant)
    return knownFailures > 0 ? 'passed, with known failures' : 'passed';
  return words[code] ?? `ended with exit code ${code}`;
}

const words: Readonly<Partial<Record<number, string>>> = {
  [exitCodes.failed]: 'failed',
  [exitCodes.incomplete]: 'incomplete',
  [exitCodes.lost]: 'the server was lost',
  [exitCodes.interrupted]: 'interrupted',
};

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * The exit code of a run: the most serious problem wins. A baseline does not excuse a broken kit or a lost target, and a
 * run that judged nothing is incomplete; a property that judged nothing is not. `hasForbiddenErrors`: the user wants server errors to fail the run.
 */
export function exitCodeOf(
  results: readonly ScenarioResult[],
  baseline: BaselineOutcome,
  hasForbiddenErrors: boolean,
): ExitCode {
  const outcomes = new Set(results.map((result) => result.outcome));
  const failed = results.some(
    (result) => result.outcome === 'failed' && !baseline.excused.has(result.scenario.id),
  );
  if (outcomes.has('interrupted')) return exitCodes.interrupted;
  if (outcomes.has('broken')) return exitCodes.broken;
  if (outcomes.has('lost')) return exitCodes.lost;
  const isStale = baseline.stale.some(({ why }) => why !== 'not-found');
  if (failed || hasForbiddenErrors || isStale) return exitCodes.failed;
  const hasIncomplete = results.some(
    (result) =>
      result.outcome === 'incomplete' &&
      isExcusable(result) &&
      !baseline.excused.has(result.scenario.id),
  );
  if (hasIncomplete) return exitCodes.incomplete;
  const judged = results.some(
    ({ outcome, scenario }) =>
      outcome === 'passed' || outcome === 'failed' || baseline.excused.has(scenario.id),
  );
  return judged ? exitCodes.conformant : exitCodes.incomplete;
}
