import { type ScenarioResult, wereInterrupted } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import type { DerivedMutation } from '../../run/mutation.ts';
import type { Lanes } from '../lanes.ts';
import type { DerivedVerdict } from './hunt.ts';

/** The most mutations that are tried on a scenario that has not failed yet. */
const maxTries = 40;

/** A caught mutation, the ids of the scenarios that it changes, and the clauses of those that caught it. */
export interface CaughtMutation {
  readonly mutation: DerivedMutation;
  readonly scenarios: ReadonlySet<string>;
  readonly clauses: ReadonlySet<string>;
}

/**
 * Runs each scenario that has failed on no mutation so far against mutations that other scenarios have caught, until it
 * fails. Returns the results of those that failed.
 */
export async function seeRed(
  scenarios: readonly Scenario[],
  caught: readonly CaughtMutation[],
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  const results = await Promise.all(
    scenarios.map(async (scenario) => {
      const mutations = caught.filter((one) => one.scenarios.has(scenario.id));
      const likely = mutations.toSorted(mostLikely(scenario)).slice(0, maxTries);
      return firstRed(scenario, likely, lanes);
    }),
  );
  return results.flat();
}

/**
 * Orders mutations by how likely a scenario is to fail on them: first those of a member that its name mentions, then those
 * that another scenario of its clauses has caught. Mutations that change few scenarios are about what they check, not
 * about what they set up.
 */
function mostLikely({ name, clauses }: Scenario): (a: CaughtMutation, b: CaughtMutation) => number {
  const isNamed = ({ mutation }: CaughtMutation): number =>
    Number(name.includes(mutation.place.replace(/^.*\//, '')));
  const isNear = (one: CaughtMutation): number => Number(clauses.some((id) => one.clauses.has(id)));
  return (a, b) =>
    isNamed(b) - isNamed(a) || isNear(b) - isNear(a) || a.scenarios.size - b.scenarios.size;
}

async function firstRed(
  scenario: Scenario,
  mutations: readonly CaughtMutation[],
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  for (const { mutation } of mutations) {
    const selection = { kind: 'derived', mutations: [mutation] } as const;
    const results = await lanes.run({ scenarios: [scenario], mutation: selection });
    if (results.some(({ outcome }) => outcome === 'failed')) return results;
    if (wereInterrupted(results)) return [];
  }
  return [];
}

/** Returns the mutations that a proof has caught. */
export function caughtIn(verdicts: readonly DerivedVerdict[]): readonly CaughtMutation[] {
  return verdicts
    .filter(({ decision }) => decision === 'caught')
    .map(({ mutation, scenarios, red }) => ({
      mutation,
      scenarios: new Set(scenarios),
      clauses: new Set(red.flatMap(({ scenario }) => scenario.clauses)),
    }));
}
