import type { Outcome, ScenarioResult, Scenario } from '../report/result.ts';
import type { Fault, Variant } from '../run/mutation.ts';

/** A fault with those of its clauses that this proof judges, and the scenarios that judge them. */
export interface FaultTrial {
  readonly fault: Fault;
  readonly clauses: readonly string[];
  readonly scenarios: readonly Scenario[];
}

/** A fault with its results. */
export interface FaultVerdict extends FaultTrial {
  readonly results: readonly ScenarioResult[];
  /** The ids of the clauses without a failed scenario; empty if the fault is caught. */
  readonly survived: readonly string[];
}

/** A variant with its results. */
export interface VariantVerdict {
  readonly variant: Variant;
  /** The names of the variants that it was combined with. */
  readonly companions: readonly string[];
  readonly results: readonly ScenarioResult[];
  /** The results that are not green; empty if the variant passes. */
  readonly alarms: readonly ScenarioResult[];
}

/** A fraction, printed as `count/of`. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** The three figures of a proof. */
export interface Score {
  /** Caught faults, of all faults; absent if the proof ran no faults. */
  readonly detection?: Share;
  /** Variants that failed a scenario, of all variants; absent if the proof ran no variants. */
  readonly falseAlarms?: Share;
  /** Judging scenarios that failed on a fault, of all judging scenarios; absent unless the proof ran both faults and derived mutations. */
  readonly liveness?: Share;
  /** Judging scenarios that failed on no mutation; empty without liveness. */
  readonly dead: readonly Scenario[];
}

const green: readonly Outcome[] = ['passed', 'observed', 'not-claimed'];

/** Selects the clauses of a fault that are in `wanted`, and the scenarios that judge them. */
export function trialOf(
  fault: Fault,
  wanted: ReadonlySet<string>,
  scenarios: readonly Scenario[],
): FaultTrial {
  const clauses = fault.clauses.filter((id) => wanted.has(id));
  const judging = scenarios.filter(
    (scenario) => !scenario.silent && scenario.clauses.some((id) => clauses.includes(id)),
  );
  return { fault, clauses, scenarios: judging };
}

/** Judges a fault: it is caught if each of its clauses has a failed scenario. */
export function judgeFault(trial: FaultTrial, results: readonly ScenarioResult[]): FaultVerdict {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const survived = trial.clauses.filter(
    (id) => !failed.some(({ scenario }) => scenario.clauses.includes(id)),
  );
  return { ...trial, results, survived };
}

/** Returns the results that are not green. Against a server that breaks no clause, there must be none. */
export function alarmsIn(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  return results.filter(({ outcome }) => !green.includes(outcome));
}

/** Returns the results of the scenarios that judge something: their clauses are claimed and not silent. */
export function judgingIn(honest: readonly ScenarioResult[]): readonly ScenarioResult[] {
  return honest.filter(({ scenario, outcome }) => outcome !== 'not-claimed' && !scenario.silent);
}

/** What the figures of a proof are computed from; lists are absent if the proof did not run them. */
export interface ScoredVerdicts {
  readonly faults?: readonly FaultVerdict[];
  readonly variants?: readonly VariantVerdict[];
  readonly derived?: readonly { readonly red: readonly ScenarioResult[] }[] | undefined;
  readonly awakened?: readonly ScenarioResult[];
}

/** Computes the figures of a proof; `judging` contains the scenarios that judge something. */
export function scoreOf(
  judging: readonly Scenario[],
  { faults, variants, derived, awakened = [] }: ScoredVerdicts,
): Score {
  const isAlarm = ({ alarms }: VariantVerdict): boolean => alarms.length > 0;
  const falseAlarms = variants && {
    falseAlarms: { count: variants.filter(isAlarm).length, of: variants.length },
  };
  const caught = faults?.filter((verdict) => verdict.survived.length === 0).length ?? 0;
  const detection = faults && { detection: { count: caught, of: faults.length } };
  if (faults === undefined || derived === undefined) {
    return { ...falseAlarms, ...detection, dead: [] };
  }
  const mutated = [
    awakened,
    ...faults.map(({ results }) => results),
    ...derived.map(({ red }) => red),
  ];
  const failed = mutated.flat().filter(({ outcome }) => outcome === 'failed');
  const red = new Set(failed.map(({ scenario }) => scenario.id));
  const dead = judging.filter((scenario) => !red.has(scenario.id));
  return {
    ...falseAlarms,
    ...detection,
    liveness: { count: judging.length - dead.length, of: judging.length },
    dead,
  };
}
