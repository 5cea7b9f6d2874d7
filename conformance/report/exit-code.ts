import type { ScenarioResult } from '../run/result.ts';
import type { BaselineOutcome } from './baseline.ts';

/** The exit codes of the kit. */
export const exit_codes = {
  conformant: 0,
  failed: 1,
  usage: 2,
  incomplete: 3,
  lost: 4,
  broken: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit_codes)[keyof typeof exit_codes];

/** The exit code of a run; the graver trouble wins, and no baseline excuses a broken kit or a lost target. */
export function exitCodeOf(
  results: readonly ScenarioResult[],
  baseline: BaselineOutcome,
): ExitCode {
  const outcomes = new Set(results.map((result) => result.outcome));
  const failed = results.some(
    (result) => result.outcome === 'failed' && !baseline.excused.has(result.scenario.id),
  );
  if (outcomes.has('interrupted')) return exit_codes.interrupted;
  if (outcomes.has('broken')) return exit_codes.broken;
  if (outcomes.has('lost')) return exit_codes.lost;
  if (failed || baseline.stale.length > 0) return exit_codes.failed;
  if (outcomes.has('incomplete')) return exit_codes.incomplete;
  const ran = results.some((result) => result.outcome !== 'not-claimed');
  return ran ? exit_codes.conformant : exit_codes.incomplete;
}
