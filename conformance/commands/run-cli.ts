import { Command, CommanderError } from 'commander';
import { TargetLost, UsageError } from '../base/errors.ts';
import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import { Masker } from '../report/mask.ts';
import type { Output, Streams } from '../report/output.ts';
import { packageVersion } from '../run/suite.ts';
import { addCleanCommand } from './clean.ts';
import type { CommandContext } from './context.ts';
import { addDoctorCommand } from './doctor.ts';
import { addExplainCommand } from './explain.ts';
import { addFuzzCommand } from './fuzz.ts';
import { addInitCommand } from './init.ts';
import { addListCommand } from './list.ts';
import { addMergeCommand } from './merge.ts';
import { addCompareCommand } from './compare.ts';
import { addBaselineCommand } from './baseline.ts';
import { addMatrixCommand } from './matrix.ts';
import { addProveCommand } from './prove.ts';
import { addReviewCommand } from './review.ts';
import { addRunCommand } from './run.ts';

const examples = `
Examples:
  search-conformance doctor --base-url http://localhost:9200
  search-conformance init --base-url http://localhost:9200 --out my-server.yaml
  search-conformance run --base-url http://localhost:9200 --chapter scroll slice
  search-conformance run --spawn "my-server --port {port}" --report junit=junit.xml
  search-conformance explain scroll.open
  search-conformance fuzz --base-url http://localhost:9200 --runs 200
  search-conformance clean --base-url http://localhost:9200
`;

/** Every command, in the order of the help. */
const commands = [
  addRunCommand,
  addListCommand,
  addExplainCommand,
  addDoctorCommand,
  addInitCommand,
  addProveCommand,
  addFuzzCommand,
  addBaselineCommand,
  addMergeCommand,
  addCompareCommand,
  addMatrixCommand,
  addCleanCommand,
  addReviewCommand,
] as const;

/** Runs a command line (without the program) and returns its exit code. Never throws; writes errors to stderr. */
export async function runCli(
  argv: readonly string[],
  environment: Omit<CommandContext, 'end' | 'masker'>,
): Promise<ExitCode> {
  const masker = new Masker([]);
  const streams = maskedStreams(environment.streams, masker);
  const { out, err } = streams;
  let code: ExitCode = exitCodes.conformant;
  const program = new Command('search-conformance')
    .description('A conformance test kit for the Search and Analytics Service interface')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: out.write,
      writeErr: err.write,
      outputError: (text, write) => write(withoutValue(text)),
    })
    .addHelpText('after', examples)
    .showHelpAfterError('(add --help for the commands and flags)')
    .allowExcessArguments(false);
  const end = (ended: ExitCode): void => void (code = ended);
  const context: CommandContext = { ...environment, streams, masker, end };
  for (const add of commands) add(program, context);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has written its own message.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.conformant : exitCodes.usage;
    }
    err.write(`${messageOf(error)}\n`);
    if (error instanceof UsageError) return exitCodes.usage;
    return error instanceof TargetLost ? exitCodes.lost : exitCodes.broken;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `error in the kit: ${String(error)}`;
  const isExpected = error instanceof UsageError || error instanceof TargetLost;
  return isExpected
    ? `error: ${error.message}`
    : `error in the kit: ${error.stack ?? error.message}`;
}

function maskedStreams({ out, err }: Streams, masker: Masker): Streams {
  const maskedOutput = (output: Output): Output => ({
    ...output,
    write: (text) => output.write(masker.text(text)),
  });
  return { out: maskedOutput(out), err: maskedOutput(err) };
}

/** The message of commander about a flag without the value of that flag, which may be a secret. */
function withoutValue(text: string): string {
  return text
    .replace(/(unknown option '[^=']*)=.*'/s, "$1'")
    .replace(/(option '[^']*' argument) '.*' is invalid/s, '$1 is invalid');
}
