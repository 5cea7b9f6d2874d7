import type { Command } from 'commander';
import { type CommandContext, describeRun, withFrame, type Frame, writeStderr } from './frame.ts';
import { proofExitCodes } from './exit-code-help.ts';
import { listOption, readCount, readScenarioCount } from './flag-values.ts';
import { proveFuzz } from './prove-fuzz.ts';
import { planProof, type ProveFlags, type PreparedProof } from './proof-plan.ts';
import { addTargetFlags } from './target-flags.ts';
import { proofExitCode, proofJson } from '../proof/proof-json.ts';
import { proofLines, proofProgress } from '../proof/proof-console.ts';
import { prove, type ProofResults } from '../proof/prove.ts';
import { judgingIn, scoreOf } from '../proof/score.ts';
import { proveShapes, type RunShaped, type Sent } from '../proof/shapes/prove-shapes.ts';
import { writeReport } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { cpus } from 'node:os';
import { defined } from '../base/errors.ts';
import { clearScrolls, type Lanes, openLanes } from '../proof/lanes.ts';
import { grouped } from '../base/grouped.ts';
import { type ScenarioResult, asRewritten } from '../report/result.ts';
import { needsIntake, resultWithoutRun } from '../run/claims.ts';
import { type PoolOptions, processesBeside } from '../run/pool.ts';
import { portions } from '../run/run-suite.ts';
import { openRunPool } from './run-pool.ts';
import { isClaimed } from '../run/rewritings.ts';
import type { Suite } from '../run/suite.ts';
import { startTarget } from './live-target.ts';

/** Exit codes that the output of the servers may explain. */
const serverTroubles: readonly ExitCode[] = [exitCodes.lost, exitCodes.broken];

/** Runs the suite in front of the correct server, every fault and every variant; returns the exit code. */
async function executeProof(
  prepared: PreparedProof,
  context: CommandContext,
  frame: Frame,
): Promise<ExitCode> {
  const { flags, settings, size } = prepared;
  const { proof, stderr } = await runProof({ prepared, suite: context.suite, frame });
  const scenarios = judgingIn(proof.honest).map(({ scenario }) => scenario);
  const score = scoreOf(scenarios, proof);
  const exitCode = proofExitCode(proof, score);
  if (serverTroubles.includes(exitCode)) writeStderr(context.streams.err, stderr);
  if (flags.json !== undefined) {
    const { id, version, started_at, duration_ms, profile } = describeRun(frame, settings, '');
    const { chapter: chapters, mutation: patterns } = flags;
    const about = { id, version, started_at, duration_ms, profile, chapters, patterns };
    const report = proofJson({ description: about, proof, score, size, exit_code: exitCode });
    const unwritten = writeReport(flags.json, frame.masker.text(report));
    for (const line of unwritten) context.streams.err.write(`${line}\n`);
    if (unwritten.length > 0) return exitCodes.unwritten;
  }
  if (frame.output.isTerminal) frame.output.write('\r\u001b[K');
  for (const line of proofLines(proof, score, size)) frame.output.write(`${line}\n`);
  return exitCode;
}

async function runProof(servers: ProofServers) {
  const { plan, size } = servers.prepared;
  const listener = proofProgress(servers.frame.output, size);
  const ran = await withLanes(servers, async (lanes) => {
    const proof: ProofResults = await prove(plan, lanes, listener);
    return { proof, stderr: lanes.stderr() };
  });
  const { honest, unfit } = ran.proof;
  if (plan.combinations === undefined || unfit.length > 0) return ran;
  const scenarios = judgingIn(honest).map(({ scenario }) => scenario);
  const { combinations } = plan;
  const run = runShapedOn(servers);
  const shapes = await proveShapes({ combinations, scenarios }, run, listener.onShapes);
  return { ...ran, proof: { ...ran.proof, shapes } };
}

/** Defines `prove`: tests the kit itself with faults and variants. */
export function defineProve(command: Command, context: CommandContext): void {
  command
    .option('--faults', 'run only the faults')
    .option('--variants', 'run only the variants')
    .option(
      '--fuzz',
      'run the properties of fuzz instead of scenarios; needs --variants or --derived',
    )
    .option(
      '--every <n>',
      'with --fuzz and --derived: try only every n-th mutation',
      readScenarioCount,
    )
    .option('--derived', 'run only the mutations derived from the OpenAPI description')
    .addOption(
      listOption(
        '--mutation <pattern|name...>',
        'run only derived mutations with these ids (* is any text), or the faults and variants with these names',
      ),
    )
    .addOption(
      listOption(
        '--shape <names...>',
        'run only against the reference in this combination of shapes, separated by commas (see search-reference --help)',
      ),
    )
    .addOption(listOption('--chapter <slug...>', 'run only faults and scenarios of these chapters'))
    .option(
      '--spawn <command>',
      'shell command that starts the correct server (default: the reference, with its intake)',
    )
    .option('--profile <name|file>', 'profile of the correct server', 'reference');
  addTargetFlags(command, (name) => ['intakeUrl', 'intakeCommand'].includes(name))
    .option(
      '--parallel <n>',
      'number of servers and workers (default: two for each processor, at most 16)',
      readCount,
    )
    .option('--json <file>', 'write the figures and the matrix clause × fault × check as JSON')
    .addHelpText('after', proofExitCodes)
    .action(async (flags: ProveFlags) => {
      const plan = await planProof(flags, context);
      await withFrame(context, { secrets: [] }, (frame) =>
        flags.fuzz === true
          ? proveFuzz(plan, context.suite, frame)
          : executeProof(plan, context, frame),
      );
    });
}

/** Scenarios that wait for the clock leave processors idle, so there are more lanes than processors. */
const lanesPerProcessor = 2;
const maxDefaultLanes = 16;

/** The number of lanes for one combination of shapes; several combinations run at the same time. */
const lanesOfShapes = 4;

/** Scenarios of one job: the lanes share them in small parts, as those that wait are not spread evenly. */
const scenariosOfPart = 40;

/** Where the servers of a proof run. */
interface ProofServers {
  readonly prepared: PreparedProof;
  readonly suite: Suite;
  readonly frame: Frame;
}

/** Opens lanes with servers of the proof, calls `use`, and stops the servers. */
async function withLanes<Result>(
  servers: ProofServers,
  use: (lanes: Lanes) => Promise<Result>,
): Promise<Result> {
  const { settings, flags } = servers.prepared;
  const size = flags.parallel ?? Math.min(maxDefaultLanes, cpus().length * lanesPerProcessor);
  const { profile } = settings;
  return withServers(servers, { profile, spawn: spawnOf(servers), size }, use);
}

/** Returns the function that runs scenarios against servers of some shapes. */
function runShapedOn(servers: ProofServers): RunShaped {
  const { settings, plan } = servers.prepared;
  const { ledger } = plan.conditions;
  return async (shapes, sent) => {
    const profile = shapes.reduce((edited, shape) => shape.profile(edited), settings.profile);
    const spawn = `${spawnOf(servers)} --shape ${shapes.map(({ name }) => name).join(',')}`;
    const blockedOf = ({ scenario }: Sent): ScenarioResult | undefined =>
      resultWithoutRun(scenario, { ...plan.conditions, profile });
    const blocked = sent.flatMap((one) => blockedOf(one) ?? []);
    const ready = sent.filter((one) => blockedOf(one) === undefined);
    const byRewriting = grouped(ready.map(({ rewriting, scenario }) => [rewriting, scenario]));
    const jobs = [...byRewriting]
      .filter(([rewriting]) => !rewriting || isClaimed(rewriting, ledger, profile))
      .flatMap(([rewriting, some]) =>
        portions(some, scenariosOfPart).map((part) => ({
          scenarios: part,
          ...(rewriting === undefined ? {} : { rewriting: rewriting.id }),
        })),
      );
    return withServers(servers, { profile, spawn, size: lanesOfShapes }, async (lanes) => {
      const results = await Promise.all(jobs.map((job) => lanes.run(job)));
      return [...blocked, ...results.flat().map(named)];
    });
  };
}

/** The result under an id of its own, if a rewriting sent its requests. */
function named(result: ScenarioResult): ScenarioResult {
  return result.rewriting === undefined ? result : asRewritten(result, result.rewriting);
}

function spawnOf({ prepared: { settings } }: ProofServers): string {
  return defined(settings.source.spawn, 'command of the server of a proof');
}

async function withServers<Result>(
  { prepared: { settings, plan }, suite, frame }: ProofServers,
  { profile, spawn, size }: Pick<PoolOptions, 'profile' | 'size'> & { readonly spawn: string },
  use: (lanes: Lanes) => Promise<Result>,
): Promise<Result> {
  const { isStopping } = frame.interrupt;
  const pool = openRunPool({ suite, profile, size, processes: processesBeside('here') }, frame);
  const options = { isStopping, needsIntake: needsIntake(plan.scenarios, plan.conditions.ledger) };
  const source = { spawn };
  const start = () => startTarget({ ...settings, profile, source }, options);
  const reset = profile.hooks.reset ?? clearScrolls;
  const lanes = openLanes({ pool, start, reset, isStopping });
  try {
    return await use(lanes);
  } finally {
    await lanes.close();
    await pool.close();
  }
}
