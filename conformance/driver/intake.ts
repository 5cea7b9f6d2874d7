import { UsageError } from '../base/errors.ts';

/** The intake of a target; empty if there is none. */
export interface IntakeTarget {
  /** The base URL of a running intake with API keys enabled; without a trailing slash. */
  readonly url?: string;
  /** The program of the intake and its arguments, in which `{port}` is replaced by a free port. */
  readonly command?: readonly string[];
}

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
