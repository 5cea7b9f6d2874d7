import { TargetLost, UsageError } from '../base/errors.ts';
import { needsIntake as haveIntake } from '../fuzz/outcome.ts';
import { writeSummary } from '../report/console.ts';
import { counted } from '../report/difference.ts';
import { type Delivery, writeReports } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { judgeRun, type RunDescription } from '../report/outcome.ts';
import { type Progress, showProgress } from '../report/progress.ts';
import { notRun, type OnResult, type Outcome, type ScenarioResult } from '../report/result.ts';
import { isAlone, needsIntake } from '../run/claims.ts';
import type { WorkerPool } from '../run/pool.ts';
import { lacksRefresh } from '../run/run-suite.ts';
import {
  describeRun,
  type CommandContext,
  type Frame,
  writeLeftovers,
  writeStderr,
} from './frame.ts';
import { type GithubOutput, githubOutput } from './github-output.ts';
import { startTarget, withTarget } from './live-target.ts';
import { dayOf, runChecks, type RunFrame, type SuiteResults } from './run-checks.ts';
import { runPage } from './run-page.ts';
import { poolFor } from './run-pool.ts';
import { checksOf, conditionsOf, type RunFlags, type RunPlan } from './run-plan.ts';
import { allowGlobalFlag, shellLine } from '../report/shell.ts';

/** From this many scenarios on, the waits for writes to become visible are worth a hint. */
const manyScenarios = 10;

/** A second server is started for at least so many scenarios that must run alone, beside as many others. */
const fewestForSecond = 3;

/** Runs the scenarios of a plan, reports on them, and returns the exit code. */
export async function executeRun(
  plan: RunPlan,
  context: CommandContext,
  frame: Frame,
): Promise<ExitCode> {
  const { output } = frame;
  const github = githubOutput(context, output);
  const progress = announce(plan, frame);
  const seen = new Map<string, ScenarioResult>();
  const onResult: OnResult = (result) => {
    seen.set(result.scenario.id, result);
    progress.onResult(result);
  };
  const page = await runPage(plan, context);
  const conclude = concluding(plan, context, { ...frame, github, page });
  const baseUrl = plan.settings.source.baseUrl ?? '';
  const soFar = (outcome: Outcome, reason: string): SuiteResults => {
    const planned = checksOf(plan).map((one) => seen.get(one.id) ?? notRun(one, outcome, reason));
    const rewritten = [...seen.values()].filter(({ rewriting }) => rewriting !== undefined);
    return { results: [...planned, ...rewritten], base_url: baseUrl, stderr: '', leftovers: [] };
  };
  frame.interrupt.onForce(() => conclude(soFar('interrupted', 'the run was stopped twice')));
  try {
    const onMore = (count: number): void => progress.expect(count);
    const suite = await runScenarios(plan, context, { ...frame, onResult, onMore }).finally(() =>
      progress.stop(),
    );
    return conclude(suite);
  } catch (error) {
    if (error instanceof UsageError) {
      github.release();
      throw error;
    }
    // Whatever ends the run, its results so far are reported.
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return conclude(soFar('broken', reason));
  }
}

/** Returns the function that reports on the results of a run, and returns its exit code. */
function concluding(
  plan: RunPlan,
  { streams }: CommandContext,
  frame: Frame & { readonly github: GithubOutput; readonly page: Delivery['page'] },
): (suite: SuiteResults) => ExitCode {
  const { output, masker, interrupt, github, page } = frame;
  return (suite) => {
    const run = descriptionOf(plan, frame, suite);
    const today = dayOf(frame.started_ms);
    const judged = judgeRun(run, suite.results, { ...plan, today });
    const { interrupted } = exitCodes;
    const outcome = interrupt.isStopping() ? { ...judged, exit_code: interrupted } : judged;
    if (outcome.exit_code !== exitCodes.conformant) writeStderr(output, suite.stderr);
    writeLeftovers(output, suite.leftovers);
    // Most scenarios that pass have written something; on a server that refuses to create an index none has waited.
    const passed = suite.results.filter(({ outcome }) => outcome === 'passed').length;
    const waited = lacksRefresh(plan.settings.profile) && passed >= manyScenarios;
    writeSummary(output, outcome, { ledger: plan.ledger, detail: plan.detail, waited });
    const { destinations } = plan;
    const unwritten = writeReports(outcome, { destinations, out: streams.out, masker, page });
    for (const line of unwritten) streams.err.write(`${line}\n`);
    github.finish(outcome, destinations);
    return unwritten.length > 0 ? exitCodes.unwritten : outcome.exit_code;
  };
}

/** Says what is about to run, and follows it. */
function announce(plan: RunPlan, { output, id }: Frame): Progress {
  const { scenarios, values, settings, flags, detail, notices } = plan;
  const rounds = flags.repeat ?? 1;
  const target = settings.source.baseUrl ?? 'the spawned server';
  const times = rounds === 1 ? '' : ` ${rounds} times`;
  const what = `${counted(scenarios.length, 'scenario')}${times} against ${target} (profile ${settings.profile.name}, run ${id})`;
  const lines = detail === 'quiet' ? [] : [what, ...notices];
  for (const line of lines) output.write(`${line}\n`);
  const total = scenarios.length * rounds + values.properties.length + values.unclaimed.length;
  return showProgress(output, { total, detail });
}

/** The flags that select what runs, as text; empty if all of it runs. */
function selectionFlags({ tags, ...lists }: RunFlags): string {
  const names = ['chapter', 'clause', 'scenario', 'rewriting', 'exclude'] as const;
  const flags = names.flatMap((name) =>
    lists[name].length === 0 ? [] : [`--${name}`, ...lists[name]],
  );
  return shellLine([...flags, ...(tags === undefined ? [] : ['--tags', tags])]);
}

function descriptionOf(
  { settings, flags, values }: RunPlan,
  frame: Frame,
  { base_url, rewritings }: SuiteResults,
): RunDescription {
  // The same target, and as much allowed on it.
  const again = [settings.again, ...(flags.allowGlobal === true ? [allowGlobalFlag] : [])].join(
    ' ',
  );
  const selection = selectionFlags(flags);
  const isSeeded = values.properties.length > 0 || rewritings !== undefined;
  return {
    ...describeRun(frame, { ...settings, again }, base_url),
    ...(selection === '' ? {} : { selection }),
    ...(flags.shard === undefined ? {} : { shard: `${flags.shard.index}/${flags.shard.count}` }),
    ...(isSeeded ? { seed: values.seed } : {}),
    ...(rewritings === undefined ? {} : { rewritings }),
    ...(flags.failOn.length === 0 ? {} : { fail_on: flags.failOn }),
  };
}

/** Runs all scenarios; if the server cannot be reached, the outcome of each is `lost`. */
async function runScenarios(
  plan: RunPlan,
  context: CommandContext,
  frame: Frame & Pick<RunFrame, 'onResult' | 'onMore'>,
): Promise<SuiteResults> {
  const { settings, ledger, scenarios, values } = plan;
  // With --spawn there is no base URL before the server runs.
  const none = { base_url: settings.source.baseUrl ?? '', stderr: '', leftovers: [] };
  if (scenarios.length + values.properties.length === 0) return { ...none, results: [] };
  const { isStopping } = frame.interrupt;
  const intake = needsIntake(scenarios, ledger) || haveIntake(values.properties);
  const options = { isStopping, needsIntake: intake };
  const pool = poolFor(plan, context, frame);
  // A server takes as long to start as the steps take to load.
  if (settings.source.baseUrl === undefined) pool.warmUp();
  try {
    return await withTarget(settings, options, async (live) => {
      const starting = needsSecond(plan, pool) ? startTarget(settings, options) : undefined;
      // Some servers cannot run twice, for example because both would need the same folder.
      const second = starting?.catch((error: unknown) => {
        if (!(error instanceof TargetLost)) throw error;
        return undefined;
      });
      try {
        return await runChecks(live, plan, { ...frame, pool, second });
      } finally {
        // The processes end while the servers are stopped.
        void pool.close();
        await (await second)?.stop();
      }
    });
  } catch (error) {
    if (!(error instanceof TargetLost)) throw error;
    return { ...none, results: checksOf(plan).map((one) => notRun(one, 'lost', error.message)) };
  } finally {
    await pool.close();
  }
}

/** True if scenarios that must run alone get a server of their own, so that the others need not wait for them. */
function needsSecond(plan: RunPlan, { size }: WorkerPool): boolean {
  const { flags, scenarios } = plan;
  const conditions = conditionsOf(plan);
  const alone = scenarios.filter((scenario) => isAlone(scenario, conditions)).length;
  const others = scenarios.length - alone;
  // Without a free port, the second server would be in the way of the first.
  const canStart = flags.spawn?.includes('{port}') === true && size > 1;
  return canStart && Math.min(alone, others) >= fewestForSecond;
}
