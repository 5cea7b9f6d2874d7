import { type ScenarioResult, wereInterrupted, type Scenario } from '../../report/result.ts';
import type { Lanes } from '../lanes.ts';
import type { DerivedVerdict } from './hunt.ts';

/** The most mutations that are tried on a scenario that has not failed yet. */
const maxTries = 40;

/**
 * Runs each scenario that has failed on no mutation so far against mutations that other scenarios have caught, until it
 * fails. Returns the results of those that failed.
 */
export async function seeRed(
  scenarios: readonly Scenario[],
  verdicts: readonly DerivedVerdict[],
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  const caught = verdicts.filter(({ decision }) => decision === 'caught');
  const results = await Promise.all(
    scenarios.map(async (scenario) => {
      const mutations = caught.filter((one) => one.scenarios.includes(scenario.id));
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
function mostLikely({ name, clauses }: Scenario): (a: DerivedVerdict, b: DerivedVerdict) => number {
  const isNamed = ({ mutation }: DerivedVerdict): number =>
    Number(name.includes(mutation.place.replace(/^.*\//, '')));
  const isNear = ({ red }: DerivedVerdict): number =>
    Number(red.some(({ scenario }) => clauses.some((id) => scenario.clauses.includes(id))));
  return (a, b) =>
    isNamed(b) - isNamed(a) || isNear(b) - isNear(a) || a.scenarios.length - b.scenarios.length;
}

async function firstRed(
  scenario: Scenario,
  mutations: readonly DerivedVerdict[],
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
