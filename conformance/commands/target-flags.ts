import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { durationMs } from '../base/duration.ts';
import { UsageError } from '../base/errors.ts';
import { type IntakeTarget, splitCommand } from '../driver/intake.ts';
import { loadProfile, plainProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { readCredentials } from './secrets.ts';

/** The flags that say which server is spoken to, and how. */
export interface TargetFlags {
  readonly baseUrl?: string;
  readonly spawn?: string;
  readonly profile?: string;
  readonly timeout?: number;
  readonly header: readonly (readonly [string, string])[];
  readonly auth?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  readonly intakeUrl?: string;
  readonly intakeCommand?: string;
}

/** What the flags say, without the address of a server that is yet to be started. */
export interface TargetSettings {
  readonly profile: Profile;
  readonly target: Omit<Target, 'base_url'>;
  readonly intake: IntakeTarget;
  /** The flags that reach the same server again; without secrets. */
  readonly again: string;
}

const secretHeader = /^(?:authorization|proxy-authorization|cookie)$/;

/** Adds the flags of a target to a command; `--spawn` only where it makes sense. */
export function addTargetFlags(command: Command, options: { readonly spawn: boolean }): Command {
  command.option('--base-url <url>', 'the server under test', readBaseUrl);
  if (options.spawn) {
    command.option(
      '--spawn <command>',
      'start the server: {port} becomes a free port, or its first line is its base URL',
    );
  }
  return command
    .option('--profile <name|file>', 'what the implementation claims, and its hooks')
    .option('--timeout <duration>', 'the longest wait for one answer, such as 30s', readDuration)
    .option('-H, --header <name: value>', 'send a header with every request', readHeader, [])
    .option('--auth <scheme>', 'basic, bearer or apikey; =env:NAME, =file:PATH or =command:LINE')
    .option('--ca <file>', 'the certificate authority of the server')
    .option('--cert <file>', 'the certificate of the client')
    .option('--key <file>', 'the key of that certificate')
    .option('--insecure', 'take any certificate');
}

/** Turns the flags into settings. Throws UsageError on what cannot be. */
export function readTargetFlags(
  flags: TargetFlags,
  env: Readonly<Record<string, string | undefined>>,
): TargetSettings {
  if ((flags.baseUrl === undefined) === (flags.spawn === undefined)) {
    throw new UsageError('exactly one of --base-url and --spawn is needed');
  }
  const named = flags.profile === undefined ? plainProfile : loadProfile(flags.profile);
  const intake = intakeOf(flags, named);
  const profile = withIntakeClaims(named, intake);
  const credentials = flags.auth === undefined ? undefined : readCredentials(flags.auth, env);
  const headers = {
    ...Object.fromEntries(flags.header),
    ...(credentials === undefined ? {} : { authorization: credentials.header }),
  };
  const target = {
    headers,
    tls: tlsOf(flags),
    timeout_ms: flags.timeout ?? profile.options.request_timeout_ms,
    secrets: credentials?.secrets ?? [],
  };
  return { profile, target, intake, again: againOf(flags) };
}

/** Adds the flags of the intake to a command that runs scenarios. */
export function addIntakeFlags(command: Command): Command {
  return command
    .option('--intake-url <url>', 'an intake before the server, its API keys on', readBaseUrl)
    .option(
      '--intake-command <command>',
      'the program of the intake and its arguments; {base_url} becomes the server, {port} a free port',
    );
}

/** The intake of flags and profile; the flags go first. Throws UsageError where the command cannot be read. */
export function intakeOf(
  flags: Pick<TargetFlags, 'intakeUrl' | 'intakeCommand'>,
  profile: Profile,
): IntakeTarget {
  const url = flags.intakeUrl ?? profile.intake?.url;
  const line = flags.intakeCommand ?? profile.intake?.command;
  return {
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(line === undefined ? {} : { command: splitCommand(line) }),
  };
}

/** The profile with claims of the intake as far as one is named; what it claims itself of them does not count. */
export function withIntakeClaims(profile: Profile, { url, command }: IntakeTarget): Profile {
  const claims = new Set(profile.claims);
  const reachable = url !== undefined || command !== undefined;
  for (const [need, has] of [
    ['intake_url', reachable],
    ['intake_command', command !== undefined],
  ] as const) {
    if (has) claims.add(need);
    else claims.delete(need);
  }
  return { ...profile, claims };
}

/** Reads a duration; for commander. */
export function readDuration(text: string): number {
  const duration_ms = durationMs(text);
  if (duration_ms !== undefined && duration_ms > 0) return duration_ms;
  throw new InvalidArgumentError('It is no duration such as 500ms, 30s or 2m.');
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('It is no URL with http or https.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Credentials belong into --auth.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It has a query string or a fragment.');
  }
  return url.href.replace(/\/+$/, '');
}

function readHeader(
  text: string,
  before: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It is no header such as "Name: value".');
  if (secretHeader.test(name.toLowerCase())) {
    throw new InvalidArgumentError('Credentials belong into --auth.');
  }
  return [...before, [name.toLowerCase(), value]];
}

function tlsOf(flags: TargetFlags): Target['tls'] {
  const ca = readPem('--ca', flags.ca);
  const cert = readPem('--cert', flags.cert);
  const key = readPem('--key', flags.key);
  return {
    insecure: flags.insecure ?? false,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function readPem(flag: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be read: ${String(error)}`);
  }
}

function againOf(flags: TargetFlags): string {
  const parts = [
    flags.baseUrl === undefined ? [] : ['--base-url', flags.baseUrl],
    flags.spawn === undefined ? [] : ['--spawn', flags.spawn],
    flags.profile === undefined ? [] : ['--profile', flags.profile],
    flags.intakeUrl === undefined ? [] : ['--intake-url', flags.intakeUrl],
    flags.intakeCommand === undefined ? [] : ['--intake-command', flags.intakeCommand],
    flags.auth === undefined ? [] : ['--auth', flags.auth],
    flags.ca === undefined ? [] : ['--ca', flags.ca],
    flags.cert === undefined ? [] : ['--cert', flags.cert],
    flags.key === undefined ? [] : ['--key', flags.key],
    flags.insecure === true ? ['--insecure'] : [],
  ];
  return parts.flat().map(forShell).join(' ');
}

function forShell(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
