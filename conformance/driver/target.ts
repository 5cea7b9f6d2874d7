import { UsageError } from '../base/errors.ts';
import type { Profile } from './profile.ts';

/** The PEM texts that a TLS connection may need; the flags for their files have the same names. */
export const tlsFiles = ['ca', 'cert', 'key'] as const;

/** The address of the server under test, and the settings of its connections. */
export interface Target {
  /** Without a trailing slash. */
  readonly base_url: string;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** PEM texts; `insecure` is true if the certificate of the server is not verified. */
  readonly tls: Readonly<Partial<Record<(typeof tlsFiles)[number], string>>> & {
    readonly insecure: boolean;
  };
  /** Time limit for one response. */
  readonly timeout_ms: number;
  /** Texts that reports must not show. */
  readonly secrets: readonly string[];
  readonly intake?: IntakeTarget;
}

/** The intake of a target; empty if there is none. */
export interface IntakeTarget {
  /** The base URL of a running intake with API keys enabled; without a trailing slash. */
  readonly url?: string;
  /** The program of the intake and its arguments, in which `{port}` is replaced by a free port. */
  readonly command?: readonly string[];
}

/** The paths of an intake whose profile names no others; the specification leaves them open. */
const usualPaths = { events: '/intake/v2/events', configuration: '/config/v1/agents' } as const;

/** The path at which agents send their events or fetch their configuration, and whether the OpenAPI description has it. */
export function intakePath({ intake }: Pick<Profile, 'intake'>, call: keyof typeof usualPaths) {
  const path = intake?.[call] ?? usualPaths[call];
  return { path, isDescribed: path === usualPaths[call] };
}

/** The name of the extra that an intake gives configurations by this method. */
export function configurationExtra(method: string): string {
  return `configuration:${method}`;
}

/** The name of the extra that an intake takes events in the form of the kit. */
export const eventsExtra = 'events:lines';

/** The settings of an intake that the specification names. */
export const intakeSettings = {
  enabled: 'intake-server.auth.api_key.enabled',
  limit: 'intake-server.auth.api_key.limit',
} as const;

/**
 * Splits a command line at white space. Text in single or double quotation marks is kept together, and the marks are
 * removed; other shell syntax is not supported. Throws UsageError if the line is empty or a quotation mark is not
 * closed.
 */
export function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const unquoted = line.replace(/"[^"]*"|'[^']*'/g, '');
  if (words.length === 0 || /["']/.test(unquoted)) {
    throw new UsageError(`the intake command is empty or has an unclosed quotation mark`);
  }
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** The command-line arguments that pass these settings to an intake: `-E name=value` per setting. */
export function settingArguments(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${String(value)}`]);
}
