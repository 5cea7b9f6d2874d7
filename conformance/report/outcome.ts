import type { Clause, Ledger } from '../../spec/clauses.ts';
import type { Outcome, ScenarioResult } from './result.ts';
import { applyBaseline, type BaselineEntry, type BaselineOutcome } from './baseline.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { withDependents } from './cause.ts';
import { type ClauseVerdict, verdictsOf } from './verdict.ts';

/**
 * The results, where a request that was refused is judged after all if the server has accepted, in other requests of the
 * run, everything in it that the specification does not show: then that is not why it was refused.
 */
export function withAcceptedExtras(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  const accepted = new Set(results.flatMap((result) => result.accepted ?? []));
  return results.map((result) => {
    const { unless, reason: _, missing_extras = [], ...rest } = result;
    if (unless === undefined || !missing_extras.every((name) => accepted.has(name))) return result;
    return { ...rest, ...unless };
  });
}

/** What can fail a run in addition to failed clauses. */
export const failOnKinds = ['server-errors'] as const;

/** One of them. */
export type FailOn = (typeof failOnKinds)[number];

/** How many scenarios were sent in another way, and which pairs of a rewriting and a chapter that covers. */
export interface RewritingCoverage {
  readonly applied: number;
  readonly pairs: { readonly covered: number; readonly possible: number };
}

/** The description of a run; without secrets. */
export interface RunDescription {
  readonly id: string;
  readonly version: string;
  readonly base_url: string;
  readonly profile: string;
  /** Notes of the profile on its implementation, by clause id. */
  readonly notes: Readonly<Record<string, string>>;
  readonly started_at: string;
  readonly duration_ms: number;
  /** The flags that reach the same target again, without the selection. */
  readonly again: string;
  /** The flags of the selection; absent if all was selected. */
  readonly selection?: string;
  /** The part of the selection that ran, such as `1/4`; absent: all of it. */
  readonly shard?: string;
  /** The seed of the generated values; absent if there are none. */
  readonly seed?: number;
  /** The scenarios whose requests were sent in another way; absent if there are none. */
  readonly rewritings?: RewritingCoverage;
  /** What fails the run in addition to failed clauses; absent: nothing. */
  readonly fail_on?: readonly FailOn[];
}

/** Everything that a report shows. */
export interface RunOutcome {
  readonly run: RunDescription;
  readonly results: readonly ScenarioResult[];
  readonly verdicts: readonly ClauseVerdict[];
  readonly baseline: BaselineOutcome;
  /** Clauses that `--clause` names and no scenario judges. */
  readonly unjudged: readonly Clause[];
  /** The scenarios with answers of 500 or more that no clause forbids. */
  readonly serverErrors: readonly ScenarioResult[];
  readonly counts: Counts;
  readonly exit_code: ExitCode;
}

/** Number of scenarios by result, for CI. `observed`: they judge nothing. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly observed: number;
}

/** What judging a run needs. */
export interface JudgeOptions {
  readonly ledger: Ledger;
  readonly baseline: readonly BaselineEntry[];
  readonly unjudged: readonly Clause[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

const countedAs: Readonly<Record<Outcome, keyof Counts>> = {
  passed: 'passed',
  observed: 'observed',
  failed: 'failed',
  broken: 'failed',
  lost: 'skipped',
  incomplete: 'skipped',
  'not-claimed': 'skipped',
  'not-allowed': 'skipped',
  interrupted: 'skipped',
};

/** Judges the results of a run: what depends on a failure, verdicts, baseline, counts and exit code. */
export function judgeRun(
  run: RunDescription,
  all: readonly ScenarioResult[],
  options: JudgeOptions,
): RunOutcome {
  const results = withDependents(withAcceptedExtras(all));
  const baseline = applyBaseline(options.baseline, results, options.today);
  const serverErrors = results.filter((result) => result.serverErrors !== undefined);
  const isForbidden = run.fail_on?.includes('server-errors') === true && serverErrors.length > 0;
  const exitCode = exitCodeOf(results, baseline, isForbidden);
  return {
    run,
    results,
    verdicts: verdictsOf(options.ledger, results),
    baseline,
    unjudged: options.unjudged,
    serverErrors,
    counts: countsOf(results, baseline),
    exit_code: exitCode === 0 && options.unjudged.length > 0 ? 3 : exitCode,
  };
}

/** True for a failure that the baseline does not accept. */
export function isUnexcused(result: ScenarioResult, baseline: BaselineOutcome): boolean {
  return countedAs[result.outcome] === 'failed' && !baseline.excused.has(result.scenario.id);
}

function countsOf(results: readonly ScenarioResult[], baseline: BaselineOutcome): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0, observed: 0 };
  for (const result of results) {
    const excused = baseline.excused.has(result.scenario.id);
    counts[excused ? 'skipped' : countedAs[result.outcome]] += 1;
  }
  return counts;
}
