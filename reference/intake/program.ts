import { Command, CommanderError, Option } from 'commander';
import { ignoreClosedOutput } from '../base/closed-output.ts';
import { commandError } from '../base/command-error.ts';
import { withParentHelp } from '../base/parent.ts';
import { packageVersion } from '../base/package-version.ts';
import { ServiceError } from '../base/service-error.ts';
import { authorizationVariable, credentialsVariable, exit, fail } from './command-line.ts';

/** The code of the commands, which is loaded once the flags are known to be right. */
const loadCommands = () => import('./commands.ts');

const program = new Command('intake-server')
  .description(
    'Accepts events of monitoring agents, stores them in a search service, and answers agents that ask for their configuration. The first line on standard output is the base URL.',
  )
  .option(
    '--config <file>',
    'YAML file with settings, such as intake-server.auth.api_key.enabled: true (default: no file)',
  )
  .addOption(
    new Option(
      '-E <name=value>',
      'set one setting; takes precedence over the file, and may be repeated',
    )
      .argParser(collect)
      .default([], 'none'),
  )
  .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
  .option('--port <number>', 'port to listen on; 0 chooses a free port (default: 8200)')
  .option(
    '--service-url <url>',
    'search service that checks keys and stores events (default: http://127.0.0.1:9200)',
  )
  .option('--test-control', 'serve POST /_test/clock, which moves the clock (default: off)')
  .option('--with-parent', withParentHelp)
  .addHelpText(
    'after',
    `
Examples:
  intake-server
      Serve at http://127.0.0.1:8200, for the search service at http://127.0.0.1:9200. Agents need no key.
  intake-server --port 0 --service-url http://search:9200 -E intake-server.auth.api_key.enabled=true
      Choose a free port, and require an API key of each agent.
  ${authorizationVariable}="ApiKey $KEY" intake-server --config intake.yml
      Read the settings from a file, and send credentials with the requests to the search service.

Exit codes: 0 after SIGTERM or SIGINT, 1 if the server cannot start, 2 for invalid flags or settings.`,
  )
  .version(packageVersion())
  .allowExcessArguments(false)
  .configureOutput({ outputError: (text, write) => write(commandError(text)) })
  .configureHelp({ showGlobalOptions: true })
  .exitOverride()
  .action(async () => (await loadCommands()).serve(program));

program
  .command('apikey')
  .description('work with API keys of agents')
  .command('verify')
  .description('show which privileges an API key has, one line per privilege')
  .option(
    '--credentials <credentials>',
    `base64 of id, colon and secret; visible to other users of the machine while the command runs (default: the value of ${credentialsVariable})`,
  )
  .addHelpText(
    'after',
    `
Example:
  ${credentialsVariable}=$KEY intake-server apikey verify --service-url http://search:9200

Exit codes: 0 if the key is valid, regardless of its privileges; 1 if it is not valid; 2 for invalid flags; 3 if the search service does
not answer.`,
  )
  .action(async (_: unknown, command: Command) => (await loadCommands()).verify(command));

ignoreClosedOutput();
await main();

async function main(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exit.done : exit.usage;
      // The help is shown if a command of `apikey` is missing.
      if (error.exitCode !== 0 && error.code === 'commander.help') {
        process.stderr.write('\nerror: name a command of those above\n');
      }
    } else if (error instanceof ServiceError) fail(error.reason, exit.usage);
    else fail(error instanceof Error ? error.message : String(error), exit.failed);
  }
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
