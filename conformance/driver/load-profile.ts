import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { chapters } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { capabilities, defaultClaims } from './capabilities.ts';
import { defined } from '../base/assert.ts';
import { nearest } from '../base/nearest.ts';
import { durationMs } from '../base/duration.ts';
import { UsageError } from '../base/errors.ts';
import {
  type HookName,
  hookNames,
  type HookTemplate,
  type ManagementUi,
  type Profile,
  type ProfileIntake,
  type ProfileOptions,
} from './profile.ts';

/** A hook as written in the file. */
interface HookFile extends Omit<HookTemplate, 'takes_ms'> {
  readonly takes?: string;
}

/** A profile as written in the file. */
interface ProfileFile {
  readonly name: string;
  readonly description?: string;
  readonly claims?: readonly string[];
  readonly hooks?: Readonly<Partial<Record<HookName, HookFile>>>;
  readonly lacks?: Readonly<Record<string, string>>;
  readonly notes?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string>>;
  readonly rename?: Readonly<Record<string, string>>;
  readonly intake?: ProfileIntake;
  readonly management_ui?: ManagementUi;
}

/** Hooks that every profile has unless it defines them itself. */
const defaultHooks = { delete_index: { method: 'DELETE', path: '/{index}' } } as const;

const defaultOptions: ProfileOptions = {
  poll_interval_ms: 50,
  visibility_timeout_ms: 10_000,
  request_timeout_ms: 30_000,
  start_timeout_ms: 60_000,
  expiry_delay_ms: 0,
};

/** The profile of a target without one: claims every chapter, has no hooks. */
export const defaultProfile: Profile = {
  name: 'default',
  description: 'Claims every chapter; has no hooks.',
  claims: new Set(defaultClaims),
  hooks: defaultHooks,
  options: defaultOptions,
  rename: {},
  lacks: {},
  notes: {},
};

/**
 * Reads a profile by its name (one of those in `conformance/profiles/`) or from a file. Throws UsageError if there is no
 * such profile, it is not YAML, or a key or claim in it is unknown.
 */
export function loadProfile(nameOrFile: string): Profile {
  const file = fileOf(nameOrFile);
  const content = read(file);
  const problem = firstProblem(content);
  if (problem !== undefined) throw new UsageError(`the profile ${file}: ${problem}`);
  const given = content as ProfileFile;
  return {
    name: given.name,
    description: given.description ?? '',
    claims: new Set(given.claims ?? defaultClaims),
    hooks: { ...defaultHooks, ...hooksOf(given.hooks ?? {}) },
    options: { ...defaultOptions, ...optionsOf(given.options ?? {}) },
    rename: lowerCase(given.rename ?? {}),
    lacks: given.lacks ?? {},
    notes: given.notes ?? {},
    ...(given.intake === undefined ? {} : { intake: given.intake }),
    ...(given.management_ui === undefined
      ? {}
      : { management_ui: managementUiOf(given.management_ui) }),
  };
}

/** The names of the profiles of this package. */
export function shippedProfiles(): readonly string[] {
  const files = readdirSync(fromRoot('conformance', 'profiles'));
  return files.filter((name) => name.endsWith('.yaml')).map((name) => basename(name, '.yaml'));
}

function fileOf(nameOrFile: string): string {
  if (shippedProfiles().includes(nameOrFile)) {
    return fromRoot('conformance', 'profiles', `${nameOrFile}.yaml`);
  }
  if (existsSync(nameOrFile)) return nameOrFile;
  const names = shippedProfiles().join(', ');
  throw new UsageError(
    `unknown profile ${nameOrFile}${nearest(nameOrFile, shippedProfiles())}; it is neither a file nor one of: ${names}`,
  );
}

function read(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`the profile ${file}: ${String(error)}`);
  }
}

function firstProblem(content: unknown): string | undefined {
  const schema = readFileSync(fromRoot('conformance', 'profiles', 'profile.schema.json'), 'utf8');
  const fits = new Ajv2020({ allErrors: true }).compile(JSON.parse(schema) as object);
  if (!fits(content)) return describe(defined(fits.errors?.[0], 'error of a failed schema check'));
  return claimProblem(content as ProfileFile);
}

function claimProblem({ claims, hooks = {}, lacks = {} }: ProfileFile): string | undefined {
  const claimable: ReadonlySet<string> = new Set([...chapters, ...capabilities]);
  const unknownClaim = claims?.find((claim) => !claimable.has(claim));
  if (unknownClaim !== undefined)
    return `"${unknownClaim}" in claims is not a chapter or capability`;
  const known: ReadonlySet<string> = new Set([...claimable, ...hookNames]);
  const reasons = Object.keys(lacks);
  // Clause ids are checked later, against the ledger of the suite.
  const unknownReason = reasons.find((need) => !need.includes('.') && !known.has(need));
  if (unknownReason !== undefined) {
    return `"${unknownReason}" at /lacks is not a chapter, capability, hook or clause id`;
  }
  const has: ReadonlySet<string> = new Set([...(claims ?? defaultClaims), ...Object.keys(hooks)]);
  const both = reasons.find((need) => has.has(need));
  return both === undefined
    ? undefined
    : `"${both}" is listed in lacks, but the profile claims or defines it`;
}

function describe(error: ErrorObject): string {
  const key: unknown = error.params['additionalProperty'];
  const place = error.instancePath === '' ? 'the top level' : error.instancePath;
  if (typeof key === 'string') return `unknown key "${key}" at ${place}`;
  return `${place} ${defined(error.message, 'message of a schema error')}`;
}

function hooksOf(
  given: Readonly<Partial<Record<HookName, HookFile>>>,
): Readonly<Partial<Record<HookName, HookTemplate>>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, { takes, ...hook }]) => [
      name,
      { ...hook, ...(takes === undefined ? {} : { takes_ms: durationMs(takes) }) },
    ]),
  );
}

function optionsOf(given: Readonly<Record<string, string>>): Partial<ProfileOptions> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [`${name}_ms`, durationMs(text)]),
  );
}

function managementUiOf({ url, ...ui }: ManagementUi): ManagementUi {
  return url === undefined ? ui : { ...ui, url: url.replace(/\/+$/, '') };
}

function lowerCase(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).map(([name, theirs]) => [name.toLowerCase(), theirs.toLowerCase()]),
  );
}
