import { type Conditions, resultWithoutRun } from '../run/claims.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';
import type { Variant } from '../run/mutation.ts';
import type { Lanes } from './lanes.ts';
import { inParts } from './parts.ts';
import { stacksOf } from './stacks.ts';
import {
  type FaultTrial,
  type FaultVerdict,
  alarmsIn,
  judgeFault,
  type VariantVerdict,
} from './score.ts';

/** Parts of the suite before variants run in different lanes, so that the last one is not waited for too long. */
const partsOfStack = 3;

/** What is to be proved. */
export interface ProofPlan {
  readonly conditions: Conditions;
  /** Everything that is selected. */
  readonly scenarios: readonly Scenario[];
  /** Absent where no faults are to be tried. */
  readonly trials?: readonly FaultTrial[];
  /** Absent where no variants are to be tried. */
  readonly variants?: readonly Variant[];
}

/** Told of every step as it is done. */
export interface ProofListener {
  readonly onHonest: (results: readonly ScenarioResult[]) => void;
  readonly onFault: (verdict: FaultVerdict) => void;
  readonly onVariant: (verdict: VariantVerdict) => void;
}

/** What came out; verdicts are absent where the honest server was not green, or they were not asked for. */
export interface ProofResults {
  readonly honest: readonly ScenarioResult[];
  /** Results of the honest server that are no ground to prove anything on. */
  readonly unfit: readonly ScenarioResult[];
  readonly faults?: readonly FaultVerdict[];
  readonly variants?: readonly VariantVerdict[];
}

/** Runs the suite before the honest server, and where all is green there, before every variant and fault. */
export async function prove(
  plan: ProofPlan,
  lanes: Lanes,
  listener: ProofListener,
): Promise<ProofResults> {
  const honest = await runHonest(plan, lanes);
  listener.onHonest(honest);
  const unfit = alarmsIn(honest);
  if (unfit.length > 0) return { honest, unfit };
  const durations = new Map(honest.map((result) => [result.scenario.id, result.duration_ms]));
  const able = new Set(
    honest.filter(({ outcome }) => outcome !== 'not-claimed').map(({ scenario }) => scenario.id),
  );
  const judging = plan.scenarios.filter(({ id, silent }) => able.has(id) && !silent);
  const weightOf = ({ id }: Scenario): number => durations.get(id) ?? 0;
  const parts = inParts(judging, partsOfStack, weightOf);
  const variants = stacksOf(plan.variants ?? []).map(async (stack) => {
    const verdicts = await tryStack(stack, parts, lanes);
    for (const verdict of verdicts) listener.onVariant(verdict);
    return verdicts;
  });
  const faults = (plan.trials ?? []).map(async (trial) => {
    const mutation = { kind: 'fault', names: [trial.fault.name] } as const;
    const scenarios = trial.scenarios.filter(({ id }) => able.has(id));
    const results = scenarios.length === 0 ? [] : await lanes.run({ scenarios, mutation });
    const verdict = judgeFault(trial, results);
    listener.onFault(verdict);
    return verdict;
  });
  const [variantVerdicts, faultVerdicts] = await Promise.all([
    Promise.all(variants),
    Promise.all(faults),
  ]);
  return {
    honest,
    unfit,
    ...(plan.trials === undefined ? {} : { faults: faultVerdicts }),
    ...(plan.variants === undefined ? {} : { variants: variantVerdicts.flat() }),
  };
}

/**
 * Runs the suite before all variants of a stack at once. What is not green there runs again before each of them alone,
 * which tells whose fault it is; where none of them alone brings it about, it counts against the first.
 */
async function tryStack(
  stack: readonly Variant[],
  parts: readonly (readonly Scenario[])[],
  lanes: Lanes,
): Promise<readonly VariantVerdict[]> {
  const before = (variants: readonly Variant[], scenarios: readonly Scenario[]) => {
    const names = variants.map((variant) => variant.name);
    return lanes.run({ scenarios, mutation: { kind: 'variant', names } });
  };
  const results = (await Promise.all(parts.map((part) => before(stack, part)))).flat();
  const alarms = alarmsIn(results);
  const companionsOf = (variant: Variant): readonly string[] =>
    stack.filter((other) => other !== variant).map((other) => other.name);
  if (alarms.length === 0 || stack.length === 1) {
    return stack.map((variant) => ({
      variant,
      companions: companionsOf(variant),
      results,
      alarms,
    }));
  }
  const alone = await Promise.all(
    stack.map(async (variant) => {
      const again = await before(
        [variant],
        alarms.map(({ scenario }) => scenario),
      );
      return { variant, companions: companionsOf(variant), results, alarms: alarmsIn(again) };
    }),
  );
  const told = new Set(
    alone.flatMap((verdict) => verdict.alarms.map(({ scenario }) => scenario.id)),
  );
  const untold = alarms.filter(({ scenario }) => !told.has(scenario.id));
  return alone.map((verdict, at) =>
    at > 0 ? verdict : { ...verdict, alarms: [...verdict.alarms, ...untold] },
  );
}

async function runHonest(
  { scenarios, conditions }: ProofPlan,
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  const hindered = scenarios.flatMap((scenario) => resultWithoutRun(scenario, conditions) ?? []);
  const idle = new Set(hindered.map(({ scenario }) => scenario.id));
  const ready = scenarios.filter(({ id }) => !idle.has(id));
  const parts = inParts(ready, lanes.count * 2, () => 1);
  const results = await Promise.all(parts.map((part) => lanes.run({ scenarios: part })));
  const byId = new Map([...hindered, ...results.flat()].map((one) => [one.scenario.id, one]));
  return scenarios.flatMap(({ id }) => byId.get(id) ?? []);
}
