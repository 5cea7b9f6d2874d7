import { type Conditions, obstacle } from '../run/claims.ts';
import type { ScenarioResult } from '../run/result.ts';
import type { Scenario } from '../run/scenario.ts';
import type { Variant } from './fault.ts';
import type { Lanes } from './lanes.ts';
import { inParts } from './parts.ts';
import {
  type FaultTrial,
  type FaultVerdict,
  judgeFault,
  judgeVariant,
  type VariantVerdict,
} from './score.ts';

/** Parts of a variant's suite run in different lanes, so that the last one is not waited for too long. */
const parts_of_variant = 2;

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
  const unfit = honest.filter(
    ({ outcome }) => !['passed', 'observed', 'not-claimed'].includes(outcome),
  );
  if (unfit.length > 0) return { honest, unfit };
  const durations = new Map(honest.map((result) => [result.scenario.id, result.duration_ms]));
  const able = new Set(
    honest.filter(({ outcome }) => outcome !== 'not-claimed').map(({ scenario }) => scenario.id),
  );
  const judging = plan.scenarios.filter(({ id, silent }) => able.has(id) && !silent);
  const variants = (plan.variants ?? []).map(async (variant) => {
    const parts = inParts(judging, parts_of_variant, (scenario) => durations.get(scenario.id) ?? 0);
    const spoiler = { kind: 'variant', name: variant.name } as const;
    const results = await Promise.all(parts.map((scenarios) => lanes.run({ scenarios, spoiler })));
    const verdict = judgeVariant(variant, results.flat());
    listener.onVariant(verdict);
    return verdict;
  });
  const faults = (plan.trials ?? []).map(async (trial) => {
    const spoiler = { kind: 'fault', name: trial.fault.name } as const;
    const scenarios = trial.scenarios.filter(({ id }) => able.has(id));
    const results = scenarios.length === 0 ? [] : await lanes.run({ scenarios, spoiler });
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
    ...(plan.variants === undefined ? {} : { variants: variantVerdicts }),
  };
}

async function runHonest(
  { scenarios, conditions }: ProofPlan,
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  const hindered = scenarios.flatMap((scenario) => obstacle(scenario, conditions) ?? []);
  const idle = new Set(hindered.map(({ scenario }) => scenario.id));
  const ready = scenarios.filter(({ id }) => !idle.has(id));
  const parts = inParts(ready, lanes.count * 2, () => 1);
  const results = await Promise.all(parts.map((part) => lanes.run({ scenarios: part })));
  return [...hindered, ...results.flat()];
}
