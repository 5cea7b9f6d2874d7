import { Command, CommanderError } from 'commander';
import { randomHex } from '../base/environment.ts';
import { TargetLost, UsageError } from '../base/errors.ts';
import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import { Masker } from '../report/mask.ts';
import { type Output, processStreams, type Streams } from '../report/output.ts';
import { printable, printableOnTerminal } from '../base/printable.ts';
import { packageVersion, type Suite } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';

/** What a reader copies, or what lines up in columns, stays on one line. */
const kept = /\bcurl -|search-conformance |^ {2}(?:index|value|again) |\r|[│├]|\S {3,}\S/;

/** Colours take no room. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const colour = /\u001B\[\d{1,2}m/g;

/** Breaks lines that are longer than a terminal is wide between words; what follows a break is indented. */
export function wrapped(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, columns))
    .join('\n');
}

function wrappedLine(line: string, columns: number): string {
  if (widthOf(line) <= columns || kept.test(line)) return line;
  const indent = `${/^ */.exec(line)?.[0] ?? ''}    `;
  const lines: string[] = [];
  for (const word of line.split(/(?<=\S) /)) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || widthOf(joined) > columns)
      lines.push(`${lines.length === 0 ? '' : indent}${word}`);
    else lines[lines.length - 1] = joined;
  }
  return lines.join('\n');
}

function widthOf(line: string): number {
  return line.replaceAll(colour, '').length;
}

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

/** Every command with its description, in the order of the help. */
const descriptions = {
  run: 'run the suite against a server',
  list: 'list the clauses, and the number of scenarios that judge each',
  explain: 'show one clause: its text, its source, what judges it and what proves that',
  doctor: 'check that a server can be tested, and try the hooks of its profile',
  init: 'try what a server can do, and write a profile and a configuration file',
  prove: 'test the kit itself: it must catch every wrong server and accept every legal one',
  fuzz: 'test properties of the interface with generated values; counterexamples are shrunk',
  diff: 'send the same generated requests to two servers, and report where they differ',
  baseline: 'maintain the file of known failures',
  merge: 'merge the JSON reports of the shards of a run, and judge them as one run',
  compare: 'compare two JSON reports: fixed, regressed, changed, and recorded answers',
  matrix: 'compare servers by their JSON reports, as Markdown',
  clean:
    'remove what killed runs have left on a server: everything with a name that only the kit gives; end other runs against it first',
  review: 'write pages for a review of the specification: clauses, scenarios, verdicts, coverage',
} as const;

type CommandName = keyof typeof descriptions;

/** Loads the code of a command when it is used: what adds its flags and its action. */
const loads: Readonly<Record<CommandName, () => Promise<Define>>> = {
  run: async () => (await import('./run.ts')).defineRun,
  list: async () => (await import('./list.ts')).defineList,
  explain: async () => (await import('./explain.ts')).defineExplain,
  doctor: async () => (await import('./doctor.ts')).defineDoctor,
  init: async () => (await import('./init.ts')).defineInit,
  prove: async () => (await import('./prove.ts')).defineProve,
  fuzz: async () => (await import('./fuzz.ts')).defineFuzz,
  diff: async () => (await import('./diff.ts')).defineDiff,
  baseline: async () => (await import('./baseline.ts')).defineBaseline,
  merge: async () => (await import('./merge.ts')).defineMerge,
  compare: async () => (await import('./compare.ts')).defineCompare,
  matrix: async () => (await import('./matrix.ts')).defineMatrix,
  clean: async () => (await import('./clean.ts')).defineClean,
  review: async () => (await import('./review.ts')).defineReview,
};

type Define = (command: Command, context: CommandContext) => void;

/** Adds all commands with their descriptions, and loads the one that the command line names or asks help for. */
async function addCommands(
  program: Command,
  [name, subject]: readonly string[],
  context: CommandContext,
): Promise<void> {
  const wanted = name === 'help' ? subject : name;
  for (const own of Object.keys(descriptions) as CommandName[]) {
    const command = program.command(own).description(descriptions[own]);
    if (own === wanted) (await loads[own]())(command, context);
    for (const each of [command, ...command.commands]) {
      each.exitOverride().copyInheritedSettings(program);
    }
  }
}

/** What a command line works with. */
type CliEnvironment = Omit<CommandContext, 'end' | 'masker'>;

/**
 * Runs a command line (without the program) and returns its exit code. Never throws; writes errors to stderr. GitHub takes no
 * commands from its output, with texts of servers and files; `run` sees to that itself.
 */
export async function runCli(
  argv: readonly string[],
  environment: CliEnvironment,
): Promise<ExitCode> {
  const { env, streams } = environment;
  if (env['GITHUB_ACTIONS'] !== 'true' || argv[0] === 'run') return runCommand(argv, environment);
  const token = randomHex(16);
  streams.err.write(`::stop-commands::${token}\n`);
  const code = await runCommand(argv, environment);
  streams.err.write(`::${token}::\n`);
  return code;
}

async function runCommand(argv: readonly string[], environment: CliEnvironment): Promise<ExitCode> {
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
      outputError: (text, write) => write(commandError(text)),
    })
    .addHelpText('after', examples)
    .allowExcessArguments(false);
  const end = (ended: ExitCode): void => void (code = ended);
  const context: CommandContext = { ...environment, streams, masker, end };
  await addCommands(program, argv, context);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.conformant;
      // Commander has written its own message, except after the help that it shows if no command is named.
      if (error.code === 'commander.help') err.write('\nerror: name a command of those above\n');
      return exitCodes.usage;
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
    write: (text) => {
      const keepsOwn = output.isTerminal || output.colours;
      const shown = (keepsOwn ? printableOnTerminal : printable)(masker.text(text));
      output.write(output.columns === undefined ? shown : wrapped(shown, output.columns));
    },
  });
  return { out: maskedOutput(out), err: maskedOutput(err) };
}

/**
 * Returns the message of commander as one line, which ends the output, with where the flags are listed, and without the
 * value of a flag, which may be a secret.
 */
function commandError(text: string): string {
  const shown = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/(unknown option '[^=']*)=.*'/s, "$1'")
    .replace(/(option '[^']*' argument) '.*' is invalid/s, '$1 is invalid');
  const [, kind] = /unknown option '--(junit|markdown|github|badge|html)'/.exec(shown) ?? [];
  const hint = kind === undefined ? '' : `: reports are written by --report ${kind}=FILE`;
  return `${shown.replace(/\.$/, '')}${hint}; --help lists the commands and flags\n`;
}

/**
 * Runs the command line over a suite as this process, and ends the process with its exit code once all output is
 * written. It does not wait for Node.js to end by itself: Node.js then removes the handlers of signals first, and a
 * second signal to an interrupted run would change its exit code.
 */
export async function runProcess(suite: Suite): Promise<never> {
  const code = await runCli(process.argv.slice(2), {
    suite,
    streams: processStreams(),
    env: process.env,
  });
  await Promise.all([process.stdout, process.stderr].map(flush));
  return process.exit(code);
}

/** Waits until a stream has written, or failed to write, all that it holds. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}
