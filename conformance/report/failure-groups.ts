import { atMost, counted } from './difference.ts';
import { defined } from '../base/errors.ts';
import { type Cause, causeOf, costOf } from './cause.ts';
import { grouped } from '../base/grouped.ts';
import { isUnexcused, type RunOutcome } from './outcome.ts';
import type { Outcome, ScenarioResult } from './result.ts';

/** Failures with the same cause. */
export interface FailureGroup {
  readonly cause: Cause;
  /** The failure that is shown: one that judges, with the fewest requests. */
  readonly example: ScenarioResult;
  readonly failed: readonly ScenarioResult[];
  /** Scenarios that could not be judged because of this cause. */
  readonly dependents: readonly ScenarioResult[];
  /** The clauses of these scenarios. */
  readonly clauses: readonly string[];
  /** Those among them that nothing else keeps from conforming. */
  readonly frees: readonly string[];
}

/**
 * What to fix first: the failures that the baseline does not accept, grouped by cause. Those that keep the most clauses
 * from conforming come first, then those with the most scenarios.
 */
export function failureGroups({ results, baseline }: RunOutcome): readonly FailureGroup[] {
  // A scenario that is lost without a request of its own has nothing to show.
  const failures = results.filter(
    (result) =>
      isUnexcused(result, baseline) || (result.outcome === 'lost' && result.exchanges.length > 0),
  );
  const dependents = byCause(results.filter(({ depends_on }) => depends_on !== undefined));
  const keys = keysByClause(results);
  const groups = [...byCause(failures)].map(([key, failed]) => {
    const example = failed.reduce((a, b) => (effortOf(b) < effortOf(a) ? b : a));
    const kept = dependents.get(key) ?? [];
    const clauses = [...new Set([...failed, ...kept].flatMap(({ scenario }) => scenario.clauses))];
    const frees = clauses.filter((clause) => keys.get(clause)?.length === 1);
    return { cause: causeIn(example), example, failed, dependents: kept, clauses, frees };
  });
  return groups.toSorted((a, b) => b.frees.length - a.frees.length || sizeOf(b) - sizeOf(a));
}

/** Number of scenarios that the cause of a group ended. */
export function sizeOf({ failed, dependents }: FailureGroup): number {
  return failed.length + dependents.length;
}

/** The cause of a group, and how much it ended: `2 clauses, 3 scenarios (1 incomplete): POST /a answered 500`. */
export function headline(group: FailureGroup): string {
  const { cause, dependents, clauses, frees } = group;
  const alone = frees.length === clauses.length ? '' : `, ${frees.length} by nothing else`;
  const kept = dependents.length === 0 ? '' : ` (${dependents.length} incomplete)`;
  const what = sizeOf(group) === 1 ? cause.detail : cause.title;
  return `${counted(clauses.length, 'clause')}${alone}, ${counted(sizeOf(group), 'scenario')}${kept}: ${what}`;
}

/** The clauses of a group but those of its example, at most so many, and how many more there are. */
export function otherClauses({ clauses, example }: FailureGroup, most: number): readonly string[] {
  const others = clauses.filter((clause) => !example.scenario.clauses.includes(clause));
  return atMost(others, most, (more) => `${more} more`);
}

const unsuccessful: ReadonlySet<Outcome> = new Set(['failed', 'broken', 'lost', 'incomplete']);

/** What keeps each clause from conforming: the keys of causes, and the reasons of what could not be judged. */
function keysByClause(results: readonly ScenarioResult[]): ReadonlyMap<string, readonly string[]> {
  // A hook that is missing leaves the verdict to the other scenarios of a clause.
  const ended = results.filter(
    ({ outcome, missing_hook }) => unsuccessful.has(outcome) && missing_hook === undefined,
  );
  return grouped(
    ended.flatMap((result) => {
      const key = causeOf(result)?.key ?? `${result.reason}`;
      return result.scenario.clauses.map((clause) => [clause, key] as const);
    }),
  );
}

function byCause(
  results: readonly ScenarioResult[],
): ReadonlyMap<string, readonly ScenarioResult[]> {
  return grouped(results.map((result) => [causeIn(result).key, result]));
}

function causeIn(result: ScenarioResult): Cause {
  return defined(causeOf(result), 'cause of a failure');
}

/** What a reader has to look at; most if the scenario only observes. */
function effortOf(result: ScenarioResult): number {
  return result.scenario.silent ? Infinity : costOf(result);
}
