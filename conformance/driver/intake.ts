import { UsageError } from '../base/errors.ts';

/** The intake beside the server under test, as far as there is one. */
export interface IntakeTarget {
  /** The base URL of one whose API keys are switched on; without a slash at its end. */
  readonly url?: string;
  /** The program of the intake and its arguments; `{port}` in them is still to be replaced. */
  readonly command?: readonly string[];
}

/** The settings of an intake that the specification names. */
export const intakeSettings = {
  enabled: 'intake-server.auth.api_key.enabled',
  limit: 'intake-server.auth.api_key.limit',
} as const;

/** The method of a request that is no call, but a run of the command of the intake; its path says what is run. */
export const runMethod = 'RUN';

/** What the command of the intake can be run for. */
export const runPaths = {
  /** Looks at the key in the header `Authorization`. */
  verify: '/apikey/verify',
  /** Starts an intake with the settings in the body. */
  start: '/start',
  /** Ends the intake whose process the body names. */
  stop: '/stop',
} as const;

/**
 * Takes a line apart at its blanks, as a shell would: quotation marks of both kinds hold words together. Nothing else
 * has a meaning. Throws UsageError for a mark that is not closed, and for a line without words.
 */
export function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const left = line.replace(/"[^"]*"|'[^']*'/g, '');
  if (words.length === 0 || /["']/.test(left)) {
    throw new UsageError(`the command of the intake cannot be read: ${line}`);
  }
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** The arguments that give an intake these settings. */
export function settingArguments(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${String(value)}`]);
}
