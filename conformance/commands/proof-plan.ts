import { loadOperations } from '../../spec/operations.ts';
import { fromRoot } from '../../spec/root.ts';
import { UsageError, nearest } from '../base/errors.ts';
import { present } from '../base/present.ts';
import type { ProofSize } from '../proof/proof-console.ts';
import type { ProofPlan } from '../proof/prove.ts';
import { trialOf } from '../proof/score.ts';
import { loadOpenPlaces, matchesGlob } from '../proof/space/open-places.ts';
import { combinationsOf, shapesNamed } from '../proof/shapes/combinations.ts';
import { serverShapes } from '../proof/shapes/server-shapes.ts';
import { checkDistinct, checkReportFile } from '../report/destinations.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { loadMutations, type Mutations } from '../run/mutations.ts';
import { clausesIn, select } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';
import { readTargetFlags, type TargetFlags, type TargetSettings } from './target-flags.ts';

/** The flags of `prove`. */
export interface ProveFlags extends Pick<TargetFlags, 'spawn' | 'intakeUrl' | 'intakeCommand'> {
  readonly faults?: boolean;
  readonly variants?: boolean;
  readonly derived?: boolean;
  readonly fuzz?: boolean;
  readonly mutation: readonly string[];
  readonly shape: readonly string[];
  readonly every?: number;
  readonly chapter: readonly string[];
  readonly profile: string;
  readonly parallel?: number;
  readonly json?: string;
}

/** A proof, and the correct server for it. */
export interface PreparedProof {
  readonly flags: ProveFlags;
  readonly settings: TargetSettings;
  readonly plan: ProofPlan;
  readonly size: ProofSize;
}

/** Checks the flags and selects scenarios, faults and variants. Throws UsageError if a flag or the profile is wrong. */
export async function planProof(
  flags: ProveFlags,
  { suite, env }: CommandContext,
): Promise<PreparedProof> {
  if (flags.json !== undefined) {
    checkReportFile(flags.json);
    checkDistinct([flags.json], [flags.profile]);
  }
  const settings = readTargetFlags(serverFlags(flags), env);
  const ledger = ledgerOf(suite);
  const collected = await collectScenarios(suite, ledger);
  const selection = { chapters: flags.chapter, clauses: [], excluded: [] };
  const scenarios = select(collected, ledger, selection);
  const wanted =
    flags.chapter.length === 0 ? new Set(ledger.byId.keys()) : clausesIn(ledger, selection);
  const named = namedIn(flags, await loadMutations(suite));
  const { patterns, faults, variants } = named;
  const trials = faults
    .map((fault) => trialOf(fault, wanted, scenarios))
    .filter(({ clauses }) => clauses.length > 0);
  const kinds = kindsOf(named.flags);
  const isNamed = patterns.length < flags.mutation.length;
  const isOnlyFaults = isNamed && [...kinds].join() === 'faults';
  const tried = new Set(trials.flatMap((trial) => trial.scenarios));
  const { shape } = flags;
  const combinations = shape.length === 0 ? combinationsOf(serverShapes) : shape.map(shapesNamed);
  const spaceOf = () => ({
    openPlaces: loadOpenPlaces(ledger, suite.openPlaces),
    complete: flags.chapter.length === 0,
    patterns,
  });
  const plan: ProofPlan = {
    conditions: { ledger, profile: settings.profile, allowGlobal: true },
    // Faults that are named need no other scenarios; everything else is tried with all.
    scenarios: isOnlyFaults ? scenarios.filter((scenario) => tried.has(scenario)) : scenarios,
    ...(kinds.has('faults') ? { trials } : {}),
    ...(kinds.has('variants') ? { variants } : {}),
    ...(kinds.has('shapes') && !isNamed ? { combinations } : {}),
    ...(kinds.has('derived') ? { space: spaceOf() } : {}),
  };
  return { flags, settings, plan, size: sizeOf(plan) };
}

/**
 * The faults and variants that `--mutation` names, or else all, and the patterns that are left for derived mutations. Throws
 * UsageError for what names nothing: the ids of derived mutations have several words, and begin with that of an operation.
 */
function namedIn(flags: ProveFlags, { faults, variants }: Mutations) {
  const isNamed = ({ name }: { readonly name: string }): boolean => flags.mutation.includes(name);
  const own = { faults: faults.filter(isNamed), variants: variants.filter(isNamed) };
  const names = new Set([...own.faults, ...own.variants].map(({ name }) => name));
  const patterns = flags.mutation.filter((text) => !names.has(text));
  const operations = loadOperations().map(({ id }) => id);
  for (const pattern of patterns) {
    const [operation = '', ...rest] = pattern.split(' ');
    const isName = rest.length === 0 && !operation.includes('*');
    if (!isName && operations.some((id) => matchesGlob([operation], id))) continue;
    const known = isName ? [...faults, ...variants].map(({ name }) => name) : operations;
    throw new UsageError(
      `--mutation ${pattern}: there is no such ${isName ? 'fault or variant' : 'operation'} (derived mutations match a pattern such as "search response *")${nearest(operation, known)}`,
    );
  }
  if (names.size === 0) return { flags, faults, variants, patterns };
  const isWanted = { faults: own.faults.length > 0, variants: own.variants.length > 0 };
  return { flags: { ...flags, ...isWanted, mutation: patterns }, ...own, patterns };
}

function sizeOf({ trials = [], variants = [], combinations = [] }: ProofPlan): ProofSize {
  return { faults: trials.length, variants: variants.length, combinations: combinations.length };
}

type Kind = 'faults' | 'variants' | 'shapes' | 'derived';

/** Returns the kinds of mutations to run: those that a flag names, or all of them. */
function kindsOf(flags: ProveFlags): ReadonlySet<Kind> {
  const { fuzz, every, mutation, faults, variants } = flags;
  const wanted = { faults, variants, derived: flags.derived === true || mutation.length > 0 };
  const named = (['faults', 'variants', 'derived'] as const).filter(
    (kind) => wanted[kind] === true,
  );
  if (fuzz === true) {
    if (named.length !== 1 || faults === true || flags.shape.length > 0) {
      throw new UsageError('--fuzz needs either --variants or --derived');
    }
    return new Set(named);
  }
  if (every !== undefined) throw new UsageError('--every needs --fuzz and --derived');
  return withShapes(named, flags);
}

/** Adds the shapes where variants run, if the server is the reference: only it has shapes. */
function withShapes(
  named: readonly Kind[],
  { shape, spawn }: Pick<ProveFlags, 'shape' | 'spawn'>,
): ReadonlySet<Kind> {
  if (shape.length > 0) {
    if (spawn !== undefined) throw new UsageError('--shape needs the reference');
    return new Set([...named, 'shapes']);
  }
  const kinds: readonly Kind[] = named.length === 0 ? ['faults', 'variants', 'derived'] : named;
  const hasShapes = spawn === undefined && kinds.includes('variants');
  return new Set(hasShapes ? [...kinds, 'shapes'] : kinds);
}

/** The flags of the correct server: by default the reference, with its intake. */
function serverFlags({ spawn, profile, intakeUrl, intakeCommand }: ProveFlags): TargetFlags {
  const given = { profile, ...present({ intakeUrl, intakeCommand }) };
  if (spawn !== undefined) return { spawn, ...given };
  const own = `${ownProgram('intake/main.js')} --service-url {base_url}`;
  const intake = intakeUrl === undefined ? { intakeCommand: own } : {};
  return { spawn: `exec ${ownProgram('main.js')}`, ...intake, ...given };
}

function ownProgram(file: string): string {
  return `"${process.execPath}" "${fromRoot('dist', 'bundle', 'reference', file)}" --port {port} --test-control`;
}
