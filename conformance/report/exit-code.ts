import type { ScenarioResult } from './result.ts';
import type { BaselineOutcome } from './baseline.ts';

/** The exit codes of the kit. */
export const exitCodes = {
  conformant: 0,
  failed: 1,
  usage: 2,
  incomplete: 3,
  lost: 4,
  broken: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a run: the most serious problem wins. A baseline does not excuse a broken kit or a lost target. */
export function exitCodeOf(
  results: readonly ScenarioResult[],
  baseline: BaselineOutcome,
): ExitCode {
  const outcomes = new Set(results.map((result) => result.outcome));
  const failed = results.some(
    (result) => result.outcome === 'failed' && !baseline.excused.has(result.scenario.id),
  );
  if (outcomes.has('interrupted')) return exitCodes.interrupted;
  if (outcomes.has('broken')) return exitCodes.broken;
  if (outcomes.has('lost')) return exitCodes.lost;
  if (failed || baseline.stale.length > 0) return exitCodes.failed;
  if (outcomes.has('incomplete')) return exitCodes.incomplete;
  const ran = results.some((result) => result.outcome !== 'not-claimed');
  return ran ? exitCodes.conformant : exitCodes.incomplete;
}
