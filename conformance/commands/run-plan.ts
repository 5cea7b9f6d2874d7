import type { Clause, Ledger } from '../../spec/clauses.ts';
import { type KnownFailure, loadBaseline } from '../report/baseline.ts';
import { type Destination, readDestinations } from '../report/destinations.ts';
import type { Scenario } from '../report/scenario.ts';
import { checkClausesOf } from '../run/claims.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { select, type Shard } from '../run/selection.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './context.ts';
import { readTargetFlags, type TargetFlags, type TargetSettings } from './target-flags.ts';

/** What fails a run in addition to failed clauses. */
export const failOnKinds = ['server-errors'] as const;
type FailOn = (typeof failOnKinds)[number];

/** The flags of `run`. */
export interface RunFlags extends TargetFlags {
  readonly chapter: readonly string[];
  readonly clause: readonly string[];
  readonly tags?: string;
  readonly shard?: Shard;
  readonly parallel?: number;
  readonly knownFailures?: string;
  readonly allowGlobal?: boolean;
  readonly failOn: readonly FailOn[];
  readonly report: readonly string[];
  readonly json?: string;
}

/** Everything about a run that is known before the server is contacted. */
export interface RunPlan {
  readonly flags: RunFlags;
  readonly settings: TargetSettings;
  readonly ledger: Ledger;
  readonly scenarios: readonly Scenario[];
  readonly baseline: readonly KnownFailure[];
  readonly destinations: readonly Destination[];
  /** Clauses that `--clause` names and no scenario judges. */
  readonly unjudged: readonly Clause[];
}

/** Checks the flags and selects the scenarios. Throws UsageError if a flag, the profile or the baseline is wrong. */
export async function planRun(flags: RunFlags, context: CommandContext): Promise<RunPlan> {
  const settings = readTargetFlags(flags, context.env);
  const json = flags.json === undefined ? [] : [`json=${flags.json}`];
  const destinations = readDestinations(
    [...flags.report, ...json],
    [flags.knownFailures, flags.profile],
  );
  const ledger = ledgerOf(context.suite);
  checkClausesOf(settings.profile, ledger);
  const all = await collectScenarios(context.suite, ledger);
  const scenarios = select(all, ledger, {
    chapters: flags.chapter,
    clauses: flags.clause,
    ...(flags.tags === undefined ? {} : { tags: flags.tags }),
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
  });
  const baseline =
    flags.knownFailures === undefined ? [] : loadBaseline(flags.knownFailures, ledger, all);
  const unjudged = flags.clause
    .filter((id) => !all.some((scenario) => scenario.clauses.includes(id)))
    .flatMap((id) => ledger.byId.get(id) ?? []);
  return { flags, settings, ledger, scenarios, baseline, destinations, unjudged };
}
