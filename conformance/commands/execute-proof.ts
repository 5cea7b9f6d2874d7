import { now } from '../base/environment.ts';
import { proofExitCode } from '../proof/exit-code.ts';
import { proofLines, proofProgress } from '../proof/proof-console.ts';
import { proofJson, type ProofReport } from '../proof/proof-json.ts';
import { prove, type ProofResults } from '../proof/prove.ts';
import { judgingIn, scoreOf } from '../proof/score.ts';
import { proveShapes } from '../proof/shapes/prove-shapes.ts';
import { writeReport } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { packageVersion } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { type Frame, writeStderr } from './frame.ts';
import type { PreparedProof } from './proof-plan.ts';
import { type ProofServers, runShapedOn, withLanes } from './proof-servers.ts';

/** Exit codes that the output of the servers may explain. */
const serverTroubles: readonly ExitCode[] = [exitCodes.lost, exitCodes.broken];

/** Runs the suite in front of the correct server, every fault and every variant; returns the exit code. */
export async function executeProof(
  prepared: PreparedProof,
  context: CommandContext,
  frame: Frame,
): Promise<ExitCode> {
  const { flags, size } = prepared;
  const { proof, stderr } = await runProof({ prepared, suite: context.suite, frame });
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
  servers: ProofServers,
): Promise<{ readonly proof: ProofResults; readonly stderr: string }> {
  const { plan, size } = servers.prepared;
  const listener = proofProgress(servers.frame.output, size);
  const ran = await withLanes(servers, async (lanes) => {
    const proof = await prove(plan, lanes, listener);
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
