#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Environment } from './base/environment.ts';
import { systemEnvironment } from './base/environment.ts';
import { ServiceError } from './base/service-error.ts';
import { parseBytes } from './base/units.ts';
import type { RunningServer } from './http/server.ts';
import { checkPassword } from './security/accounts/parse-user.ts';
import type { FirstUser } from './security/accounts/users.ts';
import { startReference } from './start.ts';
import { StorageProblem } from './storage/storage-problem.ts';

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly testControl?: boolean;
  readonly compat?: 'elasticsearch';
  readonly maxBody: number;
  readonly security?: boolean;
  readonly data?: string;
}

/** The name that clients of Elasticsearch know the first account by. */
const firstUsername = 'elastic';
const passwordVariable = 'SEARCH_REFERENCE_PASSWORD';
const password_bytes = 18;

const exit = { done: 0, failed: 1, usage: 2 } as const;

const program = new Command('search-reference')
  .description(
    'Serves the Search and Analytics Service interface from memory; with --data also a restart loses nothing that was acknowledged. The first line on standard output is the base URL.',
  )
  .option('--port <number>', 'port to listen on; 0 takes any free one', readPort, 9200)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option(
    '--test-control',
    'serve the calls under /_test/: they move the clock, run the policies, set figures and replicas of shards, make followers and drop everything',
  )
  .addOption(
    new Option('--compat <product>', 'answer as the clients of this product expect').choices([
      'elasticsearch',
    ]),
  )
  .addOption(
    new Option('--max-body <size>', 'largest body of a request, as in 10mb')
      .argParser(readSize)
      .default(100 * 2 ** 20, '100mb'),
  )
  .option(
    '--security',
    `everybody has to prove who they are; the password of the first account, ${firstUsername}, is taken from ${passwordVariable}, or made up and shown once on standard error`,
  )
  .option(
    '--data <folder>',
    'keep all that was acknowledged in this folder, through kill -9 too; made where it is missing, and used by one server at a time',
  )
  .addHelpText(
    'after',
    `
Examples:
  search-reference --port 0 --compat elasticsearch
  search-reference --security --data ./search-data`,
  )
  .allowExcessArguments(false)
  .showHelpAfterError()
  .exitOverride();

let running: RunningServer | undefined;

await main();

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags === undefined) return;
  try {
    const { port, host, maxBody, testControl = false, compat, data } = flags;
    const compatible = compat === 'elasticsearch';
    const environment = systemEnvironment();
    const superuser = flags.security === true ? readSuperuser(environment) : undefined;
    const server = await startReference({
      port,
      host,
      maxBody: maxBody,
      testControl,
      compatible,
      environment,
      superuser,
      data,
      onRead: showProgress(environment),
      onLost: endOnLoss,
    });
    running = server;
    process.stdout.write(`${server.url}\n`);
    stopOnSignal(server);
  } catch (error) {
    const isUsage = error instanceof StorageProblem;
    tell(isUsage ? error.message : listenFailure(error, flags));
    process.exitCode = isUsage ? exit.usage : exit.failed;
  }
}

/** Gives the flags, or sets the exit code and gives undefined where there is nothing to run. */
function readFlags(): Flags | undefined {
  try {
    const flags = program.parse().opts<Flags>();
    if (flags.security === true) checkGivenPassword();
    return flags;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exit.done : exit.usage;
    return undefined;
  }
}

/** Ends with the help where the password that the process's environment holds can be none. */
function checkGivenPassword(): void {
  try {
    checkPassword(process.env[passwordVariable] ?? 'to be made up');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    program.error(`${passwordVariable} holds no password: ${error.reason}`);
  }
}

/** The first signal lets running requests finish; the second one does not. */
function stopOnSignal(server: RunningServer): void {
  const stop = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.removeListener(signal, stop);
      process.once(signal, () => process.exit(exit.failed));
    }
    server.stop().then(
      () => process.exit(exit.done),
      (error: unknown) => {
        tell(error instanceof Error ? error.message : String(error));
        process.exit(exit.failed);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** What was not stored was not acknowledged: the server ends, so that nobody goes on with it. */
function endOnLoss(problem: Error): void {
  tell(`${problem.message}; the server ends, as it cannot store changes any more`);
  const end = () => process.exit(exit.failed);
  if (running === undefined) end();
  else running.stop().then(end, end);
}

/** Shows people how far the reading of a folder is, once a second. */
function showProgress(environment: Environment): (documents: number) => void {
  let told_ms = environment.now();
  return (documents) => {
    if (!process.stderr.isTTY || environment.now() - told_ms < 1000) return;
    told_ms = environment.now();
    tell(`${documents} documents read`);
  };
}

function tell(message: string): void {
  process.stderr.write(`search-reference: ${message}\n`);
}

/** Takes the password from the process's environment; one that is made up is shown this once. */
function readSuperuser(environment: Environment): FirstUser {
  const given = process.env[passwordVariable];
  const password =
    given ?? Buffer.from(environment.randomBytes(password_bytes)).toString('base64url');
  if (given === undefined) {
    process.stderr.write(
      `search-reference: password of [${firstUsername}], shown only now: ${password}\n`,
    );
  }
  return { username: firstUsername, password };
}

function listenFailure(error: unknown, { host, port }: Flags): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const place = `${host}:${port}`;
  if (code === 'EADDRINUSE') return `cannot listen on ${place}: another program listens there`;
  if (code === 'EACCES') return `cannot listen on ${place}: not permitted`;
  return `cannot listen on ${place}: ${error instanceof Error ? error.message : String(error)}`;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

function readSize(text: string): number {
  try {
    const bytes = parseBytes(text, 'max-body');
    if (bytes > 0) return bytes;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  throw new InvalidArgumentError(
    'A size is a number and a unit, as in 10mb, and more than nothing.',
  );
}
