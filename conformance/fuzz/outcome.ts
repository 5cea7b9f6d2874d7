import { Incomplete, Interrupted, TargetLost } from '../driver/errors.ts';
import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import type { Masker } from '../report/mask.ts';
import { classify } from '../run/classify.ts';
import type { ScenarioResult } from '../run/result.ts';
import type { LawResult } from './run-law.ts';

/** What the report says of a law. */
export type LawOutcome =
  'passed' | 'failed' | 'incomplete' | 'not-claimed' | 'broken' | 'lost' | 'interrupted';

/** A law that was tried, or why it was not. */
export interface Judged {
  readonly id: string;
  readonly outcome: LawOutcome;
  readonly runs: number;
  readonly duration_ms: number;
  readonly reason?: string;
  readonly result?: LawResult;
}

/** Says what a result means. A law found wrong stays so, whatever stopped its shrinking. */
export function judgeLaw(result: LawResult): Judged {
  const { law, runs, duration_ms, halt, counterexample } = result;
  const base = { id: law.id, runs, duration_ms, result };
  if (counterexample !== undefined) return { ...base, outcome: 'failed' };
  if (halt === undefined) {
    if (runs > 0) return { ...base, outcome: 'passed' };
    return { ...base, outcome: 'incomplete', reason: 'no time was left' };
  }
  const reason = halt instanceof Error ? halt.message : 'what was thrown is no error';
  if (halt instanceof Incomplete) return { ...base, outcome: 'incomplete', reason };
  if (halt instanceof TargetLost) return { ...base, outcome: 'lost', reason };
  if (halt instanceof Interrupted) return { ...base, outcome: 'interrupted', reason };
  const where = halt instanceof Error ? (halt.stack ?? reason) : reason;
  return { ...base, outcome: 'broken', reason: where };
}

/** The exit code of all laws together; the graver trouble wins. */
export function fuzzExitCode(judged: readonly Judged[], interrupted: boolean): ExitCode {
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

/** The failure as `run` would report it: secrets masked, long bodies cut. Undefined where the law held. */
export function failureOfLaw(
  { law, counterexample, duration_ms }: LawResult,
  masker: Masker,
): ScenarioResult | undefined {
  if (counterexample === undefined) return undefined;
  const { error, record } = counterexample;
  const scenario = {
    id: `fuzz ${law.id}`,
    uri: '',
    line: 0,
    name: law.describe,
    feature: '',
    tags: law.clauses,
    clauses: law.clauses,
    silent: false,
    alone: false,
  };
  return classify({
    scenario,
    record: { ...record, error: { error, step: law.describe, precondition: false } },
    runner: { passed: false, complaint: undefined, duration_ms },
    masker,
  });
}
