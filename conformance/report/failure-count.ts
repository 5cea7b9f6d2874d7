import { causeOf } from './cause.ts';
import { isRoot } from './dependents.ts';
import type { Outcome, ScenarioResult } from './result.ts';

/** The failures of a run so far, counted as its report will count them. */
export interface FailureCount {
  add(result: ScenarioResult): void;
  /** Scenarios that failed, without those that a failure elsewhere keeps from judging. */
  failed(): number;
  /** Scenarios that could not judge. */
  incomplete(): number;
}

const failures: ReadonlySet<Outcome> = new Set(['failed', 'broken', 'lost']);

/** True for a result that failed, whether it judged or not. */
export function isFailure({ outcome }: ScenarioResult): boolean {
  return failures.has(outcome);
}

/**
 * Returns a counter of the failures for which `isCounted` is true. A scenario that failed at a precondition counts as
 * failed until another one fails by the same cause where it judges; then it is incomplete, as `withDependents` has it.
 */
export function countFailures(isCounted: (result: ScenarioResult) => boolean): FailureCount {
  const roots = new Set<string>();
  const atPrecondition = new Map<string, number>();
  let judged = 0;
  let unjudged = 0;
  const dependents = (isKept: (key: string) => boolean): number =>
    [...atPrecondition].reduce((sum, [key, count]) => (isKept(key) ? sum + count : sum), 0);
  return {
    add(result) {
      const cause = causeOf(result);
      if (cause !== undefined && isRoot(result, cause)) roots.add(cause.key);
      if (result.outcome === 'incomplete') unjudged += 1;
      if (!isFailure(result) || !isCounted(result)) return;
      if (cause === undefined || result.precondition === undefined) judged += 1;
      else atPrecondition.set(cause.key, (atPrecondition.get(cause.key) ?? 0) + 1);
    },
    failed: () => judged + dependents((key) => !roots.has(key)),
    incomplete: () => unjudged + dependents((key) => roots.has(key)),
  };
}
