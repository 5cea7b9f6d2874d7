import type { Command } from 'commander';
import { type CommandContext, withFrame, type Frame, writeStderr } from './frame.ts';
import { proofExitCodes } from './exit-code-help.ts';
import { listOption, readCount, readScenarioCount } from './flag-values.ts';
import { proveFuzz } from './prove-fuzz.ts';
import { planProof, type ProveFlags, type PreparedProof } from './proof-plan.ts';
import { addTargetFlags } from './target-flags.ts';
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
import { type ProofServers, runShapedOn, withLanes } from './proof-servers.ts';

/** Exit codes that the output of the servers may explain. */
const serverTroubles: readonly ExitCode[] = [exitCodes.lost, exitCodes.broken];

/** Runs the suite in front of the correct server, every fault and every variant; returns the exit code. */
async function executeProof(
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

/** Defines `prove`: tests the kit itself with faults and variants. */
export function defineProve(command: Command, context: CommandContext): void {
  command
    .option('--faults', 'run only the faults')
    .option('--variants', 'run only the variants')
    .option(
      '--fuzz',
      'run the properties of fuzz instead of scenarios: against the faults, or with --variants or --derived against these',
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
    .option(
      '--recording <file>',
      'write the run against the correct server to this file, or read it if the file exists',
    )
    .option(
      '--at-most <n>',
      'try at most n scenarios against a derived mutation',
      readScenarioCount,
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
