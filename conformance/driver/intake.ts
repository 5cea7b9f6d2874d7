import { UsageError } from '../base/errors.ts';

/** The intake beside the server under test; empty if there is none. */
export interface IntakeTarget {
  /** The base URL of a running intake with API keys enabled; without a trailing slash. */
  readonly url?: string;
  /** The program of the intake and its arguments; `{port}` in them stands for a free port. */
  readonly command?: readonly string[];
}

/** The settings of an intake that the specification names. */
export const intakeSettings = {
  enabled: 'intake-server.auth.api_key.enabled',
  limit: 'intake-server.auth.api_key.limit',
} as const;

/**
 * Splits a command line at white space, as a shell does: single and double quotation marks hold a word together, and are
 * removed. Nothing else is special. Throws UsageError if a quotation mark is not closed or the line has no words.
 */
export function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const left = line.replace(/"[^"]*"|'[^']*'/g, '');
  if (words.length === 0 || /["']/.test(left)) {
    throw new UsageError(`the command of the intake is empty or has an unclosed quotation mark`);
  }
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** The command-line arguments that pass these settings to an intake: `-E name=value` for each. */
export function settingArguments(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${String(value)}`]);
}
