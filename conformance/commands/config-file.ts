import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { present } from '../base/present.ts';
import { readParsed } from '../base/read-file.ts';
import { shippedProfiles } from '../driver/load-profile.ts';
import type { tlsFiles } from '../driver/target.ts';
import { keyOfFile, problemOf, validatorOf } from '../driver/validators.ts';
import { readBaseUrl, readDuration } from './flag-values.ts';
import type { RunFlags } from './run-plan.ts';
import type { TargetFlags } from './target-flags.ts';

/** The name of the file that is read if it is in the current folder. */
export const configName = 'search-conformance.yaml';

/** The content of a file, as its schema describes it. */
interface Config {
  readonly target?: Readonly<
    Partial<Record<'base_url' | 'spawn' | 'intake_url' | 'intake_command' | 'timeout', string>> &
      Partial<Record<(typeof tlsFiles)[number], string>> &
      Partial<Record<'insecure' | 'allow_global', boolean>>
  >;
  readonly profile?: string;
  readonly auth?: string;
  readonly baseline?: string;
  readonly reports?: readonly string[];
}

/** The values of a file, for a command that takes the flags of a target. */
export type ConfigFlags = Partial<Pick<RunFlags, 'knownFailures' | 'allowGlobal' | 'report'>> &
  TargetFlags;

/**
 * The flags with what the configuration file says about those that are not given. Without `--config`, the file
 * `search-conformance.yaml` of the current folder is read if there is one. Paths are relative to the folder of the file.
 * Throws UsageError if the file cannot be read or does not match its schema.
 */
export function withConfig<Flags extends ConfigFlags>(given: Flags): Flags {
  const file = given.config ?? (existsSync(configName) ? configName : undefined);
  if (file === undefined) return given;
  const { baseUrl, spawn, report, ...rest } = flagsOf(read(file), dirname(resolve(file)));
  const hasTarget = given.baseUrl !== undefined || given.spawn !== undefined;
  const hasReport = given.report !== undefined && given.report.length > 0;
  const target = hasTarget ? {} : present({ baseUrl, spawn });
  const reports = hasReport ? {} : present({ report });
  return { ...rest, ...target, ...given, ...reports };
}

function flagsOf({ target = {}, ...config }: Config, folder: string): ConfigFlags {
  const path = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : resolve(folder, name);
  const isShipped = config.profile !== undefined && shippedProfiles().includes(config.profile);
  return present({
    baseUrl: mapped(target.base_url, (url) => readBaseUrl('target.base_url', url)),
    spawn: target.spawn,
    intakeUrl: mapped(target.intake_url, (url) => readBaseUrl('target.intake_url', url)),
    intakeCommand: target.intake_command,
    timeout: mapped(target.timeout, readDuration),
    ca: path(target.ca),
    cert: path(target.cert),
    key: path(target.key),
    insecure: target.insecure === true ? true : undefined,
    allowGlobal: target.allow_global,
    profile: isShipped ? config.profile : path(config.profile),
    auth: config.auth,
    knownFailures: path(config.baseline),
    report: config.reports?.map((report) => {
      const [kind = report, name] = report.split(/=(.*)/s, 2);
      return name === undefined ? report : `${kind}=${resolve(folder, name)}`;
    }),
  });
}

function mapped<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : read(text);
}

function read(file: string): Config {
  const content = readParsed('the configuration', file) ?? {};
  const fits = validatorOf<Config>(keyOfFile('conformance/profiles/config.schema.json'));
  if (fits(content)) return content;
  throw new UsageError(`${file}: ${problemOf(fits)}`);
}
