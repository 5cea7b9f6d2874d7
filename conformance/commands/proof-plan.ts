import { fromRoot } from '../../spec/root.ts';
import { UsageError } from '../base/errors.ts';
import type { ProofSize } from '../proof/proof-console.ts';
import type { ProofPlan } from '../proof/prove.ts';
import { trialOf } from '../proof/score.ts';
import { loadOpenPlaces, type OpenPlaces } from '../proof/space/open-places.ts';
import { combinationsOf, shapesNamed } from '../proof/shapes/combinations.ts';
import { type ServerShape, serverShapes } from '../proof/shapes/server-shapes.ts';
import type { SpacePlan } from '../proof/space/prove-space.ts';
import { checkDistinct, checkReportFile } from '../report/destinations.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { loadMutations } from '../run/mutations.ts';
import { clausesIn, select } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { readTargetFlags, type TargetFlags, type TargetSettings } from './target-flags.ts';

/** The flags of `prove`. */
export interface ProveFlags extends Pick<TargetFlags, 'spawn' | 'intakeUrl' | 'intakeCommand'> {
  readonly faults?: boolean;
  readonly variants?: boolean;
  readonly derived?: boolean;
  readonly fuzz?: boolean;
  readonly mutation: readonly string[];
  readonly shape: readonly string[];
  readonly atMost?: number;
  readonly every?: number;
  readonly recording?: string;
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
    checkDistinct([flags.json], [flags.recording, flags.profile]);
  }
  const settings = readTargetFlags(serverFlags(flags), env);
  const ledger = ledgerOf(suite);
  const collected = await collectScenarios(suite, ledger);
  const selection = { chapters: flags.chapter, clauses: [], excluded: [] };
  const scenarios = select(collected, ledger, selection);
  const wanted =
    flags.chapter.length === 0 ? new Set(ledger.byId.keys()) : clausesIn(ledger, selection);
  const { faults, variants } = await loadMutations(suite);
  const trials = faults
    .map((fault) => trialOf(fault, wanted, scenarios))
    .filter(({ clauses }) => clauses.length > 0);
  const kinds = kindsOf(flags);
  const plan = {
    conditions: { ledger, profile: settings.profile, allowGlobal: true },
    scenarios,
    ...(kinds.faults ? { trials } : {}),
    ...(kinds.variants ? { variants } : {}),
    ...(kinds.shapes ? { combinations: combinationsFor(flags) } : {}),
    ...(kinds.derived ? { space: spacePlan(flags, loadOpenPlaces(ledger, suite.openPlaces)) } : {}),
  };
  const size = {
    faults: plan.trials?.length ?? 0,
    variants: plan.variants?.length ?? 0,
    combinations: plan.combinations?.length ?? 0,
  };
  return { flags, settings, plan, size };
}

/** Returns the kinds of mutations to run: those that a flag names, or all of them. */
function kindsOf(
  flags: ProveFlags,
): Readonly<Record<'faults' | 'variants' | 'shapes' | 'derived', boolean>> {
  const named = flags.shape.length > 0;
  if (named && flags.spawn !== undefined) throw new UsageError('--shape needs the reference');
  const faults = flags.faults === true;
  const variants = flags.variants === true;
  const derived = flags.derived === true || flags.mutation.length > 0;
  if (flags.fuzz === true) {
    if ([faults, variants, derived].filter(Boolean).length > 1) {
      throw new UsageError('--fuzz tries one kind of mutations: faults, variants or derived ones');
    }
    return { faults: !variants && !derived, variants, shapes: false, derived };
  }
  if (flags.every !== undefined) throw new UsageError('--every needs --fuzz and --derived');
  const all = !faults && !variants && !derived && !named;
  // Only the reference has shapes.
  const shapes = named || (flags.spawn === undefined && (all || variants));
  return { faults: all || faults, variants: all || variants, shapes, derived: all || derived };
}

function combinationsFor({ shape }: ProveFlags): readonly (readonly ServerShape[])[] {
  return shape.length === 0 ? combinationsOf(serverShapes) : shape.map(shapesNamed);
}

function spacePlan(flags: ProveFlags, openPlaces: readonly OpenPlaces[]): SpacePlan {
  const { atMost = Infinity, recording } = flags;
  const file = recording === undefined ? {} : { recording };
  const complete = flags.chapter.length === 0;
  return { openPlaces, complete, patterns: flags.mutation, atMost, ...file };
}

/** The flags of the correct server: by default the reference, with its intake. */
function serverFlags({ spawn, profile, intakeUrl, intakeCommand }: ProveFlags): TargetFlags {
  const url = intakeUrl === undefined ? {} : { intakeUrl };
  const given = { profile, ...url, ...(intakeCommand === undefined ? {} : { intakeCommand }) };
  if (spawn !== undefined) return { spawn, ...given };
  const own = `${ownProgram('intake/main.js')} --service-url {base_url}`;
  const intake = intakeUrl === undefined ? { intakeCommand: own } : {};
  return { spawn: `exec ${ownProgram('main.js')}`, ...intake, ...given };
}

function ownProgram(file: string): string {
  return `"${process.execPath}" "${fromRoot('dist', 'bundle', 'reference', file)}" --port {port} --test-control`;
}
