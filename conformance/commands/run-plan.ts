import { present } from '../base/present.ts';
import type { Clause, Ledger } from '../../spec/clauses.ts';
import { type BaselineEntry, loadBaseline } from '../report/baseline.ts';
import { type Destination, readDestinations } from '../report/destinations.ts';
import { whyNoHook } from '../driver/missing-reasons.ts';
import { type Profile, withoutServerHooks } from '../driver/profile.ts';
import type { FailOn } from '../report/outcome.ts';
import type { Detail } from '../report/progress.ts';
import { isProperty, type Scenario } from '../report/result.ts';
import { withProperties, propertiesOf } from '../fuzz/checks.ts';
import { scenarioOf, type JudgedProperty, unclaimedProperties } from '../fuzz/outcome.ts';
import { requestsForPairs } from '../fuzz/fuzz.ts';
import { UsageError, nearest } from '../base/errors.ts';
import { checkClausesOf, type Conditions } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { select, type Shard } from '../run/selection.ts';
import { ledgerOf, packageVersion } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';
import type { TargetFlags, TargetSettings } from './target-flags.ts';
import type { Rewriting } from '../run/rewriting.ts';
import { isClaimed, rewritings } from '../run/rewritings.ts';
import { createHash } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { randomSeed } from '../base/environment.ts';
import { durationMs } from '../base/duration.ts';
import type { Property } from '../fuzz/property.ts';
import { integerFrom, readSeed } from './flag-values.ts';

/**
 * The rewritings that a run may apply: the named ones, or all, whose clause the profile claims. Throws UsageError for an
 * unknown name.
 */
export function planRewritings({
  named,
  budget,
  ledger,
  profile,
}: Omit<Selected, 'checks' | 'seed'> & {
  readonly named: readonly string[];
}): readonly Rewriting[] {
  const ids = rewritings.map(({ id }) => id);
  const unknown = named.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const known = `known: ${ids.join(', ')}`;
    throw new UsageError(`unknown rewriting ${unknown}${nearest(unknown, ids)}; ${known}`);
  }
  if (named.length === 0 && isEmptyBudget(budget)) return [];
  const isWanted = ({ id }: Rewriting): boolean => named.length === 0 || named.includes(id);
  return rewritings.filter((one) => isWanted(one) && isClaimed(one, ledger, profile));
}

/** The flags of `run`. */
export interface RunFlags extends TargetFlags {
  readonly chapter: readonly string[];
  readonly clause: readonly string[];
  readonly scenario: readonly string[];
  readonly rewriting: readonly string[];
  readonly exclude: readonly string[];
  readonly tags?: string;
  readonly shard?: Shard;
  readonly parallel?: number;
  readonly repeat?: number;
  readonly bail?: number;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly knownFailures?: string;
  readonly allowGlobal?: boolean;
  readonly failOn: readonly FailOn[];
  readonly values: ValuesBudget;
  readonly seed?: number | 'random';
  readonly report: readonly string[];
  readonly json?: string;
}

/** Everything about a run that is known before the server is contacted. */
export interface RunPlan {
  readonly flags: RunFlags;
  readonly settings: TargetSettings;
  readonly ledger: Ledger;
  readonly scenarios: readonly Scenario[];
  /** The properties that are tried after the scenarios. */
  readonly values: ValuesPlan;
  /** What sends the requests of scenarios in another way, after the scenarios. */
  readonly rewritings: readonly Rewriting[];
  readonly baseline: readonly BaselineEntry[];
  readonly destinations: readonly Destination[];
  /** Clauses that `--clause` names and no scenario judges. */
  readonly unjudged: readonly Clause[];
  readonly detail: Detail;
  /** What the user should know before the run. */
  readonly notices: readonly string[];
}

/** What decides whether the scenarios of a plan run. A server that the kit has started is there for this run alone. */
export function conditionsOf({ flags, settings, ledger }: RunPlan): Conditions {
  return { ledger, profile: settings.profile, allowGlobal: allowsGlobal(flags) };
}

/** The profile that scenarios get: without the hooks that they must not use. */
export function scenarioProfile({ flags, settings }: Pick<RunPlan, 'flags' | 'settings'>): Profile {
  const { profile, intake } = settings;
  return allowsGlobal(flags) ? profile : withoutServerHooks(profile, intake.url === undefined);
}

function allowsGlobal({ allowGlobal, spawn }: RunFlags): boolean {
  return allowGlobal ?? spawn !== undefined;
}

/** Checks the flags and selects the scenarios. Throws UsageError if a flag, the profile or the baseline is wrong. */
export async function planRun(
  flags: RunFlags,
  settings: TargetSettings,
  context: CommandContext,
): Promise<RunPlan> {
  const json = flags.json === undefined ? [] : [`json=${flags.json}`];
  const destinations = readDestinations(
    [...flags.report, ...json],
    [flags.knownFailures, flags.profile],
  );
  const ledger = ledgerOf(context.suite);
  checkClausesOf(settings.profile, ledger);
  const examples = await collectScenarios(context.suite, ledger);
  const all = withProperties(examples, ledger);
  const selection = {
    chapters: flags.chapter,
    clauses: flags.clause,
    scenarios: flags.scenario,
    excluded: flags.exclude,
    ...present({ tags: flags.tags, shard: flags.shard }),
  };
  const isPlain = isEmptyBudget(flags.values) || flags.rewriting.length > 0;
  const checks = select(isPlain ? examples : all, ledger, selection);
  const scenarios = checks.filter((check) => !isProperty(check));
  const baseline =
    flags.knownFailures === undefined ? [] : loadBaseline(flags.knownFailures, ledger, all);
  const unjudged = flags.clause
    .filter((id) => !examples.some((scenario) => scenario.clauses.includes(id)))
    .flatMap((id) => ledger.byId.get(id) ?? []);
  const { values: budget, seed } = flags;
  const profile = scenarioProfile({ flags, settings });
  const rewritings = planRewritings({ named: flags.rewriting, budget, ledger, profile });
  const values = planValues({ checks, ledger, profile, budget, seed });
  const notices = [...remainders(settings.profile), ...valuesNotices(values)];
  return {
    flags,
    settings,
    ledger,
    scenarios,
    values,
    rewritings,
    baseline,
    destinations,
    unjudged,
    detail: detailOf(flags),
    notices,
  };
}

/** All that a plan checks: its scenarios, and its properties as scenarios. */
export function checksOf({ scenarios, values }: RunPlan): readonly Scenario[] {
  const { properties } = values;
  return [...scenarios, ...properties.map(scenarioOf)];
}

/** What a run with this profile leaves on the server. */
function remainders(profile: Profile): readonly string[] {
  if (profile.hooks.delete_index !== undefined) return [];
  return [`the indices of this run stay on the server: ${whyNoHook(profile, 'delete_index')}`];
}

/** Throws UsageError if the flags contradict each other. */
function detailOf({ quiet, verbose }: RunFlags): Detail {
  if (quiet === true && verbose === true) {
    throw new UsageError('--quiet and --verbose cannot be combined');
  }
  if (quiet === true) return 'quiet';
  return verbose === true ? 'verbose' : 'normal';
}

/** How much a run may spend on generated values: about so many requests for each property, or all of a time. */
export type ValuesBudget =
  | { readonly requests: number; readonly isDefault: boolean }
  | { readonly time_ms: number };

/** The values of a run, before the server is contacted. */
export interface ValuesPlan {
  readonly properties: readonly Property[];
  /** The selected properties that the profile does not claim. */
  readonly unclaimed: readonly JudgedProperty[];
  readonly seed: number;
  readonly budget: ValuesBudget;
}

/** Enough for one or more values of each property; a run of the whole suite takes a few seconds longer. */
export const defaultBudget = { requests: requestsForPairs, isDefault: true };

const readRequests = integerFrom(0, 1_000_000);

/** Reads `--values`: a number of requests or a duration; for commander. */
export function readBudget(text: string): ValuesBudget {
  const time_ms = /^\d+$/.test(text) ? undefined : durationMs(text);
  if (time_ms !== undefined && time_ms > 0) return { time_ms };
  if (/^\d+$/.test(text)) return { requests: readRequests(text), isDefault: false };
  throw new InvalidArgumentError(
    'Expected a number of requests such as 200, or a time such as 5m.',
  );
}

/** Reads `--seed` of `run`: an integer or `random`; for commander. */
export function readRunSeed(text: string): number | 'random' {
  return text === 'random' ? text : readSeed(text);
}

/** The default budget ends after this time, or after half the time of the scenarios, which is a third of the run. */
const leastTime_ms = 3000;

/** How long the rewritings and the values of a run may take, after scenarios that took so long. */
export function timeFor(budget: ValuesBudget, elapsed_ms: number): number {
  if ('time_ms' in budget) return budget.time_ms;
  return budget.isDefault ? Math.max(leastTime_ms, elapsed_ms / 2) : Number.POSITIVE_INFINITY;
}

/** True if a run with this budget tries no values. */
export function isEmptyBudget(budget: ValuesBudget): boolean {
  return 'requests' in budget && budget.requests === 0;
}

/** What the values of a run are planned from. */
interface Selected {
  readonly checks: readonly Scenario[];
  readonly ledger: Ledger;
  readonly profile: Profile;
  readonly budget: ValuesBudget;
  readonly seed: number | 'random' | undefined;
}

/** Plans the values of the properties among the selected checks. */
function planValues({ checks, ledger, profile, budget, seed }: Selected): ValuesPlan {
  const ids = new Set(checks.map(({ id }) => id));
  const selected = propertiesOf(ledger).filter(({ id }) => ids.has(id));
  const unclaimed = unclaimedProperties(selected, profile, ledger);
  const lacking = new Set(unclaimed.map(({ id }) => id));
  return {
    properties: selected.filter(({ id }) => !lacking.has(id)),
    unclaimed,
    seed: seed === 'random' ? randomSeed() : (seed ?? seedOfVersion()),
    budget,
  };
}

/** Says what a run tries; empty if it tries nothing. */
function valuesNotices({ properties, seed, budget }: ValuesPlan): readonly string[] {
  if (properties.length === 0) return [];
  const effort =
    'time_ms' in budget
      ? `for ${budget.time_ms / 1000} s`
      : `with about ${budget.requests} requests each, more for pairs of dimensions`;
  const count = properties.length === 1 ? '1 property' : `${properties.length} properties`;
  return [`then ${count} ${effort}, seed ${seed}`];
}

/** The same for all runs of a version, so that a gate changes with the version only. */
function seedOfVersion(): number {
  return createHash('sha256').update(packageVersion()).digest().readUInt32BE(0) >>> 1;
}
