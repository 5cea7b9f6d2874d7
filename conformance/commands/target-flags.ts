import { type Command, Option } from 'commander';
import { validateHeaderValue } from 'node:http';
import { UsageError } from '../base/errors.ts';
import { readText } from '../base/read-file.ts';
import { type IntakeTarget, splitCommand, type Target, tlsFiles } from '../driver/target.ts';
import { loadProfile, defaultProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import { shellLine } from '../report/shell.ts';
import { type HeaderFlag, readBaseUrl, readDuration, readHeader } from './flag-values.ts';
import { readCredentials, secretsInHeaders } from './secrets.ts';

/** The values of the target flags, as commander gives them. */
export interface TargetFlags extends Readonly<Partial<Record<TextFlag, string>>> {
  readonly timeout?: number;
  readonly header?: readonly HeaderFlag[];
  readonly insecure?: boolean;
}

type TextFlag =
  | 'config'
  | 'baseUrl'
  | 'spawn'
  | 'profile'
  | 'intakeUrl'
  | 'intakeCommand'
  | 'auth'
  | (typeof tlsFiles)[number];

/** Every flag that says which server is tested and how it is reached. */
const flags: readonly Option[] = [
  new Option(
    '--config <file>',
    'file with the values of flags that are not given (default: search-conformance.yaml, if it exists)',
  ),
  new Option('--base-url <url>', 'base URL of the server under test').argParser((text) =>
    readBaseUrl('--base-url', text),
  ),
  new Option(
    '--spawn <command>',
    'shell command that starts the server under test; {port} becomes a free port; without {port}, the first line it prints must be its base URL',
  ),
  new Option(
    '--profile <name|file>',
    'profile of the server: what it claims, and its hooks (default: claims every chapter, no hooks)',
  ),
  new Option(
    '--intake-url <url>',
    'base URL of a running intake for this server, with API keys enabled',
  ).argParser((text) => readBaseUrl('--intake-url', text)),
  new Option(
    '--intake-command <command>',
    'program of the intake and its arguments (no shell); {base_url} becomes the base URL of the server, {port} a free port',
  ),
  new Option(
    '--timeout <duration>',
    'longest wait for one response, such as 30s (default: option request_timeout of the profile)',
  ).argParser(readDuration),
  new Option(
    '-H, --header <name: value>',
    'send this header with every request (repeatable)',
  ).argParser(readHeader),
  new Option(
    '--auth <scheme[=source]>',
    'credentials: basic, bearer or apikey; source is env:NAME, file:PATH or command:LINE (default: env:SEARCH_CONFORMANCE_SECRET)',
  ),
  new Option('--ca <file>', 'PEM file with the certificate authority of the server'),
  new Option('--cert <file>', 'PEM file with the client certificate'),
  new Option('--key <file>', 'PEM file with the key of the client certificate'),
  new Option('--insecure', 'accept any server certificate'),
];

/** What the flags say, without the address of a server that is yet to be started. */
export interface TargetSettings {
  readonly source: Pick<TargetFlags, 'baseUrl' | 'spawn'>;
  readonly profile: Profile;
  readonly target: Omit<Target, 'base_url'>;
  readonly intake: IntakeTarget;
  /** The flags that reach the same server again; without secrets. */
  readonly again: string;
}

/** Flags that a second run does not need to reach the same server. */
const notRepeated: readonly string[] = ['timeout', 'header', 'config'];

/** Adds the target flags to a command, or those of them that `includes` accepts. */
export function addTargetFlags(
  command: Command,
  includes: (name: string) => boolean = () => true,
): Command {
  for (const flag of flags.filter((one) => includes(one.attributeName()))) command.addOption(flag);
  return command;
}

/** Turns the flags into settings. Throws UsageError if a flag is wrong, or a file or secret cannot be read. */
export function readTargetFlags(
  given: TargetFlags,
  env: Readonly<Record<string, string | undefined>>,
): TargetSettings {
  if ((given.baseUrl === undefined) === (given.spawn === undefined)) {
    throw new UsageError('exactly one of --base-url and --spawn is needed (see also --config)');
  }
  const named = given.profile === undefined ? defaultProfile : loadProfile(given.profile);
  const intake = intakeOf(given, named);
  const profile = withIntakeClaims(named, intake);
  const credentials = given.auth === undefined ? undefined : readCredentials(given.auth, env);
  const headers = {
    ...Object.fromEntries(given.header ?? []),
    ...(credentials === undefined ? {} : { authorization: credentials.header }),
  };
  checkHeaders(headers);
  const target = {
    headers,
    tls: tlsOf(given),
    timeout_ms: given.timeout ?? profile.options.request_timeout_ms,
    secrets: [...(credentials?.secrets ?? []), ...secretsInHeaders(given.header ?? [])],
  };
  return { source: given, profile, target, intake, again: repeated(given) };
}

/** Throws UsageError if no request can have a header; the message does not show its value, which may be a secret. */
function checkHeaders(headers: Target['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderValue(name, value);
    } catch {
      const flag = name === 'authorization' ? '--auth' : '--header';
      throw new UsageError(`${flag}: the value has a character that is not allowed in a header`);
    }
  }
}

/** The intake of flags and profile; a flag overrides the profile. Throws UsageError if the command cannot be split. */
function intakeOf(given: TargetFlags, profile: Profile): IntakeTarget {
  const url = given.intakeUrl ?? profile.intake?.url;
  const line = given.intakeCommand ?? profile.intake?.command;
  return {
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(line === undefined ? {} : { command: splitCommand(line) }),
  };
}

/** The profile with `intake_url` and `intake_command` claimed if and only if there is such an intake. */
function withIntakeClaims(profile: Profile, { url, command }: IntakeTarget): Profile {
  const claims = new Set(profile.claims);
  const available = {
    intake_url: url !== undefined || command !== undefined,
    intake_command: command !== undefined,
  };
  for (const [need, isAvailable] of Object.entries(available)) {
    if (isAvailable) claims.add(need);
    else claims.delete(need);
  }
  return { ...profile, claims };
}

function tlsOf(given: TargetFlags): Target['tls'] {
  const files = tlsFiles.flatMap((name) => {
    const file = given[name];
    return file === undefined ? [] : [[name, readPem(`--${name}`, file)] as const];
  });
  return { insecure: given.insecure ?? false, ...Object.fromEntries(files) };
}

function readPem(name: string, file: string): string {
  try {
    return readText(file);
  } catch (error) {
    // Not its name: the user may have typed the key itself.
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`${name}: the file cannot be read: ${code}`);
  }
}

function repeated(given: TargetFlags): string {
  const values = new Map<string, unknown>(Object.entries(given));
  const words = flags.flatMap((flag) => {
    const [name, long] = [flag.attributeName(), `${flag.long}`];
    const value = values.get(name);
    if (value === undefined || notRepeated.includes(name)) return [];
    return typeof value === 'string' ? [long, value] : [long];
  });
  return shellLine(words);
}
