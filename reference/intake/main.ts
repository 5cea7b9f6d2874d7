#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ServiceError } from '../base/service-error.ts';
import type { RunningServer } from '../http/server.ts';
import { connectService, ServiceUnreachable } from './search-service.ts';
import type { GivenSettings, IntakeSettings } from './settings.ts';
import { readSettings, settingOfFlag, settingsOfFile } from './settings.ts';
import { startIntake } from './start-intake.ts';
import type { VerifyFlags } from './verify-key.ts';
import { jsonOfAnswer, linesOfAnswer, verifyKey } from './verify-key.ts';

interface Flags {
  readonly config?: string;
  readonly E?: readonly string[];
  readonly host?: string;
  readonly port?: string;
  readonly serviceUrl?: string;
  readonly serviceAuthorizationFile?: string;
  readonly testControl?: boolean;
}

interface CredentialFlags extends Flags, VerifyFlags {
  readonly credentials?: string;
  readonly credentialsFile?: string;
  readonly json?: boolean;
}

const authorizationVariable = 'INTAKE_SERVER_SERVICE_AUTHORIZATION';
const credentialsVariable = 'INTAKE_SERVER_CREDENTIALS';

/** `failed`: a server that cannot start, or a credential that is none. */
const exit = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

const program = new Command('intake-server')
  .description(
    'Takes events of monitoring agents and gives them their configuration. The first line on standard output is the base URL.',
  )
  .option(
    '--config <file>',
    'YAML file of settings, as in intake-server.auth.api_key.enabled: true',
  )
  .option('-E <name=value>', 'one setting, before those of the file; may be repeated', collect)
  .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
  .option('--port <number>', 'port to listen on; 0 takes any free one (default: 8200)')
  .option(
    '--service-url <url>',
    'search service that checks keys and stores events (default: http://127.0.0.1:9200)',
  )
  .option(
    '--service-authorization-file <file>',
    `file with the value of Authorization for the server's own calls; without it ${authorizationVariable} is taken`,
  )
  .option('--test-control', 'serve POST /_test/clock, which moves the clock')
  .addHelpText(
    'after',
    '\nExit codes: 0 after a signal, 1 where the server cannot start, 2 for flags or settings that are wrong.',
  )
  .allowExcessArguments(false)
  .showHelpAfterError('(--help tells the flags)')
  .configureHelp({ showGlobalOptions: true })
  .exitOverride()
  .action(() => serve(program.opts<Flags>()));

program
  .command('apikey')
  .description('looks at keys of agents')
  .command('verify')
  .description('tells which privileges a key has, a line for each')
  .option(
    '--credentials <credentials>',
    'base64 of id, colon and secret; other users of the machine may see it while the command runs',
  )
  .option(
    '--credentials-file <file>',
    `file with the credentials; without both ${credentialsVariable} is taken from the environment`,
  )
  .option('--json', 'answer with a JSON object')
  .option('--ingest', 'tell about event:write')
  .option('--sourcemap', 'tell about sourcemap:write')
  .option('--agent-config', 'tell about config_agent:read')
  .addHelpText(
    'after',
    '\nExit codes: 0 where the key is good, whatever its privileges; 1 where it is not; 2 for wrong flags; 3 where the search service cannot be asked.',
  )
  .action((_: unknown, command: Command) => verify(command.optsWithGlobals<CredentialFlags>()));

await main();

async function main(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exit.done : exit.usage;
    } else if (error instanceof ServiceError) fail(error.reason, exit.usage);
    else if (error instanceof ServiceUnreachable) fail(error.message, exit.unreachable);
    else fail(error instanceof Error ? error.message : String(error), exit.failed);
  }
}

async function serve(flags: Flags): Promise<void> {
  const settings = settingsOf(flags);
  const authorization = authorizationOf(settings);
  const testControl = flags.testControl === true;
  const server = await startIntake({ settings, authorization, testControl });
  process.stdout.write(`${server.url}\n`);
  stopOnSignal(server);
}

async function verify(flags: CredentialFlags): Promise<void> {
  const credentials = credentialsOf(flags);
  const { service_url } = settingsOf(flags);
  const service = connectService({ url: service_url, authorization: undefined });
  const verified = await verifyKey(credentials, flags, service);
  if (verified.kind === 'invalid') return fail(verified.reason, exit.failed);
  const write = flags.json === true ? jsonOfAnswer : linesOfAnswer;
  process.stdout.write(write(verified.held));
}

function credentialsOf({ credentials, credentialsFile }: CredentialFlags): string {
  if (credentials !== undefined && credentialsFile !== undefined) {
    return program.error('--credentials and --credentials-file exclude each other');
  }
  if (credentials !== undefined) return credentials;
  if (credentialsFile !== undefined) return readText(credentialsFile).trim();
  const given = process.env[credentialsVariable];
  return (
    given ??
    program.error(`--credentials, --credentials-file or ${credentialsVariable} has to be given`)
  );
}

function authorizationOf({ serviceAuthorizationFile }: IntakeSettings): string | undefined {
  const given =
    serviceAuthorizationFile === undefined
      ? process.env[authorizationVariable]
      : readText(serviceAuthorizationFile).trim();
  if (given === undefined || /^(?:ApiKey|Basic|Bearer) [\x21-\x7e]+$/.test(given)) return given;
  return program.error(
    `${serviceAuthorizationFile ?? authorizationVariable} does not hold a value of Authorization, as in: ApiKey <credentials>`,
  );
}

/** Flags count before the file. */
function settingsOf(flags: Flags): IntakeSettings {
  const { config, host, port, serviceUrl, serviceAuthorizationFile } = flags;
  const own: readonly (readonly [string, string | number | undefined, string])[] = [
    ['host', host, '--host'],
    ['port', port === undefined ? undefined : Number(port || Number.NaN), '--port'],
    ['service.url', serviceUrl, '--service-url'],
    ['service.authorization_file', serviceAuthorizationFile, '--service-authorization-file'],
  ];
  const given: GivenSettings = new Map([
    ...(config === undefined ? [] : settingsOfFile(readText(config), config)),
    ...(flags.E ?? []).map(settingOfFlag),
    ...own.flatMap(([name, value, origin]) =>
      value === undefined ? [] : [[`intake-server.${name}`, { value, origin }] as const],
    ),
  ]);
  return readSettings(given);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return program.error(`cannot read ${file}: ${code}`);
  }
}

/** The first signal lets running requests finish; the second one does not. */
function stopOnSignal(server: RunningServer): void {
  const stop = (): void => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.removeListener(signal, stop);
      process.once(signal, () => process.exit(exit.failed));
    }
    void server.stop().then(() => process.exit(exit.done));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(reason: string, code: number): void {
  process.stderr.write(`intake-server: ${reason}\n`);
  process.exitCode = code;
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
