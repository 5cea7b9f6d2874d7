import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { systemEnvironment } from '../base/environment.ts';
import { watchParent } from '../base/parent.ts';
import { stopOnSignal } from '../http/stop-on-signal.ts';
import type { SettingValues, IntakeSettings } from './settings.ts';
import { readSettings, settingOfFlag, settingsOfFile } from './settings.ts';
import { authorizationVariable, credentialsVariable, exit, fail } from './command-line.ts';
import { connectService, ServiceUnavailable } from './search-service.ts';
import type { Verified, VerifyFlags } from './verify-key.ts';
import { jsonOfAnswer, linesOfAnswer, verifyKey } from './verify-key.ts';

interface Flags {
  readonly config?: string;
  readonly E: readonly string[];
  readonly host?: string;
  readonly port?: string;
  readonly serviceUrl?: string;
  readonly serviceAuthorizationFile?: string;
  readonly testControl?: boolean;
  readonly withParent?: boolean;
}

interface CredentialFlags extends Flags, VerifyFlags {
  readonly credentials?: string;
  readonly credentialsFile?: string;
  readonly json?: boolean;
}

/** Starts the intake, which runs until it is told to stop. */
export async function serve(program: Command): Promise<void> {
  const flags = program.opts<Flags>();
  const settings = settingsOf(flags, program);
  const authorization = authorizationOf(settings, program);
  const testControl = flags.testControl === true;
  // Loaded only here: to load the server takes longer than to verify a key.
  const { startIntake } = await import('./start-intake.ts');
  const server = await startIntake({ settings, authorization, testControl });
  const stop = stopOnSignal(server, (error) => fail(String(error), exit.failed));
  if (flags.withParent === true) watchParent(systemEnvironment(), stop);
  process.stdout.write(`${server.url}\n`);
}

/** Shows which privileges a key has. */
export async function verify(command: Command): Promise<void> {
  const flags = command.optsWithGlobals<CredentialFlags>();
  const credentials = credentialsOf(flags, command);
  const { service_url } = settingsOf(flags, command);
  const service = connectService({ url: service_url, authorization: undefined });
  try {
    show(await verifyKey(credentials, flags, service), flags);
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    fail(error.message, exit.unreachable);
  }
}

function show(verified: Verified, flags: CredentialFlags): void {
  if (verified.kind === 'invalid') return fail(verified.reason, exit.failed);
  const write = flags.json === true ? jsonOfAnswer : linesOfAnswer;
  process.stdout.write(write(verified.held));
}

function credentialsOf(
  { credentials, credentialsFile }: CredentialFlags,
  command: Command,
): string {
  if (credentials !== undefined && credentialsFile !== undefined) {
    return command.error('--credentials and --credentials-file cannot be used together');
  }
  if (credentials !== undefined) return credentials;
  if (credentialsFile !== undefined) return readText(credentialsFile, command).trim();
  const given = process.env[credentialsVariable];
  return (
    given ??
    command.error(`one of --credentials, --credentials-file and ${credentialsVariable} is required`)
  );
}

function authorizationOf(
  { serviceAuthorizationFile }: IntakeSettings,
  command: Command,
): string | undefined {
  const given =
    serviceAuthorizationFile === undefined
      ? process.env[authorizationVariable]
      : readText(serviceAuthorizationFile, command).trim();
  if (given === undefined || /^(?:ApiKey|Basic|Bearer) [\x21-\x7e]+$/.test(given)) return given;
  return command.error(
    `${serviceAuthorizationFile ?? authorizationVariable} does not contain a value of the Authorization header, such as: ApiKey <credentials>`,
  );
}

/** Flags take precedence over the file. */
function settingsOf(flags: Flags, command: Command): IntakeSettings {
  const { config, host, port, serviceUrl, serviceAuthorizationFile } = flags;
  const own: readonly (readonly [string, string | number | undefined, string])[] = [
    ['host', host, '--host'],
    ['port', /^\d+$/.test(port ?? '') ? Number(port) : port, '--port'],
    ['service.url', serviceUrl, '--service-url'],
    ['service.authorization_file', serviceAuthorizationFile, '--service-authorization-file'],
  ];
  const given: SettingValues = new Map([
    ...(config === undefined ? [] : settingsOfFile(readText(config, command), config)),
    ...flags.E.map(settingOfFlag),
    ...own.flatMap(([name, value, origin]) =>
      value === undefined ? [] : [[`intake-server.${name}`, { value, origin }] as const],
    ),
  ]);
  return readSettings(given);
}

function readText(file: string, command: Command): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return command.error(`cannot read ${file}: ${code}`);
  }
}
