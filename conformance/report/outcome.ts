import type { Clause, Ledger } from '../../spec/clauses.ts';
import type { Outcome, ScenarioResult } from './result.ts';
import { applyBaseline, type BaselineOutcome, type KnownFailure } from './baseline.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { type ClauseVerdict, verdictsOf } from './verdict.ts';

/** How a run was made; texts without secrets. */
export interface RunDescription {
  readonly id: string;
  readonly version: string;
  readonly base_url: string;
  readonly profile: string;
  /** What the profile knows of its implementation, by the id of a clause. */
  readonly notes: Readonly<Record<string, string>>;
  readonly started_at: string;
  readonly duration_ms: number;
  /** The flags that run a scenario again, without the selection. */
  readonly again: string;
}

/** Everything that a report tells. */
export interface RunOutcome {
  readonly run: RunDescription;
  readonly results: readonly ScenarioResult[];
  readonly verdicts: readonly ClauseVerdict[];
  readonly baseline: BaselineOutcome;
  /** Clauses that were named one by one and that no scenario judges. */
  readonly unjudged: readonly Clause[];
  readonly counts: Counts;
  readonly exit_code: ExitCode;
}

/** Scenarios by what a reader of a CI wants to know. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a run is judged by. */
export interface Judging {
  readonly ledger: Ledger;
  readonly baseline: readonly KnownFailure[];
  readonly unjudged: readonly Clause[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

const countedAs: Readonly<Record<Outcome, keyof Counts>> = {
  passed: 'passed',
  observed: 'passed',
  failed: 'failed',
  broken: 'failed',
  lost: 'failed',
  incomplete: 'skipped',
  'not-claimed': 'skipped',
  interrupted: 'skipped',
};

/** Judges the results of a run: verdicts, baseline, counts and exit code. */
export function judgeRun(
  run: RunDescription,
  results: readonly ScenarioResult[],
  judging: Judging,
): RunOutcome {
  const baseline = applyBaseline(judging.baseline, results, judging.today);
  const plain = exitCodeOf(results, baseline);
  return {
    run,
    results,
    verdicts: verdictsOf(judging.ledger, results),
    baseline,
    unjudged: judging.unjudged,
    counts: countsOf(results, baseline),
    exit_code: plain === 0 && judging.unjudged.length > 0 ? 3 : plain,
  };
}

/** True for a failure that no baseline excuses. */
export function isUnexcused(result: ScenarioResult, baseline: BaselineOutcome): boolean {
  return countedAs[result.outcome] === 'failed' && !baseline.excused.has(result.scenario.id);
}

function countsOf(results: readonly ScenarioResult[], baseline: BaselineOutcome): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const result of results) {
    const excused = baseline.excused.has(result.scenario.id);
    counts[excused ? 'skipped' : countedAs[result.outcome]] += 1;
  }
  return counts;
}
