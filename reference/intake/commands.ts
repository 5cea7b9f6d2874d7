import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { systemEnvironment } from '../base/environment.ts';
import { watchParent } from '../base/parent.ts';
import { stopOnSignal } from '../http/stop-on-signal.ts';
import type { SettingValues, IntakeSettings } from './settings.ts';
import { readSettings, settingOfFlag, settingsOfFile } from './settings.ts';
import { authorizationVariable, credentialsVariable, exit, fail } from './command-line.ts';
import { connectService, ServiceUnavailable } from './search-service.ts';
import { linesOfAnswer, verifyKey } from './verify-key.ts';

/** No file of settings or credentials has as many bytes. */
const largestFile = 2 ** 20;

interface Flags {
  readonly config?: string;
  readonly E: readonly string[];
  readonly host?: string;
  readonly port?: string;
  readonly serviceUrl?: string;
  readonly testControl?: boolean;
  readonly withParent?: boolean;
}

interface VerifyFlags extends Flags {
  readonly credentials?: string;
}

/** Starts the intake, which runs until it is told to stop. */
export async function serve(program: Command): Promise<void> {
  const flags = program.opts<Flags>();
  const settings = settingsOf(flags, program);
  const authorization = authorizationOf(program);
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
  const flags = command.optsWithGlobals<VerifyFlags>();
  const credentials = credentialsOf(flags, command);
  const { service_url } = settingsOf(flags, command);
  const service = connectService(service_url, undefined, systemEnvironment());
  try {
    const verified = await verifyKey(credentials, service);
    if (verified.kind === 'invalid') fail(verified.reason, exit.failed);
    else process.stdout.write(linesOfAnswer(verified.held));
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    fail(error.message, exit.unreachable);
  }
}

function credentialsOf({ credentials }: VerifyFlags, command: Command): string {
  const given = credentials ?? process.env[credentialsVariable];
  return given ?? command.error(`one of --credentials and ${credentialsVariable} is required`);
}

function authorizationOf(command: Command): string | undefined {
  const given = process.env[authorizationVariable];
  if (given === undefined || /^(?:ApiKey|Basic|Bearer) [\x21-\x7e]+$/.test(given)) return given;
  return command.error(
    `${authorizationVariable} does not contain a value of the Authorization header, such as: ApiKey <credentials>`,
  );
}

/** Flags take precedence over the file. */
function settingsOf(flags: Flags, command: Command): IntakeSettings {
  const { config, host, port, serviceUrl } = flags;
  const own: readonly (readonly [string, string | number | undefined, string])[] = [
    ['host', host, '--host'],
    ['port', /^\d+$/.test(port ?? '') ? Number(port) : port, '--port'],
    ['service.url', serviceUrl, '--service-url'],
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
    const status = statSync(file);
    if (status.isFile() && status.size <= largestFile) return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return command.error(`cannot read ${file}: ${code}`);
  }
  return command.error(`cannot read ${file}: it is no file, or has more than 1 MiB`);
}
