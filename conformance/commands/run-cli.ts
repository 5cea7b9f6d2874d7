import { Command, CommanderError } from 'commander';
import { TargetLost, UsageError } from '../base/errors.ts';
import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import { packageVersion } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { addDoctorCommand } from './doctor.ts';
import { addExplainCommand } from './explain.ts';
import { addFuzzCommand } from './fuzz.ts';
import { addListCommand } from './list.ts';
import { addProveCommand } from './prove.ts';
import { addRunCommand } from './run.ts';

const examples = `
Examples:
  search-conformance doctor --base-url http://localhost:9200
  search-conformance run --base-url http://localhost:9200 --chapter scroll slice
  search-conformance run --spawn "my-server --port {port}" --report junit=junit.xml
  search-conformance explain scroll.open
  search-conformance fuzz --base-url http://localhost:9200 --runs 200
`;

/** Every command, in the order of the help. */
const commands = [
  addRunCommand,
  addListCommand,
  addExplainCommand,
  addDoctorCommand,
  addProveCommand,
  addFuzzCommand,
] as const;

/**
 * Carries out a command line (without the program) and gives the exit code; never throws. What goes wrong is told on
 * stderr.
 */
export async function runCli(
  argv: readonly string[],
  place: Omit<CommandContext, 'end'>,
): Promise<ExitCode> {
  const { out, err } = place.streams;
  let code: ExitCode = exitCodes.conformant;
  const program = new Command('search-conformance')
    .description('A conformance test kit for the Search and Analytics Service interface')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ writeOut: out.write, writeErr: err.write })
    .addHelpText('after', examples)
    .showHelpAfterError('(--help tells what there is)')
    .allowExcessArguments(false);
  const context: CommandContext = { ...place, end: (ended) => (code = ended) };
  for (const add of commands) add(program, context);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, (text) => err.write(`${text}\n`));
  }
}

function explain(error: unknown, tell: (text: string) => void): ExitCode {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.conformant : exitCodes.usage;
  }
  if (error instanceof UsageError) {
    tell(`error: ${error.message}`);
    return exitCodes.usage;
  }
  if (error instanceof TargetLost) {
    tell(`error: ${error.message}`);
    return exitCodes.lost;
  }
  tell(`the kit broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return exitCodes.broken;
}
