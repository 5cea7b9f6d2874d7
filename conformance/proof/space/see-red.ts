import type { ScenarioResult } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import type { DerivedMutation } from '../../run/derived-mutation.ts';
import type { Lanes } from '../lanes.ts';
import type { DerivedVerdict } from './hunt.ts';

/** The most mutations that are tried on a scenario that has not failed yet. */
const maxTries = 40;

/** A caught mutation, and the ids of the scenarios that it changes. */
export interface CaughtMutation {
  readonly mutation: DerivedMutation;
  readonly scenarios: ReadonlySet<string>;
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
      return firstRed(scenario, mutations.toSorted(byReach).slice(0, maxTries), lanes);
    }),
  );
  return results.flat();
}

/** Mutations that change few scenarios are about what the scenario checks, not about what it sets up. */
function byReach(one: CaughtMutation, other: CaughtMutation): number {
  return one.scenarios.size - other.scenarios.size;
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
    if (results.some(({ outcome }) => outcome === 'interrupted')) return [];
  }
  return [];
}

/** Returns the mutations that a proof has caught. */
export function caughtIn(verdicts: readonly DerivedVerdict[]): readonly CaughtMutation[] {
  return verdicts
    .filter(({ decision }) => decision === 'caught')
    .map(({ mutation, scenarios }) => ({ mutation, scenarios: new Set(scenarios) }));
}
