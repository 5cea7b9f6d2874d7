import type { Outcome, ScenarioResult } from './result.ts';

/** The failures of a run so far. */
export interface FailureCount {
  add(result: ScenarioResult): void;
  /** Scenarios that failed. */
  failed(): number;
  /** Scenarios that could not judge. */
  incomplete(): number;
}

const failures: ReadonlySet<Outcome> = new Set(['failed', 'broken']);

/** True for a result that failed, whether it judged or not; a lost server has failed nothing. */
export function isFailure({ outcome }: ScenarioResult): boolean {
  return failures.has(outcome);
}

/** Returns a counter of the failures for which `isCounted` is true, and of scenarios that could not judge. */
export function countFailures(isCounted: (result: ScenarioResult) => boolean): FailureCount {
  let failed = 0;
  let incomplete = 0;
  return {
    add(result) {
      if (result.outcome === 'incomplete') incomplete += 1;
      if (isFailure(result) && isCounted(result)) failed += 1;
    },
    failed: () => failed,
    incomplete: () => incomplete,
  };
}
