import { createHash } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import type { Ledger } from '../../spec/clauses.ts';
import { randomHex } from '../base/environment.ts';
import { durationMs } from '../base/duration.ts';
import type { Profile } from '../driver/profile.ts';
import { propertiesOf } from '../fuzz/checks.ts';
import type { JudgedProperty } from '../fuzz/outcome.ts';
import type { Property } from '../fuzz/property.ts';
import { unclaimedProperties } from '../fuzz/unclaimed.ts';
import type { Scenario } from '../report/scenario.ts';
import { packageVersion } from '../run/suite.ts';
import { integerFrom, readSeed } from './flag-values.ts';

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
export const defaultBudget = { requests: 60, isDefault: true };

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
export function planValues({ checks, ledger, profile, budget, seed }: Selected): ValuesPlan {
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
export function valuesNotices({ properties, seed, budget }: ValuesPlan): readonly string[] {
  if (properties.length === 0) return [];
  const effort =
    'time_ms' in budget
      ? `for ${budget.time_ms / 1000} s`
      : `with about ${budget.requests} requests each`;
  const count = properties.length === 1 ? '1 property' : `${properties.length} properties`;
  return [`then ${count} ${effort}, seed ${seed}`];
}

/** The same for all runs of a version, so that a gate changes with the version only. */
function seedOfVersion(): number {
  return createHash('sha256').update(packageVersion()).digest().readUInt32BE(0) >>> 1;
}

/** A seed for a run that explores. */
export function randomSeed(): number {
  return Number.parseInt(randomHex(4), 16) >>> 1;
}
