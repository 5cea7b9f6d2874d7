import { visible } from './base/visible.ts';
import type { BudgetLimits } from './base/budgets.ts';
import { Command, CommanderError, Option } from 'commander';
import { defaultBudgetLimits, defaultMaxBody } from './base/budgets.ts';
import { ignoreClosedOutput } from './base/closed-output.ts';
import { commandError } from './base/command-error.ts';
import type { Environment } from './base/environment.ts';
import { runCheck } from './check-command.ts';
import { systemEnvironment, randomText } from './base/environment.ts';
import { loadModules } from './base/lazily.ts';
import { watchParent, withParentHelp } from './base/parent.ts';
import { packageVersion } from './base/package-version.ts';
import { ServiceError } from './base/service-error.ts';
import { readCount, readPort, readShape, readSize, shapeHelp } from './flag-values.ts';
import type { RunningServer } from './http/server.ts';
import { stopOnSignal } from './http/stop-on-signal.ts';
import type { ShapeName } from './shapes/shape-names.ts';
import type { FirstUser } from './security/accounts/users.ts';
import { StorageProblem } from './storage/storage-problem.ts';

interface Flags extends BudgetLimits {
  readonly port: number;
  readonly host: string;
  readonly testControl?: boolean;
  readonly withParent?: boolean;
  readonly shape?: readonly ShapeName[];
  readonly compat?: 'elasticsearch';
  readonly maxBody: number;
  readonly security?: boolean;
  readonly data?: string;
}

/** The first account has the name that Elasticsearch clients expect. */
const firstUsername = 'elastic';
const passwordVariable = 'SEARCH_REFERENCE_PASSWORD';
const password_bytes = 18;

/** Exit codes. */
const exit = { done: 0, failed: 1, usage: 2 } as const;

const program = new Command('search-reference')
  .description(
    'Serves the Search and Analytics Service interface, for tests of its clients. Keeps all data in memory unless --data is given. The first line on standard output is the base URL.',
  )
  .option('--port <number>', 'port to listen on; 0 chooses a free port', readPort, 9200)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option(
    '--data <folder>',
    'store the data in this folder, so that it survives a restart or a crash; the folder is created if it does not exist, and only one server at a time can use it (default: in memory)',
  )
  .option(
    '--security',
    `require credentials for every request; the first account is ${firstUsername}, its password is taken from ${passwordVariable}, or generated and shown once on standard error (default: off)`,
  )
  .addOption(
    new Option(
      '--compat <product>',
      'answer as the official clients of this product expect (default: off)',
    ).choices(['elasticsearch']),
  )
  .addOption(
    new Option('--max-body <size>', 'maximum size of a request body; larger ones are refused')
      .argParser(readSize)
      .default(defaultMaxBody, '10mb'),
  )
  .addOption(
    new Option('--max-request-memory <size>', 'memory that one request may use, estimated')
      .argParser(readSize)
      .default(defaultBudgetLimits.maxRequestMemory, '512mb'),
  )
  .addOption(
    new Option(
      '--max-total-memory <size>',
      'memory that all requests together may use, with what is stored, estimated',
    )
      .argParser(readSize)
      .default(defaultBudgetLimits.maxTotalMemory, '1gb'),
  )
  .addOption(
    new Option(
      '--max-stored-memory <size>',
      'memory that results of asynchronous queries, cursors, scrolls and points in time may use together, estimated',
    )
      .argParser(readSize)
      .default(defaultBudgetLimits.maxStoredMemory, '512mb'),
  )
  .option(
    '--max-query-rows <number>',
    'rows that the commands of one query may pass on, all together',
    readCount,
    defaultBudgetLimits.maxQueryRows,
  )
  .option(
    '--max-request-steps <number>',
    'steps of at least 4 ms that one request may work',
    readCount,
    defaultBudgetLimits.maxRequestSteps,
  )
  .option(
    '--test-control',
    'serve the calls under /_test/, with which a test moves the clock, lets requests fail, reads the requests so far, runs lifecycle policies, sets figures and replicas of shards, creates followers and deletes all data (default: off)',
  )
  .option('--with-parent', withParentHelp)
  .option(
    '--shape <names>',
    'with --test-control: be another server that the specification allows; shapes, separated by commas, are listed below',
    readShape,
  )
  .addHelpText('after', shapeHelp())
  .addHelpText(
    'after',
    `
Examples:
  search-reference
      Serve at http://127.0.0.1:9200, in memory.
  search-reference --port 0 --test-control
      Choose a free port, and let tests control time.
  search-reference --compat elasticsearch --host 0.0.0.0 --max-body 50mb
      Serve Elasticsearch clients on all network interfaces, with requests of up to 50 MB.
  ${passwordVariable}=changeme search-reference --security --data ./search-data
      Require credentials, and keep the data in ./search-data.
  search-reference check --data ./search-data
      Report what is in the folder, and whether it is intact.

Exit codes: 0 after SIGTERM or SIGINT, 1 if the server cannot start or has changes that it cannot store, 2 for invalid flags, an invalid
password, or a folder that cannot be used.`,
  )
  .version(packageVersion())
  .allowExcessArguments(false)
  .configureOutput({ outputError: (text, write) => write(commandError(text)) })
  .exitOverride()
  .enablePositionalOptions()
  .action(serve);

program
  .command('check')
  .description('report what is in a data folder and whether it is intact; changes nothing in it')
  .requiredOption('--data <folder>', 'the data folder; no server may use it meanwhile')
  .addHelpText('after', '\nExit codes: 0 if it is intact, 2 if not, or if it cannot be read.')
  .action(async ({ data }: { readonly data: string }) => {
    process.exitCode = await runCheck(data, {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    });
  });

ignoreClosedOutput();
let running: RunningServer | undefined;

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exit.done : exit.usage;
}

async function serve(flags: Flags): Promise<void> {
  await checkFlags(flags);
  // Loaded only now, because the help needs none of it.
  const { startReference } = await import('./start.ts');
  try {
    const { testControl = false, compat, shape: shapes = [] } = flags;
    const compatible = compat === 'elasticsearch';
    const environment = systemEnvironment();
    const superuser = flags.security === true ? readSuperuser(environment) : undefined;
    const server = await startReference({
      ...flags,
      testControl,
      shapes,
      // Without test control, nobody can read them.
      ...(testControl ? {} : { recordedRequests: 0 }),
      compatible,
      environment,
      superuser,
      onLost: endOnLoss,
      log: (text) => report(text),
    });
    running = server;
    const stop = stopOnSignal(server, (error) => report(messageOf(error)));
    if (flags.withParent === true) watchParent(environment, stop);
    process.stdout.write(`${server.url}\n`);
    await loadModules();
  } catch (error) {
    const isUsage = error instanceof StorageProblem;
    report(isUsage ? error.message : startFailure(error, flags));
    process.exitCode = isUsage ? exit.usage : exit.failed;
    await running?.stop();
  }
}

/** Ends with an error if the flags do not belong together, or the password in the environment is not acceptable. */
async function checkFlags({ shape, testControl, security }: Flags): Promise<void> {
  if (shape !== undefined && testControl !== true) program.error('--shape needs --test-control');
  if (security !== true) return;
  const { checkPassword } = await import('./security/accounts/parse-user.ts');
  try {
    const password = process.env[passwordVariable];
    if (password !== undefined) checkPassword(password);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    program.error(`${passwordVariable} cannot be used: ${error.reason}`);
  }
}

/** Stops the server if it can no longer store changes: it must not acknowledge any more of them. */
function endOnLoss(problem: Error): void {
  report(`${problem.message}; changes can no longer be stored, and the server stops`);
  const end = () => process.exit(exit.failed);
  if (running === undefined) end();
  else running.stop().then(end, end);
}

function report(message: string): void {
  process.stderr.write(`search-reference: ${visible(message)}\n`);
}

/** Takes the password from the environment, or generates one and shows it once. */
function readSuperuser(environment: Environment): FirstUser {
  const given = process.env[passwordVariable];
  const password = given ?? randomText(environment, password_bytes);
  if (given === undefined) {
    process.stderr.write(
      `search-reference: password of [${firstUsername}], shown only now: ${password}\n`,
    );
  }
  return { username: firstUsername, password };
}

function startFailure(error: unknown, { host, port }: Flags): string {
  const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return `cannot start: ${messageOf(error)}`;
  const place = `${host}:${port}`;
  if (code === 'EADDRINUSE') return `cannot listen on ${place}: another program listens there`;
  if (code === 'EACCES') return `cannot listen on ${place}: not permitted`;
  return `cannot listen on ${place}: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
