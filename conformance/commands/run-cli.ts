import { Command, CommanderError } from 'commander';
import { TargetLost, UsageError } from '../base/errors.ts';
import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import { Masker } from '../report/mask.ts';
import type { Output, Streams } from '../report/output.ts';
import { packageVersion } from '../run/suite.ts';
import type { CommandContext } from './context.ts';

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

type AddCommand = (program: Command, context: CommandContext) => void;

/** Every command by its name, in the order of the help. The code of a command is loaded when it is used. */
const commands: ReadonlyMap<string, () => Promise<AddCommand>> = new Map(
  Object.entries({
    run: async () => (await import('./run.ts')).addRunCommand,
    list: async () => (await import('./list.ts')).addListCommand,
    explain: async () => (await import('./explain.ts')).addExplainCommand,
    doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
    init: async () => (await import('./init.ts')).addInitCommand,
    prove: async () => (await import('./prove.ts')).addProveCommand,
    fuzz: async () => (await import('./fuzz.ts')).addFuzzCommand,
    diff: async () => (await import('./diff.ts')).addDiffCommand,
    baseline: async () => (await import('./baseline.ts')).addBaselineCommand,
    merge: async () => (await import('./merge.ts')).addMergeCommand,
    compare: async () => (await import('./compare.ts')).addCompareCommand,
    matrix: async () => (await import('./matrix.ts')).addMatrixCommand,
    clean: async () => (await import('./clean.ts')).addCleanCommand,
    review: async () => (await import('./review.ts')).addReviewCommand,
  }),
);

/** Adds the command that the command line names; all of them, for the help, if it names none. */
async function addCommands(
  program: Command,
  [name = '']: readonly string[],
  context: CommandContext,
): Promise<void> {
  const named = commands.get(name);
  const wanted = named === undefined ? [...commands.values()] : [named];
  for (const add of await Promise.all(wanted.map((load) => load()))) add(program, context);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
}

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
  await addCommands(program, argv, context);
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
