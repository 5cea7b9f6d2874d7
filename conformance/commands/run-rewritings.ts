import { inTurn } from '../base/in-turn.ts';
import { defined } from '../base/errors.ts';
import { grouped } from '../base/grouped.ts';
import { now } from '../base/environment.ts';
import type { RewritingCoverage } from '../report/outcome.ts';
import {
  type OnResult,
  type Outcome,
  type ScenarioResult,
  asRewritten,
  type Scenario,
} from '../report/result.ts';
import { isAlone } from '../run/claims.ts';
import type { Rewriting } from '../run/rewriting.ts';
import { type Candidate, candidatesOf, pairOf, roundsOf } from '../run/rewritings.ts';
import type { WorkerPool } from '../run/pool.ts';
import { portions, runSuite } from '../run/run-suite.ts';
import { conditionsOf, type RunPlan, defaultBudget, timeFor } from './run-plan.ts';
import { type AfterScenarios, whyEnded } from './run-values.ts';

/** The share of the time for values that rewritings may take, if they have one. */
const share = 1 / 3;

/** Limit on the scenarios of a job. */
const maxInJob = 6;

/** Outcomes of a scenario that judged nothing, for a reason that is not its own. */
const unjudged: ReadonlySet<Outcome> = new Set(['interrupted', 'not-claimed', 'not-allowed']);

/** Outcomes that say something even if no request was sent in another way. */
const serious: ReadonlySet<Outcome> = new Set(['lost', 'broken']);

/** What the rewritten scenarios of a run need. */
interface RewritingFrame extends AfterScenarios {
  readonly pool: WorkerPool;
  /** Announces further results. */
  readonly onMore: (count: number) => void;
}

/** The results of rewritten scenarios. */
export interface Rewritten {
  readonly results: readonly ScenarioResult[];
  /** Absent if there was nothing to rewrite. */
  readonly coverage?: RewritingCoverage;
}

/**
 * Runs scenarios that have passed once more, with their requests sent in another way: a choice of them, or with
 * `--rewriting` all. Nothing is rewritten if the scenarios were ended early. A scenario of which no request was changed has
 * no result.
 */
export async function runRewritings(plan: RunPlan, frame: RewritingFrame): Promise<Rewritten> {
  const candidates = candidatesOf(plan.rewritings, frame.results);
  if (candidates.length === 0 || whyEnded(frame) !== undefined) return { results: [] };
  const results = new Map<string, ScenarioResult>();
  const failed: ScenarioResult[] = [];
  const keep = (result: ScenarioResult): void => {
    const named = asRewritten(result, defined(result.rewriting, 'rewriting of a result'));
    results.set(named.scenario.id, named);
    frame.onMore(1);
    frame.onResult(named);
  };
  const onResult: OnResult = (result) => {
    // What was sent as it was says nothing, unless the server or the kit was not there any more.
    const isChanged = (result.rewriting?.requests ?? 0) > 0 || serious.has(result.outcome);
    if (unjudged.has(result.outcome) || !isChanged) return;
    if (result.outcome === 'failed') failed.push(result);
    else keep(result);
  };
  const isStopping = (): boolean =>
    frame.interrupt.isStopping() || [...results.values()].some(({ outcome }) => outcome === 'lost');
  const run = plan.flags.rewriting.length > 0 ? runAll : runChoice;
  await run(plan, candidates, { ...frame, onResult, isStopping });
  for (const result of await confirmed(failed, plan, frame)) keep(result);
  return { results: [...results.values()], coverage: coverageOf(candidates, results) };
}

/**
 * The results that failed, after their scenarios have run once more as they are: one that does not pass now says nothing
 * about another way, whatever has changed on the server since it passed.
 */
async function confirmed(
  failed: readonly ScenarioResult[],
  plan: RunPlan,
  { pool, target }: RewritingFrame,
): Promise<readonly ScenarioResult[]> {
  if (failed.length === 0) return [];
  const scenarios = [...new Map(failed.map(({ scenario }) => [scenario.id, scenario])).values()];
  const again = await runSuite(pool, { scenarios, target, conditions: conditionsOf(plan) });
  const passing = new Set(
    again.filter(({ outcome }) => outcome === 'passed').map(({ scenario }) => scenario.id),
  );
  return failed.map((result) => {
    if (passing.has(result.scenario.id)) return result;
    const { failure: _, ...rest } = result;
    return {
      ...rest,
      outcome: 'incomplete',
      reason: 'as it is, the scenario does not pass any more',
    };
  });
}

function coverageOf(
  candidates: readonly Candidate[],
  results: ReadonlyMap<string, ScenarioResult>,
): RewritingCoverage {
  const tried = candidates.filter(({ scenario, rewriting }) =>
    results.has(asRewritten({ scenario }, rewriting).scenario.id),
  );
  const covered = new Set(tried.map(pairOf)).size;
  const possible = new Set(candidates.map(pairOf)).size;
  return { applied: results.size, pairs: { covered, possible } };
}

/** What runs candidates. */
interface Running extends RewritingFrame {
  readonly isStopping: () => boolean;
}

/** Runs every candidate, rewriting by rewriting. */
async function runAll(
  plan: RunPlan,
  candidates: readonly Candidate[],
  { pool, target, onResult, isStopping }: Running,
): Promise<void> {
  const conditions = conditionsOf(plan);
  for (const [rewriting, scenarios] of byRewriting(candidates)) {
    const through = { rewriting: rewriting.id, onResult: marking(rewriting, onResult) };
    await runSuite(pool, { scenarios, target, conditions, ...through, isStopping });
  }
}

/** Runs a choice of those that take a moment and disturb no other, within the time that they have. */
async function runChoice(
  plan: RunPlan,
  candidates: readonly Candidate[],
  running: Running,
): Promise<void> {
  const { pool, target, onResult, elapsed_ms } = running;
  const { budget, seed } = plan.values;
  const until_ms = now() + timeFor(budget, elapsed_ms) * share;
  const isStopping = (): boolean => running.isStopping() || now() >= until_ms;
  const conditions = conditionsOf(plan);
  const isQuick = ({ scenario }: Candidate): boolean =>
    scenario.lasts !== true && scenario.waits !== true && !isAlone(scenario, conditions);
  const most =
    'requests' in budget ? Math.ceil(budget.requests / defaultBudget.requests) : undefined;
  for (const round of roundsOf(candidates.filter(isQuick), seed).slice(0, most)) {
    const jobs = [...byRewriting(round)].flatMap(([rewriting, scenarios]) =>
      portions(scenarios, maxInJob).map((portion) => ({ rewriting, scenarios: portion })),
    );
    await inTurn(jobs, pool.size, async (job) => {
      const { rewriting, scenarios } = job;
      if (isStopping()) return;
      await pool.run({ scenarios, target, rewriting: rewriting.id }, marking(rewriting, onResult));
    });
  }
}

/** Adds the rewriting to results that have none, as no process has run the scenario. */
function marking({ id, clause }: Rewriting, onResult: OnResult): OnResult {
  return (result) => onResult({ rewriting: { id, clause, requests: 0 }, ...result });
}

/** The scenarios of each rewriting. */
function byRewriting(
  candidates: readonly Candidate[],
): ReadonlyMap<Rewriting, readonly Scenario[]> {
  return grouped(candidates.map(({ rewriting, scenario }) => [rewriting, scenario]));
}
