import { inTurn } from '../base/in-turn.ts';
import { present } from '../base/present.ts';
import type { Chapter, Ledger } from '../../spec/clauses.ts';
import { defined } from '../base/errors.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { type Conditions, isAlone, resultWithoutRun } from './claims.ts';
import { maxLasting, maxWaiting, type WorkerPool } from './pool.ts';
import {
  notRun,
  type OnResult,
  type ScenarioResult,
  bailPrefix,
  type Outcome,
  type Scenario,
} from '../report/result.ts';
import { countFailures } from '../report/progress.ts';

/** Limit on the scenarios of a job, so that all workers finish at about the same time. */
const maxInJob = 24;

/** True if scenarios wait until the target makes documents visible by itself, which takes it about a second each time. */
export function waitsForRefresh({ hooks }: Profile): boolean {
  return hooks.refresh === undefined;
}

/** True if a profile does not say how to refresh, nor why that is not possible. */
export function lacksRefresh({ hooks, lacks }: Profile): boolean {
  return hooks.refresh === undefined && !('refresh' in lacks);
}

/** A server that needs this long to notice the end of a keep time delays the run by its waits. */
const longWait_ms = 5000;

/** The scenarios of a run, and what they run against. */
export interface SuiteRun {
  readonly scenarios: readonly Scenario[];
  readonly target: Target;
  /** A second server, for the scenarios that must run alone: they run on it beside the others. Undefined: there is none. */
  readonly ownTarget?: Promise<Target | undefined>;
  /** The id of the rewriting that sends their requests in another way. */
  readonly rewriting?: string;
  readonly conditions: Conditions;
  readonly onResult?: OnResult;
  /** True once the run is being stopped. */
  readonly isStopping?: () => boolean;
}

/**
 * Runs scenarios on a pool: first those that can run in parallel, beginning with the foundations, those that wait beside
 * the others, then the rest one by one; at the same time, if these have a server of their own. Returns one result for each
 * scenario, in their order. Once a target is lost, no more scenarios are started.
 */
export async function runSuite(
  pool: WorkerPool,
  suiteRun: SuiteRun,
): Promise<readonly ScenarioResult[]> {
  const results = new Map<string, ScenarioResult>();
  const keep: OnResult = (result) => {
    results.set(result.scenario.id, result);
    suiteRun.onResult?.(result);
  };
  const ready: Scenario[] = [];
  for (const scenario of suiteRun.scenarios) {
    const withoutRun = resultWithoutRun(scenario, suiteRun.conditions);
    if (withoutRun === undefined) ready.push(scenario);
    else keep(withoutRun);
  }
  const runJob = async (
    scenarios: readonly Scenario[],
    target = suiteRun.target,
  ): Promise<void> => {
    const why = reasonToEnd(results, suiteRun);
    if (why !== undefined) {
      for (const scenario of scenarios) keep(notRun(scenario, why.outcome, why.reason));
      return;
    }
    const { rewriting } = suiteRun;
    await pool.run({ scenarios, target, ...present({ rewriting }) }, keep);
  };
  const { size } = pool;
  const [alone, together] = parted(ready, (entry) => isAlone(entry, suiteRun.conditions));
  const canBeLong = suiteRun.conditions.profile.options.expiry_delay_ms >= longWait_ms;
  const [waiting, others] = parted(together, ({ waits }) => waits === true && canBeLong);
  // A clock that is not moved is waited for.
  const [lasting, busy] = parted(others, ({ lasts, movesClock }) => lasts || movesClock === true);
  const active = jobsOf(busy, suiteRun.conditions);
  // Those that wait for the end of a keep time take the longest.
  const longestFirst = lasting.toSorted(
    (a, b) => Number(b.waits === true) - Number(a.waits === true),
  );
  const [lastingJobs, waitingJobs] = [portions(longestFirst, 1), portions(waiting, 1)];
  const run = (job: readonly Scenario[]): Promise<void> => runJob(job);
  // With one place, there is one scenario at a time.
  const beside =
    size === 1
      ? [inTurn([...lastingJobs, ...waitingJobs, ...active], 1, run)]
      : [
          inTurn(active, size, run),
          inTurn(lastingJobs, Math.min(size, maxLasting), run),
          inTurn(waitingJobs, maxWaiting, run),
        ];
  const runAlone = async (target: Target | undefined): Promise<boolean> => {
    if (target === undefined) return false;
    for (const job of byFile(alone)) await runJob(job, target);
    return true;
  };
  const [haveRunAlone] = await Promise.all([suiteRun.ownTarget?.then(runAlone), ...beside]);
  if (haveRunAlone !== true) await runAlone(suiteRun.target);
  return suiteRun.scenarios.flatMap(({ id }) => results.get(id) ?? []);
}

/** The scenarios for which a condition holds, and the others. */
function parted(
  scenarios: readonly Scenario[],
  condition: (scenario: Scenario) => boolean | undefined,
): readonly [readonly Scenario[], readonly Scenario[]] {
  return [scenarios.filter(condition), scenarios.filter((scenario) => !condition(scenario))];
}

/** Why no more scenarios are started, and their outcome. */
function reasonToEnd(
  results: ReadonlyMap<string, ScenarioResult>,
  { isStopping }: SuiteRun,
): (Pick<ScenarioResult, 'outcome'> & { readonly reason: string }) | undefined {
  if (isStopping?.() === true) return { outcome: 'interrupted', reason: 'the run was stopped' };
  const lost = [...results.values()].find((result) => result.outcome === 'lost');
  if (lost === undefined) return undefined;
  return { outcome: 'lost', reason: defined(lost.reason, 'reason of a lost target') };
}

/** Chapters that nearly every other scenario builds on: what fails there explains the rest. */
const foundations: readonly Chapter[] = ['versioning', 'index', 'search'];

/** Jobs with scenarios of one file each: first those of the foundations in order, then the largest. */
function jobsOf(
  scenarios: readonly Scenario[],
  { ledger, profile }: Conditions,
): readonly (readonly Scenario[])[] {
  // Each has a job of its own if all of them wait until documents are visible.
  const most = waitsForRefresh(profile) ? 1 : maxInJob;
  return byFile(scenarios)
    .flatMap((ofFile) => portions(ofFile, most))
    .toSorted((a, b) => stageOf(a, ledger) - stageOf(b, ledger) || b.length - a.length);
}

/** The scenarios of each file. */
function byFile(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  const files = [...new Set(scenarios.map((scenario) => scenario.uri))];
  return files.map((uri) => scenarios.filter((scenario) => scenario.uri === uri));
}

/** Position of a job among the foundations; their number for any other job. */
function stageOf(scenarios: readonly Scenario[], { byId }: Ledger): number {
  const of = new Set(
    scenarios.flatMap(({ clauses }) => clauses.map((id) => byId.get(id)?.chapter)),
  );
  const stage = foundations.findIndex((chapter) => of.has(chapter));
  return stage < 0 ? foundations.length : stage;
}

/** Divides scenarios into parts of nearly the same size, of at most so many. */
export function portions(
  scenarios: readonly Scenario[],
  most: number,
): readonly (readonly Scenario[])[] {
  const count = Math.ceil(scenarios.length / most);
  const size = Math.ceil(scenarios.length / count);
  return Array.from({ length: count }, (_, at) => scenarios.slice(at * size, (at + 1) * size));
}

/** How often the scenarios run, and what ends the run early. */
interface RoundOptions {
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
