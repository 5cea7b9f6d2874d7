import type { Ledger } from '../../spec/clauses.ts';
import { now, wallClock } from '../base/environment.ts';
import { present } from '../base/present.ts';
import type { Target } from '../driver/target.ts';
import { applyBaseline } from '../report/baseline.ts';
import type { RewritingCoverage } from '../report/outcome.ts';
import type { OnResult, Outcome, ScenarioResult } from '../report/result.ts';
import { needsOf, sweepDeadRuns, undoHooks } from '../run/leftovers.ts';
import type { WorkerPool } from '../run/pool.ts';
import { runRounds } from '../run/run-suite.ts';
import type { Frame } from './frame.ts';
import type { LiveTarget } from './live-target.ts';
import { conditionsOf, type RunPlan, scenarioProfile } from './run-plan.ts';
import { type Rewritten, runRewritings } from './run-rewritings.ts';
import { runValues, type ValuesFrame } from './run-values.ts';

/** Outcomes of scenarios that are sorted out before the run. */
const neverStarted: ReadonlySet<Outcome> = new Set(['not-claimed', 'not-allowed']);

/** Everything that the scenarios of a run left to report. */
export interface SuiteResults {
  readonly results: readonly ScenarioResult[];
  readonly rewritings?: RewritingCoverage;
  readonly base_url: string;
  readonly stderr: string;
  /** What the hooks changed for the whole server and the kit could not undo. */
  readonly leftovers: readonly string[];
}

/** What the scenarios run with. */
export interface RunFrame extends Frame {
  readonly pool: WorkerPool;
  readonly onResult: OnResult;
  /** Announces further results. */
  readonly onMore: (count: number) => void;
  /** A server for the scenarios that must run alone. */
  readonly second: Promise<LiveTarget | undefined> | undefined;
}

/** Runs the checks of a plan on a target: its scenarios, then some of them in another way, and generated values. */
export async function runChecks(
  { target, stderr, notice }: LiveTarget,
  plan: RunPlan,
  frame: RunFrame,
): Promise<SuiteResults> {
  const { pool, output, started_ms, interrupt, onResult, second } = frame;
  const { flags, ledger, scenarios } = plan;
  if (notice !== undefined) output.write(`${notice}\n`);
  const profile = scenarioProfile(plan);
  const { isStopping } = interrupt;
  // A server that the kit has started holds nothing yet.
  if (flags.spawn === undefined) await sweepDeadRuns(target, profile, wallClock());
  const conditions = conditionsOf(plan);
  const ownTarget = second?.then((live) => live?.target);
  const suiteRun = {
    scenarios,
    target,
    ...present({ ownTarget }),
    conditions,
    onResult,
    isStopping,
  };
  const rounds = {
    repeat: flags.repeat ?? 1,
    ...(flags.bail === undefined ? {} : { bail: flags.bail }),
    isFailure: (result: ScenarioResult) => isNewFailure(result, plan, started_ms),
  };
  const examples_ms = now();
  const examples = await runRounds(pool, suiteRun, rounds);
  const elapsed_ms = now() - examples_ms;
  const after = { ...frame, target, results: examples, elapsed_ms, profile };
  const { rewritten, values } = await runMore(plan, after, await ownTarget);
  const results = [...examples, ...rewritten.results, ...values];
  const needs = hooksUsed(results, ledger);
  const leftovers = await undoHooks(target, profile, needs);
  const { coverage } = rewritten;
  const rewritings = coverage === undefined ? {} : { rewritings: coverage };
  const said = [stderr(), (await second)?.stderr() ?? ''].filter((text) => text !== '').join('\n');
  return { results, ...rewritings, base_url: target.base_url, stderr: said, leftovers };
}

/** Applies rewritings and tries values; at the same time, if there are two servers. */
async function runMore(
  plan: RunPlan,
  after: RunFrame & Omit<ValuesFrame, 'ownTarget' | 'spent_ms'>,
  ownTarget: Target | undefined,
): Promise<{ readonly rewritten: Rewritten; readonly values: readonly ScenarioResult[] }> {
  const start_ms = now();
  const rewriting = runRewritings(plan, after);
  if (ownTarget === undefined) await rewriting;
  const spent_ms = now() - start_ms;
  const trying = runValues(plan, { ...after, ownTarget, spent_ms });
  const [rewritten, values] = await Promise.all([rewriting, trying]);
  return { rewritten, values };
}

/** The hooks that the scenarios may have called: those that their clauses need, and the clock if a step moves it. */
function hooksUsed(results: readonly ScenarioResult[], ledger: Ledger): ReadonlySet<string> {
  const started = results
    .filter(({ outcome, exchanges }) => exchanges.length > 0 || !neverStarted.has(outcome))
    .map(({ scenario }) => scenario);
  const needs = needsOf(
    started.flatMap(({ clauses }) => clauses),
    ledger,
  );
  const movesClock = started.some((scenario) => scenario.movesClock === true);
  return movesClock ? new Set([...needs, 'advance_clock']) : needs;
}

/** True for a failure that the baseline does not accept. */
function isNewFailure(result: ScenarioResult, { baseline }: RunPlan, started_ms: number): boolean {
  if (result.outcome === 'broken') return true;
  if (result.outcome !== 'failed') return false;
  return !applyBaseline(baseline, [result], dayOf(started_ms)).excused.has(result.scenario.id);
}

/** `YYYY-MM-DD`. */
export function dayOf(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(0, 10);
}
