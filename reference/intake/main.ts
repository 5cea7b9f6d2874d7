#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { ServiceError } from '../base/service-error.ts';
import { stopOnSignal } from '../http/stop-on-signal.ts';
import { connectService, ServiceUnavailable } from './search-service.ts';
import type { SettingValues, IntakeSettings } from './settings.ts';
import { readSettings, settingOfFlag, settingsOfFile } from './settings.ts';
import { startIntake } from './start-intake.ts';
import type { VerifyFlags } from './verify-key.ts';
import { jsonOfAnswer, linesOfAnswer, verifyKey } from './verify-key.ts';

interface Flags {
  readonly config?: string;
  readonly E: readonly string[];
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

/** `failed`: the server cannot start, or the key is not valid. */
const exit = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

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
  .option(
    '--service-authorization-file <file>',
    `file with the value of the Authorization header for requests to the search service (default: the value of ${authorizationVariable}, or no header)`,
  )
  .option('--test-control', 'serve POST /_test/clock, which moves the clock (default: off)')
  .addHelpText(
    'after',
    `
Examples:
  intake-server
      Serve at http://127.0.0.1:8200, for the search service at http://127.0.0.1:9200. Agents need no key.
  intake-server --port 0 --service-url http://search:9200 -E intake-server.auth.api_key.enabled=true
      Choose a free port, and require an API key of each agent.
  intake-server --config intake.yml --service-authorization-file ./authorization
      Read the settings, and the credentials for the search service, from files.
  intake-server apikey verify --credentials-file ./key
      Show which privileges an API key has.

Exit codes: 0 after SIGTERM or SIGINT, 1 if the server cannot start, 2 for invalid flags or settings.`,
  )
  .allowExcessArguments(false)
  .showHelpAfterError('(use --help for the flags)')
  .configureHelp({ showGlobalOptions: true })
  .exitOverride()
  .action(() => serve(program.opts<Flags>()));

program
  .command('apikey')
  .description('work with API keys of agents')
  .command('verify')
  .description('show which privileges an API key has, one line per privilege')
  .option(
    '--credentials <credentials>',
    'base64 of id, colon and secret; visible to other users of the machine while the command runs',
  )
  .option(
    '--credentials-file <file>',
    `file with the credentials (default: the value of ${credentialsVariable})`,
  )
  .option('--json', 'print a JSON object instead of lines (default: off)')
  .option('--ingest', 'check event:write (default: check all three privileges)')
  .option('--sourcemap', 'check sourcemap:write')
  .option('--agent-config', 'check config_agent:read')
  .addHelpText(
    'after',
    `
Example:
  ${credentialsVariable}=$KEY intake-server apikey verify --service-url http://search:9200 --json

Exit codes: 0 if the key is valid, regardless of its privileges; 1 if it is not valid; 2 for invalid flags; 3 if the search service does
not answer.`,
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
    else if (error instanceof ServiceUnavailable) fail(error.message, exit.unreachable);
    else fail(error instanceof Error ? error.message : String(error), exit.failed);
  }
}

async function serve(flags: Flags): Promise<void> {
  const settings = settingsOf(flags);
  const authorization = authorizationOf(settings);
  const testControl = flags.testControl === true;
  const server = await startIntake({ settings, authorization, testControl });
  process.stdout.write(`${server.url}\n`);
  stopOnSignal(server, (error) => fail(String(error), exit.failed));
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
    return program.error('--credentials and --credentials-file cannot be used together');
  }
  if (credentials !== undefined) return credentials;
  if (credentialsFile !== undefined) return readText(credentialsFile).trim();
  const given = process.env[credentialsVariable];
  return (
    given ??
    program.error(`one of --credentials, --credentials-file and ${credentialsVariable} is required`)
  );
}

function authorizationOf({ serviceAuthorizationFile }: IntakeSettings): string | undefined {
  const given =
    serviceAuthorizationFile === undefined
      ? process.env[authorizationVariable]
      : readText(serviceAuthorizationFile).trim();
  if (given === undefined || /^(?:ApiKey|Basic|Bearer) [\x21-\x7e]+$/.test(given)) return given;
  return program.error(
    `${serviceAuthorizationFile ?? authorizationVariable} does not contain a value of the Authorization header, such as: ApiKey <credentials>`,
  );
}

/** Flags take precedence over the file. */
function settingsOf(flags: Flags): IntakeSettings {
  const { config, host, port, serviceUrl, serviceAuthorizationFile } = flags;
  const own: readonly (readonly [string, string | number | undefined, string])[] = [
    ['host', host, '--host'],
    ['port', port === undefined ? undefined : Number(port || Number.NaN), '--port'],
    ['service.url', serviceUrl, '--service-url'],
    ['service.authorization_file', serviceAuthorizationFile, '--service-authorization-file'],
  ];
  const given: SettingValues = new Map([
    ...(config === undefined ? [] : settingsOfFile(readText(config), config)),
    ...flags.E.map(settingOfFlag),
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

function fail(reason: string, code: number): void {
  process.stderr.write(`intake-server: ${reason}\n`);
  process.exitCode = code;
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
