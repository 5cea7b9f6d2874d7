import type { Outcome, ScenarioResult } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';
import type { Fault, Variant } from '../run/mutation.ts';

/** A fault, the clauses of it that are judged here, and the scenarios that judge them. */
export interface FaultTrial {
  readonly fault: Fault;
  readonly clauses: readonly string[];
  readonly scenarios: readonly Scenario[];
}

/** What became of a fault. */
export interface FaultVerdict extends FaultTrial {
  readonly results: readonly ScenarioResult[];
  /** The clauses that stayed without a failed scenario; empty where the fault was caught. */
  readonly survived: readonly string[];
}

/** What became of a variant. */
export interface VariantVerdict {
  readonly variant: Variant;
  /** The variants that the server showed at the same time. */
  readonly companions: readonly string[];
  readonly results: readonly ScenarioResult[];
  /** Those that did not end as they must; empty where the variant was let through. */
  readonly alarms: readonly ScenarioResult[];
}

/** Part of a whole. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** The three figures, and what stands behind them. */
export interface Score {
  /** Faults caught of faults planted; absent where no faults were tried. */
  readonly detection?: Share;
  /** Variants that were failed, of all variants; absent where none were tried. */
  readonly falseAlarms?: Share;
  /** Scenarios that have been seen red, of those that judge; absent where no faults were tried. */
  readonly liveness?: Share;
  /** Scenarios that no fault turned red. */
  readonly dead: readonly Scenario[];
}

const fine: readonly Outcome[] = ['passed', 'observed', 'not-claimed'];

/** Finds what a fault is judged by: of its clauses those that are wanted, and their scenarios among the given ones. */
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

/** Judges a fault: caught where each of its clauses has a scenario that failed. */
export function judgeFault(trial: FaultTrial, results: readonly ScenarioResult[]): FaultVerdict {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const survived = trial.clauses.filter(
    (id) => !failed.some(({ scenario }) => scenario.clauses.includes(id)),
  );
  return { ...trial, results, survived };
}

/** The results that did not end as they must before a server that breaks no clause. */
export function alarmsIn(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  return results.filter(({ outcome }) => !fine.includes(outcome));
}

/** Adds up what became of all faults and variants; `ran` are the scenarios that could run at all. */
export function scoreOf(
  ran: readonly Scenario[],
  faults: readonly FaultVerdict[] | undefined,
  variants: readonly VariantVerdict[] | undefined,
): Score {
  const alarms = variants?.filter((verdict) => verdict.alarms.length > 0).length ?? 0;
  const falseAlarms =
    variants === undefined ? {} : { falseAlarms: { count: alarms, of: variants.length } };
  if (faults === undefined) return { ...falseAlarms, dead: [] };
  const red = new Set(
    faults.flatMap(({ results }) =>
      results.filter(({ outcome }) => outcome === 'failed').map(({ scenario }) => scenario.id),
    ),
  );
  const judging = ran.filter((scenario) => !scenario.silent);
  const dead = judging.filter((scenario) => !red.has(scenario.id));
  const caught = faults.filter((verdict) => verdict.survived.length === 0).length;
  return {
    ...falseAlarms,
    detection: { count: caught, of: faults.length },
    liveness: { count: judging.length - dead.length, of: judging.length },
    dead,
  };
}
