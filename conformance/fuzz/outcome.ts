import { Incomplete, Interrupted, NotClaimed, TargetLost } from '../base/errors.ts';
import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import type { Masker } from '../report/mask.ts';
import { classify } from '../run/classify.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { PropertyResult } from './run-property.ts';

/** The outcome of a property. */
export type PropertyOutcome =
  'passed' | 'failed' | 'incomplete' | 'not-claimed' | 'broken' | 'lost' | 'interrupted';

/** A property with its outcome. */
export interface JudgedProperty {
  readonly id: string;
  readonly outcome: PropertyOutcome;
  readonly runs: number;
  readonly duration_ms: number;
  readonly reason?: string;
  readonly result?: PropertyResult;
}

/** Returns the outcome of a result. A property with a counterexample has failed, even if its shrinking was stopped. */
export function judgeProperty(result: PropertyResult): JudgedProperty {
  const { property, runs, duration_ms, halt, counterexample, accepted } = result;
  const base = { id: property.id, runs, duration_ms, result };
  if (counterexample !== undefined) return { ...base, outcome: 'failed' };
  if (halt === undefined) {
    if (runs === 0) return { ...base, outcome: 'incomplete', reason: 'no time was left' };
    if (accepted > 0) return { ...base, outcome: 'passed' };
    return { ...base, outcome: 'incomplete', reason: 'the server accepted none of its requests' };
  }
  const reason = halt instanceof Error ? halt.message : 'the thrown value is not an Error';
  if (halt instanceof NotClaimed) return { ...base, outcome: 'not-claimed', reason };
  if (halt instanceof Incomplete) return { ...base, outcome: 'incomplete', reason };
  if (halt instanceof TargetLost) return { ...base, outcome: 'lost', reason };
  if (halt instanceof Interrupted) return { ...base, outcome: 'interrupted', reason };
  const stack = halt instanceof Error ? (halt.stack ?? reason) : reason;
  return { ...base, outcome: 'broken', reason: stack };
}

/** Returns the exit code of the most severe outcome among all properties. */
export function fuzzExitCode(judged: readonly JudgedProperty[], interrupted: boolean): ExitCode {
  const outcomes = new Set(judged.map(({ outcome }) => outcome));
  const halts = judged.map(({ result }) => result?.halt);
  if (interrupted || outcomes.has('interrupted')) return exitCodes.interrupted;
  if (outcomes.has('broken')) return exitCodes.broken;
  if (outcomes.has('lost') || halts.some((halt) => halt instanceof TargetLost)) {
    return exitCodes.lost;
  }
  if (outcomes.has('failed')) return exitCodes.failed;
  if (outcomes.has('incomplete') || !outcomes.has('passed')) return exitCodes.incomplete;
  return exitCodes.conformant;
}

/** Returns the failure as `run` reports it: secrets masked, long bodies cut. Undefined without a counterexample. */
export function failureOfProperty(
  { property, counterexample, duration_ms }: PropertyResult,
  masker: Masker,
): ScenarioResult | undefined {
  if (counterexample === undefined) return undefined;
  const { error, record } = counterexample;
  const scenario = {
    id: `fuzz ${property.id}`,
    uri: '',
    line: 0,
    name: property.describe,
    feature: '',
    tags: property.clauses,
    clauses: property.clauses,
    needs: [],
    silent: false,
    alone: false,
  };
  return classify({
    scenario,
    record: { ...record, error: { error, step: property.describe, precondition: false } },
    runner: { passed: false, complaint: undefined, duration_ms },
    masker,
  });
}
