import { cpus } from 'node:os';
import { defined } from '../base/assert.ts';
import { now } from '../base/environment.ts';
import { proofExitCode } from '../proof/exit-code.ts';
import { clearScrolls, type LaneServer, openLanes } from '../proof/lanes.ts';
import { proofLines, proofProgress } from '../proof/proof-console.ts';
import { proofJson, type ProofReport } from '../proof/proof-json.ts';
import { prove, type ProofResults } from '../proof/prove.ts';
import { judgingIn, scoreOf } from '../proof/score.ts';
import { writeReport } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { needsIntake } from '../run/claims.ts';
import { openPool, processesBeside } from '../run/pool.ts';
import { packageVersion } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { type Frame, writeStderr } from './frame.ts';
import { startTarget } from './live-target.ts';
import type { PreparedProof } from './proof-plan.ts';

/** Scenarios that wait for the clock leave processors idle, so there are more lanes than processors. */
const lanesPerProcessor = 2;
const maxDefaultLanes = 16;

/** Exit codes that the output of the servers may explain. */
const serverTroubles: readonly ExitCode[] = [exitCodes.lost, exitCodes.broken];

/** Runs the suite in front of the correct server, every fault and every variant; returns the exit code. */
export async function executeProof(
  prepared: PreparedProof,
  context: CommandContext,
  frame: Frame,
): Promise<ExitCode> {
  const { flags, size } = prepared;
  const { proof, stderr } = await runProof(prepared, context, frame);
  const scenarios = judgingIn(proof.honest).map(({ scenario }) => scenario);
  const score = scoreOf(scenarios, proof);
  const exitCode = proofExitCode(proof, score);
  if (serverTroubles.includes(exitCode)) writeStderr(context.streams.err, stderr);
  if (flags.json !== undefined) {
    const description = describeProof(prepared, frame);
    const report = proofJson({ description, proof, score, size, exit_code: exitCode });
    const unwritten = writeReport(flags.json, frame.masker.text(report));
    for (const line of unwritten) context.streams.err.write(`${line}\n`);
    if (unwritten.length > 0) return exitCodes.unwritten;
  }
  if (frame.output.isTerminal) frame.output.write('\r\u001b[K');
  for (const line of proofLines(proof, score, size)) frame.output.write(`${line}\n`);
  return exitCode;
}

function describeProof(
  { flags, settings }: PreparedProof,
  { id, started_ms }: Frame,
): ProofReport['description'] {
  return {
    id,
    version: packageVersion(),
    started_at: new Date(started_ms).toISOString(),
    duration_ms: now() - started_ms,
    profile: settings.profile.name,
    chapters: flags.chapter,
    patterns: flags.mutation,
  };
}

async function runProof(
  { flags, settings, plan, size }: PreparedProof,
  { suite }: CommandContext,
  { id, interrupt, output, masker }: Frame,
): Promise<{ readonly proof: ProofResults; readonly stderr: string }> {
  const { isStopping } = interrupt;
  const { profile, target } = settings;
  const count = flags.parallel ?? Math.min(maxDefaultLanes, cpus().length * lanesPerProcessor);
  const pool = openPool({
    size: count,
    processes: processesBeside('here'),
    suite,
    profile,
    run: id,
    onSecret: (secret) => masker.learn([secret]),
  });
  interrupt.onStop(() => pool.stop());
  const options = { isStopping, needsIntake: needsIntake(plan.scenarios, plan.conditions.ledger) };
  const start = async (): Promise<LaneServer> => {
    const live = await startTarget(settings, options);
    const { base_url, intake } = live.target;
    return { ...live, base_url, intake: defined(intake, 'intake of a started target') };
  };
  const reset = profile.hooks.reset ?? clearScrolls;
  const lanes = openLanes({ pool, start, target, reset, isStopping });
  try {
    const proof = await prove(plan, lanes, proofProgress(output, size));
    return { proof, stderr: lanes.stderr() };
  } finally {
    await lanes.close();
    await pool.close();
  }
}
