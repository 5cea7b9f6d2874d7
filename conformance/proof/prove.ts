import { defined } from '../base/errors.ts';
import { present } from '../base/present.ts';
import { type Conditions, resultWithoutRun } from '../run/claims.ts';
import { type ScenarioResult, type Scenario, wereInterrupted } from '../report/result.ts';
import type { Variant } from '../run/mutation.ts';
import { inParts, type Lanes, stacksOf, tryStack } from './lanes.ts';
import type { DerivedVerdict } from './space/hunt.ts';
import { proveSpace, spaceOf, type SpacePlan } from './space/prove-space.ts';
import type { ShapesVerdict } from './shapes/prove-shapes.ts';
import type { ServerShape } from './shapes/server-shapes.ts';
import {
  type FaultTrial,
  type FaultVerdict,
  alarmsIn,
  judgeFault,
  judgingIn,
  scoreOf,
  type VariantVerdict,
} from './score.ts';

/** The scenarios, faults and variants of a proof. */
export interface ProofPlan {
  readonly conditions: Conditions;
  /** All selected scenarios. */
  readonly scenarios: readonly Scenario[];
  /** Absent if the proof runs no faults. */
  readonly trials?: readonly FaultTrial[];
  /** Absent if the proof runs no variants. */
  readonly variants?: readonly Variant[];
  /** Combinations of shapes of the server; absent if the proof tries none. */
  readonly combinations?: readonly (readonly ServerShape[])[];
  /** Absent if the proof runs no derived mutations. */
  readonly space?: SpacePlan;
}

/** Callbacks that receive each result as soon as it is known. */
export interface ProofListener {
  readonly onHonest: (results: readonly ScenarioResult[]) => void;
  readonly onFault: (verdict: FaultVerdict) => void;
  readonly onVariant: (verdict: VariantVerdict) => void;
  readonly onDerived: (verdict: DerivedVerdict) => void;
  readonly onShapes: (verdict: ShapesVerdict) => void;
}

/** The results of a proof; verdicts are absent if they were not requested or the run without mutation was unfit. */
export interface ProofResults {
  /** The results against the correct server, in the order of the scenarios. */
  readonly honest: readonly ScenarioResult[];
  /** The results against the correct server that are not green. If there are any, nothing can be proved. */
  readonly unfit: readonly ScenarioResult[];
  readonly faults?: readonly FaultVerdict[];
  readonly variants?: readonly VariantVerdict[];
  readonly derived?: readonly DerivedVerdict[];
  readonly shapes?: readonly ShapesVerdict[];
  /** Failures of scenarios that no mutation had made fail before. */
  readonly awakened?: readonly ScenarioResult[];
}

/**
 * Runs the scenarios against the correct server. If all of them are green and at least one of them judges something,
 * runs them against every variant, runs the scenarios of each fault's clauses against that fault, and decides on every
 * mutation that can be derived from the exchanges. Throws TargetLost if no server comes up, UsageError if a pattern
 * matches no mutation.
 */
export async function prove(
  plan: ProofPlan,
  lanes: Lanes,
  listener: ProofListener,
): Promise<ProofResults> {
  const honest = await runHonest(plan, lanes);
  listener.onHonest(honest);
  const unfit = alarmsIn(honest);
  const judging = judgingIn(honest);
  if (unfit.length > 0 || judging.length === 0) return { honest, unfit };
  const space = plan.space && spaceOf(honest, plan.space);
  const ids = new Set(judging.map(({ scenario }) => scenario.id));
  const variants = stacksOf(plan.variants ?? []).map(async (stack) => {
    const verdicts = await judgedStack(stack, judging, lanes);
    for (const verdict of verdicts) listener.onVariant(verdict);
    return verdicts;
  });
  const tryFault = async (trial: FaultTrial): Promise<FaultVerdict> => {
    const mutation = { kind: 'fault', names: [trial.fault.name] } as const;
    const scenarios = trial.scenarios.filter(({ id }) => ids.has(id));
    const results = scenarios.length === 0 ? [] : await lanes.run({ scenarios, mutation });
    const verdict = judgeFault(trial, results);
    listener.onFault(verdict);
    return verdict;
  };
  const [variantVerdicts, faultVerdicts] = await Promise.all([
    Promise.all(variants),
    Promise.all((plan.trials ?? []).map(tryFault)),
  ]);
  const derived = space && (await proveSpace(space, lanes, listener.onDerived));
  const judged = judging.map(({ scenario }) => scenario);
  const { dead } = scoreOf(judged, { faults: faultVerdicts, derived });
  const awakened = derived && (await seeRed(dead, derived, lanes));
  return {
    honest,
    unfit,
    ...present({
      faults: plan.trials && faultVerdicts,
      variants: plan.variants && variantVerdicts.flat(),
      derived,
      awakened,
    }),
  };
}

/** Runs the scenarios that judge against all variants of a stack at once; all of them have to be green. */
async function judgedStack(
  stack: readonly Variant[],
  judging: readonly ScenarioResult[],
  lanes: Lanes,
): Promise<readonly VariantVerdict[]> {
  const { results, alarms } = await tryStack(stack, judging, (variants, scenarios) => {
    const names = variants.map((variant) => variant.name);
    return lanes.run({ scenarios, mutation: { kind: 'variant', names } });
  });
  return stack.map((variant) => {
    const companions = stack.filter((other) => other !== variant).map(({ name }) => name);
    return { variant, companions, results, alarms: alarms.get(variant) ?? [] };
  });
}

async function runHonest(
  { scenarios, conditions, space }: ProofPlan,
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  const blocked = scenarios.flatMap((scenario) => resultWithoutRun(scenario, conditions) ?? []);
  const blockedIds = new Set(blocked.map(({ scenario }) => scenario.id));
  const ready = scenarios.filter(({ id }) => !blockedIds.has(id));
  const records = space !== undefined;
  const parts = inParts(ready, lanes.count * 2, () => 1);
  const results = await Promise.all(parts.map((part) => lanes.run({ scenarios: part, records })));
  const byId = new Map(
    [...blocked, ...results.flat()].map((result) => [result.scenario.id, result]),
  );
  return scenarios.map(({ id }) => defined(byId.get(id), `result of ${id}`));
}

/** The most mutations that are tried on a scenario that has not failed yet. */
const maxTries = 40;

/**
 * Runs each scenario that has failed on no mutation so far against mutations that other scenarios have caught, until it
 * fails. Returns the results of those that failed.
 */
async function seeRed(
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
