import { present } from '../base/present.ts';
import type { Clause, Ledger } from '../../spec/clauses.ts';
import type { BaselineEntry } from '../report/baseline.ts';
import { type Destination, readDestinations } from '../report/destinations.ts';
import { loadBaseline } from '../report/load-baseline.ts';
import { whyNoHook } from '../driver/missing-reasons.ts';
import { type Profile, withoutServerHooks } from '../driver/profile.ts';
import type { FailOn } from '../report/outcome.ts';
import type { Detail } from '../report/progress.ts';
import { isProperty, type Scenario } from '../report/scenario.ts';
import { withProperties } from '../fuzz/checks.ts';
import { scenarioOf } from '../fuzz/outcome.ts';
import { UsageError } from '../base/errors.ts';
import { checkClausesOf, type Conditions } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { select, type Shard } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';
import type { TargetFlags, TargetSettings } from './target-flags.ts';
import type { Rewriting } from '../run/rewriting.ts';
import {
  isEmptyBudget,
  planValues,
  type ValuesBudget,
  valuesNotices,
  type ValuesPlan,
} from './values-plan.ts';
import { nearest } from '../base/nearest.ts';
import { isClaimed, rewritings } from '../run/rewritings.ts';

/** What the rewritings of a run are planned from. */
interface Wanted {
  /** The ids that `--rewriting` names; empty: all. */
  readonly named: readonly string[];
  readonly budget: ValuesBudget;
  readonly ledger: Ledger;
  readonly profile: Profile;
}

/** The rewritings that a run may apply: those whose clause the profile claims. Throws UsageError for an unknown name. */
export function planRewritings(wanted: Wanted): readonly Rewriting[] {
  const { named, budget, ledger, profile } = wanted;
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
