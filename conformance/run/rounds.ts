import { defined } from '../base/assert.ts';
import { countFailures } from '../report/progress.ts';
import { bailPrefix, type OnResult, type Outcome, type ScenarioResult } from '../report/result.ts';
import type { WorkerPool } from './pool.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';

/** How often the scenarios run, and what ends the run early. */
export interface RoundOptions {
  /** Number of rounds. */
  readonly repeat: number;
  /** Number of failures after which no more scenarios are started; absent: no limit. */
  readonly bail?: number;
  /** True for a failure that counts towards `bail`. */
  readonly isFailure: (result: ScenarioResult) => boolean;
}

/** The worst outcome of several rounds is the first of these. */
const worstFirst: readonly Outcome[] = [
  'broken',
  'lost',
  'interrupted',
  'failed',
  'incomplete',
  'not-allowed',
  'not-claimed',
  'observed',
  'passed',
];

/** Outcomes after which another round makes no sense. */
const final: ReadonlySet<Outcome> = new Set(['lost', 'interrupted']);

/**
 * Runs the scenarios once or several times, until enough of them have failed. Returns one result for each scenario, the
 * worst of all rounds. A scenario that was not run because of `bail` is incomplete.
 */
export async function runRounds(
  pool: WorkerPool,
  suiteRun: SuiteRun,
  options: RoundOptions,
): Promise<readonly ScenarioResult[]> {
  const failures = countFailures(options.isFailure);
  let bailedAfter: number | undefined;
  const hasBailed = (): boolean => bailedAfter !== undefined;
  const onResult: OnResult = (result) => {
    suiteRun.onResult?.(result);
    failures.add(result);
    const failed = failures.failed();
    if (options.bail !== undefined && failed >= options.bail) bailedAfter ??= failed;
    if (hasBailed()) pool.stop();
  };
  const isStopping = (): boolean => suiteRun.isStopping?.() === true || hasBailed();
  const rounds: (readonly ScenarioResult[])[] = [];
  while (rounds.length < options.repeat) {
    const results = await runSuite(pool, { ...suiteRun, onResult, isStopping });
    rounds.push(results);
    if (hasBailed() || results.some(({ outcome }) => final.has(outcome))) break;
  }
  const merged = mergedRounds(rounds);
  // A run that the user has stopped is interrupted, whatever failed before.
  if (bailedAfter === undefined || suiteRun.isStopping?.() === true) return merged;
  const reason = `${bailPrefix} ended the run after ${bailedAfter} ${bailedAfter === 1 ? 'failure' : 'failures'}`;
  return merged.map((result) =>
    result.outcome === 'interrupted' ? { ...result, outcome: 'incomplete', reason } : result,
  );
}

/** The worst result of each scenario; with all outcomes if they differ. */
function mergedRounds(rounds: readonly (readonly ScenarioResult[])[]): readonly ScenarioResult[] {
  const [first = [], ...later] = rounds;
  return first.map((result) => {
    const { id } = result.scenario;
    const same = later.flatMap((round) => round.find(({ scenario }) => scenario.id === id) ?? []);
    const all = [result, ...same];
    const outcomes = all.map(({ outcome }) => outcome);
    const worst = defined(
      worstFirst.find((outcome) => outcomes.includes(outcome)),
      'outcome of a scenario',
    );
    const shown = defined(
      all.find(({ outcome }) => outcome === worst),
      'worst result',
    );
    const judged = outcomes.filter((outcome) => outcome !== 'interrupted');
    return new Set(judged).size > 1 ? { ...shown, outcomes: judged } : shown;
  });
}
