import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Command } from 'commander';
import { fromRoot } from '../../spec/root.ts';
import type { IntakeTarget } from '../driver/intake.ts';
import { loadProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import { now, randomHex } from '../base/environment.ts';
import { type LaneOptions, openLanes } from '../proof/lanes.ts';
import { proofExitCode } from '../proof/exit-code.ts';
import { proofLines, proofProgress, type ProofSize } from '../proof/proof-console.ts';
import { proofJson } from '../proof/proof-json.ts';
import { prove, type ProofPlan, type ProofResults } from '../proof/prove.ts';
import { judgingIn, scoreOf, trialOf } from '../proof/score.ts';
import { readDestinations } from '../report/destinations.ts';
import type { ExitCode } from '../report/exit-code.ts';
import { needsIntake } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { catchInterrupt, type Interrupt } from '../run/interrupt.ts';
import { openPool } from '../run/pool.ts';
import { clausesIn, select } from '../run/selection.ts';
import { spawnServer } from '../driver/spawn.ts';
import { startIntake } from '../run/start-intake.ts';
import { loadMutations } from '../run/mutations.ts';
import { ledgerOf, packageVersion } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { readCount } from './run.ts';
import { addIntakeFlags, intakeOf, withIntakeClaims } from './target-flags.ts';

/** Lanes wait now and then for the clock, so there are more of them than processors. */
const lanesEachCpu = 2;
const maxLanes = 16;

interface ProveFlags {
  readonly faults?: boolean;
  readonly variants?: boolean;
  readonly chapter: readonly string[];
  readonly spawn?: string;
  readonly intakeUrl?: string;
  readonly intakeCommand?: string;
  readonly profile: string;
  readonly parallel?: number;
  readonly json?: string;
}

/** Adds `prove`: the kit itself, scored on servers that are wrong and on servers that are odd. */
export function addProveCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('prove')
    .description(
      'score the kit itself: faults that it must catch, legal variants that it must let through',
    )
    .option('--faults', 'only the faults')
    .option('--variants', 'only the variants')
    .option('--chapter <slug...>', 'only these chapters', [])
    .option(
      '--spawn <command>',
      'starts the honest server (default: the reference, and its intake)',
    )
    .option('--profile <name|file>', 'what the honest server claims, and its hooks', 'reference');
  addIntakeFlags(command)
    .option('--parallel <n>', 'so many servers and workers', readCount)
    .option('--json <file>', 'write the figures and the matrix clause × fault × check')
    .action(async (flags: ProveFlags) => {
      context.end(await carryOut(flags, context));
    });
}

async function carryOut(flags: ProveFlags, context: CommandContext): Promise<ExitCode> {
  if (flags.json !== undefined) readDestinations([`json=${flags.json}`]);
  const named = loadProfile(flags.profile);
  const given = intakeOf(withOwnIntake(flags), named);
  const profile = withIntakeClaims(named, given);
  const plan = await planOf(flags, profile, context);
  const size = { faults: plan.trials?.length ?? 0, variants: plan.variants?.length ?? 0 };
  const run = { id: randomHex(3), started_ms: now() };
  const { proof, stderr } = await runPlan(plan, { flags, given, context, size, run: run.id });
  const score = scoreOf(
    judgingIn(proof.honest).map(({ scenario }) => scenario),
    proof.faults,
    proof.variants,
  );
  const exitCode = proofExitCode(proof, score);
  const { out, err } = context.streams;
  if ([4, 5].includes(exitCode) && stderr !== '') {
    err.write(`\nstderr of the spawned servers ends:\n${stderr}\n`);
  }
  if (flags.json !== undefined) {
    const description = {
      id: run.id,
      version: packageVersion(),
      started_at: new Date(run.started_ms).toISOString(),
      duration_ms: now() - run.started_ms,
      profile: profile.name,
      chapters: flags.chapter,
    };
    writeFileSync(flags.json, proofJson({ description, proof, score, size, exit_code: exitCode }));
  }
  if (out.isTerminal) out.write('\r\u001b[K');
  for (const line of proofLines(proof, score, size)) out.write(`${line}\n`);
  return exitCode;
}

/** What the flags ask for; without `--faults` and `--variants` both. */
async function planOf(
  flags: ProveFlags,
  profile: Profile,
  { suite }: CommandContext,
): Promise<ProofPlan> {
  const ledger = ledgerOf(suite);
  const all = await collectScenarios(suite, ledger);
  const selection = { chapters: flags.chapter, clauses: [] };
  const scenarios = select(all, ledger, selection);
  const wanted =
    flags.chapter.length === 0 ? new Set(ledger.byId.keys()) : clausesIn(ledger, selection);
  const { faults, variants } = await loadMutations(suite);
  const both = flags.faults !== true && flags.variants !== true;
  const trials = faults
    .map((fault) => trialOf(fault, wanted, scenarios))
    .filter(({ clauses }) => clauses.length > 0);
  return {
    conditions: { ledger, profile, allowGlobal: true },
    scenarios,
    ...(both || flags.faults === true ? { trials } : {}),
    ...(both || flags.variants === true ? { variants } : {}),
  };
}

/** How a plan is carried out. */
interface Course {
  readonly flags: ProveFlags;
  readonly given: IntakeTarget;
  readonly context: CommandContext;
  readonly size: ProofSize;
  readonly run: string;
}

async function runPlan(
  plan: ProofPlan,
  course: Course,
): Promise<{ readonly proof: ProofResults; readonly stderr: string }> {
  const interrupt = catchInterrupt();
  const { profile } = plan.conditions;
  const { flags, context, run } = course;
  const size = flags.parallel ?? Math.min(maxLanes, cpus().length * lanesEachCpu);
  const pool = openPool({ size, suite: context.suite, profile, run });
  interrupt.onStop(() => pool.stop());
  const lanes = openLanes({ pool, ...serversOf(plan, course, interrupt) });
  try {
    const proof = await prove(plan, lanes, proofProgress(context.streams.out, course.size));
    return { proof, stderr: lanes.stderr() };
  } finally {
    await lanes.close();
    await pool.close();
    interrupt.release();
  }
}

function serversOf(
  { scenarios, conditions }: ProofPlan,
  { flags, given }: Course,
  { isStopping }: Interrupt,
): Omit<LaneOptions, 'pool'> {
  const { ledger, profile } = conditions;
  const { request_timeout_ms: timeout_ms, start_timeout_ms } = profile.options;
  const command = flags.spawn ?? `exec ${ownProgram('main.js')}`;
  const wanted = needsIntake(scenarios, ledger);
  const target = { headers: {}, tls: { insecure: false }, timeout_ms, secrets: [] };
  const start: LaneOptions['start'] = async () => {
    const server = await spawnServer({ command, start_timeout_ms, target, isStopping });
    const { base_url } = server;
    const own = { given, target: { ...target, base_url }, wanted, start_timeout_ms, isStopping };
    try {
      const beside = await startIntake(own);
      return {
        base_url,
        intake: beside.intake,
        stderr: () => `${server.stderr()}\n${beside.stderr()}`,
        stop: async () => void (await Promise.all([beside.stop(), server.stop()])),
      };
    } catch (error) {
      await server.stop();
      throw error;
    }
  };
  return { target, start, isStopping };
}

/** Where the reference is the honest server, its own intake stands beside it. */
function withOwnIntake(flags: ProveFlags): ProveFlags {
  if (flags.spawn !== undefined || flags.intakeUrl !== undefined) return flags;
  const own = `${ownProgram('intake/main.js')} --service-url {base_url}`;
  return { intakeCommand: own, ...flags };
}

function ownProgram(file: string): string {
  return `"${process.execPath}" "${fromRoot('dist', 'reference', file)}" --port {port} --test-control`;
}
