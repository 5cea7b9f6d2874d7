import { present } from '../base/present.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { chapters } from '../../spec/clauses.ts';
import { extras } from '../../spec/extras.ts';
import { fromRoot } from '../../spec/root.ts';
import { capabilities, defaultClaims } from './missing-reasons.ts';
import { nearest, UsageError } from '../base/errors.ts';
import { readParsed } from '../base/read-file.ts';
import { waitMs } from '../base/duration.ts';
import {
  type HookName,
  hookNames,
  type HookTemplate,
  type ManagementUi,
  type Profile,
  type ProfileOptions,
  placeholdersOf,
} from './profile.ts';
import { placeholdersIn } from './hook-request.ts';
import { keyOfFile, problemOf, validatorOf } from './validators.ts';

/** A hook as written in a profile file. */
interface HookFile extends Omit<HookTemplate, 'takes_ms'> {
  readonly takes?: string;
}

/** A profile as written in a profile file. */
interface ProfileFile extends Partial<
  Pick<Profile, 'lacks' | 'notes' | 'rename' | 'intake' | 'management_ui' | 'slow_query'>
> {
  readonly name: string;
  readonly claims?: readonly string[];
  readonly hooks?: Readonly<Partial<Record<HookName, HookFile>>>;
  readonly options?: Readonly<Record<string, string>>;
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

/** The profile that is used if none is given: claims every chapter and has no hooks except the default ones. */
export const defaultProfile: Profile = {
  name: 'default',
  claims: new Set(defaultClaims),
  hooks: defaultHooks,
  options: defaultOptions,
  rename: {},
  lacks: {},
  notes: {},
};

/**
 * Reads a profile by its name (a profile in `conformance/profiles/`) or from a file. Throws UsageError if the profile
 * does not exist, is not YAML, or contains an unknown key or claim.
 */
export function loadProfile(nameOrFile: string): Profile {
  const path = fileOf(nameOrFile);
  const content = readParsed('the profile', path);
  const problem = firstProblem(content);
  if (problem !== undefined) throw new UsageError(`the profile ${path}: ${problem}`);
  const file = content as ProfileFile;
  const { lacks = {} } = file;
  return {
    name: file.name,
    claims: new Set(file.claims ?? defaultClaims),
    hooks: { ...('delete_index' in lacks ? {} : defaultHooks), ...hooksOf(file.hooks ?? {}) },
    options: { ...defaultOptions, ...optionsOf(file.options ?? {}) },
    rename: lowerCase(file.rename ?? {}),
    lacks,
    notes: file.notes ?? {},
    ...present({ intake: file.intake, slow_query: file.slow_query }),
    ...(file.management_ui === undefined
      ? {}
      : { management_ui: managementUiOf(file.management_ui) }),
  };
}

/** The names of the profiles in this package. */
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

function firstProblem(content: unknown): string | undefined {
  const fits = validatorOf(keyOfFile('conformance/profiles/profile.schema.json'));
  if (!fits(content)) return describe(fits);
  const file = content as ProfileFile;
  return claimProblem(file) ?? placeholderProblem(file);
}

/** The first placeholder that the kit does not fill. */
function placeholderProblem({ hooks = {} }: ProfileFile): string | undefined {
  const templates = hookNames.flatMap((name) => {
    const hook = hooks[name];
    if (hook === undefined) return [];
    const none: readonly string[] = [];
    const undo =
      hook.undo === undefined ? [] : [{ at: `${name}/undo`, hook: hook.undo, known: none }];
    return [{ at: name, hook, known: placeholdersOf[name] }, ...undo];
  });
  for (const { at, hook, known } of templates) {
    const wrong = placeholdersIn(hook).find((name) => !known.includes(name));
    if (wrong === undefined) continue;
    const list = known.map((name) => `{${name}}`).join(', ');
    const allowed = list === '' ? 'it has no placeholders' : `it may have ${list}`;
    return `unknown placeholder {${wrong}} at /hooks/${at}: ${allowed}`;
  }
  return undefined;
}

function claimProblem({ claims, hooks = {}, lacks = {} }: ProfileFile): string | undefined {
  const claimable: ReadonlySet<string> = new Set([
    ...chapters,
    ...capabilities,
    ...Object.keys(extras),
  ]);
  const unknownClaim = claims?.find((claim) => !claimable.has(claim));
  if (unknownClaim !== undefined)
    return `"${unknownClaim}" in claims is not a chapter, capability or extra${nearest(unknownClaim, claimable)}`;
  const needs: ReadonlySet<string> = new Set([...claimable, ...hookNames]);
  const reasons = Object.keys(lacks);
  // Clause ids are checked later, against the ledger of the suite.
  const unknownReason = reasons.find(
    (need) => (need.includes(':') || !need.includes('.')) && !needs.has(need),
  );
  if (unknownReason !== undefined) {
    return `"${unknownReason}" at /lacks is not a chapter, capability, extra, hook or clause id`;
  }
  const present: ReadonlySet<string> = new Set([
    ...(claims ?? defaultClaims),
    ...Object.keys(hooks),
  ]);
  const contradiction = reasons.find((need) => present.has(need));
  return contradiction === undefined
    ? undefined
    : `"${contradiction}" is listed in lacks, but the profile claims or defines it`;
}

function describe(fits: ValidateFunction): string {
  const { instancePath = '', params = {} } = fits.errors?.[0] ?? {};
  const key = String(params['additionalProperty']);
  const hint = instancePath === '/hooks' ? nearest(key, hookNames) : '';
  const isDuration = /^\/options\/|\/takes$/.test(instancePath);
  return `${problemOf(fits)}${hint}${isDuration ? ', a duration such as 10s' : ''}`;
}

function hooksOf(
  hooks: Readonly<Partial<Record<HookName, HookFile>>>,
): Readonly<Partial<Record<HookName, HookTemplate>>> {
  return Object.fromEntries(
    Object.entries(hooks).map(([name, { takes, ...hook }]) => [
      name,
      { ...hook, ...(takes === undefined ? {} : { takes_ms: waitMs(takes) }) },
    ]),
  );
}

function optionsOf(options: Readonly<Record<string, string>>): Partial<ProfileOptions> {
  return Object.fromEntries(
    Object.entries(options).map(([name, text]) => [`${name}_ms`, waitMs(text)]),
  );
}

function managementUiOf({ url, ...ui }: ManagementUi): ManagementUi {
  return url === undefined ? ui : { ...ui, url: url.replace(/\/+$/, '') };
}

function lowerCase(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).map(([name, vendorName]) => [
      name.toLowerCase(),
      vendorName.toLowerCase(),
    ]),
  );
}
