import { defined } from '../base/assert.ts';
import { type Cause, causeOf } from './cause.ts';
import { costOf } from './dependents.ts';
import { isUnexcused, type RunOutcome } from './outcome.ts';
import type { ScenarioResult } from './result.ts';

/** Failures with the same cause. */
export interface FailureGroup {
  readonly cause: Cause;
  /** The failure that is shown: one that judges, with the fewest requests. */
  readonly example: ScenarioResult;
  readonly failed: readonly ScenarioResult[];
  /** Scenarios that could not be judged because of this cause. */
  readonly dependents: readonly ScenarioResult[];
}

/** The failures that the baseline does not accept, grouped by cause, those with the most scenarios first. */
export function failureGroups({ results, baseline }: RunOutcome): readonly FailureGroup[] {
  // A scenario that is lost without a request of its own has nothing to show.
  const failures = results.filter(
    (result) =>
      isUnexcused(result, baseline) && (result.outcome !== 'lost' || result.exchanges.length > 0),
  );
  const dependents = byCause(results.filter(({ dependsOn }) => dependsOn !== undefined));
  const groups = [...byCause(failures)].map(([key, failed]) => {
    const example = failed.reduce(simpler);
    return { cause: causeIn(example), example, failed, dependents: dependents.get(key) ?? [] };
  });
  return groups.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** Number of scenarios that the cause of a group ended. */
export function sizeOf({ failed, dependents }: FailureGroup): number {
  return failed.length + dependents.length;
}

function byCause(results: readonly ScenarioResult[]): ReadonlyMap<string, ScenarioResult[]> {
  const groups = new Map<string, ScenarioResult[]>();
  for (const result of results) {
    const { key } = causeIn(result);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return groups;
}

function causeIn(result: ScenarioResult): Cause {
  return defined(causeOf(result), 'cause of a failure');
}

function simpler(a: ScenarioResult, b: ScenarioResult): ScenarioResult {
  return effortOf(b) < effortOf(a) ? b : a;
}

/** What a reader has to look at; most if the scenario only observes. */
function effortOf(result: ScenarioResult): number {
  return result.scenario.silent ? Infinity : costOf(result);
}
