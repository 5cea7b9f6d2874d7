import { createHash } from 'node:crypto';
import type { ScenarioResult } from '../report/result.ts';
import type { Ledger } from '../../spec/clauses.ts';
import type { Profile } from '../driver/profile.ts';
import type { Scenario } from '../report/scenario.ts';
import { isUnclaimed } from './claims.ts';
import type { Rewriting } from './rewriting.ts';

/** True if the profile claims the clause that a rewriting rests on. */
export function isClaimed({ clause }: Rewriting, ledger: Ledger, profile: Profile): boolean {
  const known = ledger.byId.get(clause);
  return known !== undefined && !isUnclaimed(known, profile);
}

/** The clauses of the scenarios that have failed. */
export function refutedIn(results: readonly ScenarioResult[]): ReadonlySet<string> {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return new Set(failed.flatMap(({ scenario }) => scenario.clauses));
}

/** A scenario, and a rewriting that may send its requests. */
export interface Candidate {
  readonly rewriting: Rewriting;
  readonly scenario: Scenario;
}

/**
 * The scenarios that passed, each with the rewritings that can be put in front of it. A rewriting whose own clause has
 * failed would only repeat that failure.
 */
export function candidatesOf(
  planned: readonly Rewriting[],
  results: readonly ScenarioResult[],
): readonly Candidate[] {
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const refuted = refutedIn(results);
  const usable = planned.filter(({ clause }) => !refuted.has(clause));
  return usable.flatMap((rewriting) =>
    passed
      .filter(({ rewritable = [] }) => rewritable.includes(rewriting.id))
      .map(({ scenario }) => ({ rewriting, scenario })),
  );
}

/** The name of the pair of a rewriting and the chapter of the first clause of a scenario. */
export function pairOf({ rewriting, scenario }: Candidate): string {
  return `${rewriting.id} ${scenario.clauses[0]?.split('.')[0]}`;
}

/**
 * The candidates in rounds, each with one scenario for every pair of a rewriting and a chapter that has one left. The seed
 * decides their order.
 */
export function roundsOf(
  candidates: readonly Candidate[],
  seed: number,
): readonly (readonly Candidate[])[] {
  const byPair = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const pair = pairOf(candidate);
    byPair.set(pair, [...(byPair.get(pair) ?? []), candidate]);
  }
  const key = ({ rewriting, scenario }: Candidate): string =>
    createHash('sha256').update(`${seed} ${rewriting.id} ${scenario.id}`).digest('hex');
  const rounds: (readonly [string, Candidate])[][] = [];
  for (const own of byPair.values()) {
    const keyed = own.map((candidate) => [key(candidate), candidate] as const);
    for (const [at, entry] of keyed.toSorted(byKey).entries()) (rounds[at] ??= []).push(entry);
  }
  // If the time ends in a round, each pair has the same chance.
  return rounds.map((round) => round.toSorted(byKey).map(([, candidate]) => candidate));
}

function byKey([a]: readonly [string, Candidate], [b]: readonly [string, Candidate]): number {
  return a < b ? -1 : 1;
}
