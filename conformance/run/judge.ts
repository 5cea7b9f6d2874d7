import {
  HookMissing,
  Incomplete,
  Interrupted,
  Mismatch,
  type MismatchKind,
  NotClaimed,
  TargetLost,
  Violation,
} from '../base/errors.ts';
import { failureAmong } from '../client/expectations.ts';
import type { ScenarioRecord, StepError } from '../client/record.ts';
import type { Outcome } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';

/** The result of a scenario as Cucumber reports it. */
export interface RunnerVerdict {
  readonly passed: boolean;
  /** A problem of the kit itself: an undefined or ambiguous step, or a Cucumber hook that threw. */
  readonly complaint: string | undefined;
  readonly duration_ms: number;
}

/** An outcome with its reason; for a failure also the mismatch and the text of the step. */
export interface Classification {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly missingHook?: string;
  /** The kind of the mismatch that ended it at a step under `Given`. */
  readonly precondition?: MismatchKind;
  readonly failure?: { readonly mismatch: Mismatch; readonly step: string };
}

/** What judging the end of a scenario needs. */
export interface Ended {
  readonly scenario: Scenario;
  readonly record: ScenarioRecord;
  readonly runner: RunnerVerdict;
}

/** The outcome of a scenario. Only this module maps errors to outcomes. */
export function judge({ scenario, record, runner }: Ended): Classification {
  if (runner.complaint !== undefined) return { outcome: 'broken', reason: runner.complaint };
  const { error, exchanges } = record;
  if (error === undefined) {
    if (!runner.passed) return { outcome: 'interrupted', reason: 'the run was stopped' };
    if (scenario.silent) return { outcome: 'observed' };
    const mismatch = failureAmong(exchanges);
    const step = 'the server answers every request without a failure';
    return mismatch === undefined
      ? { outcome: 'passed' }
      : { outcome: 'failed', failure: { mismatch, step } };
  }
  const judged = judgeError(error);
  return scenario.silent ? excused(judged, error, record) : judged;
}

function judgeError({ error, precondition, step }: StepError): Classification {
  if (error instanceof TargetLost) return { outcome: 'lost', reason: error.message };
  if (error instanceof Interrupted) return { outcome: 'interrupted', reason: error.message };
  if (error instanceof NotClaimed || error instanceof HookMissing) {
    const outcome = error instanceof NotClaimed ? 'not-claimed' : 'incomplete';
    const missing = error.hook === undefined ? {} : { missingHook: error.hook };
    return { outcome, reason: error.message, ...missing };
  }
  if (error instanceof Incomplete) return { outcome: 'incomplete', reason: error.message };
  if (!(error instanceof Mismatch)) return { outcome: 'broken', reason: brokenReason(error, step) };
  if (precondition && !(error instanceof Violation)) {
    return { outcome: 'incomplete', precondition: error.kind, reason: notReached(step, error) };
  }
  const failure = { mismatch: error, step };
  return { outcome: 'failed', failure, ...(precondition ? { precondition: error.kind } : {}) };
}

/**
 * The outcome of a scenario of silent clauses: any status is allowed, and any value; but no answer at all, or one that
 * cannot be read, is as wrong as anywhere else.
 */
function excused(
  judged: Classification,
  { precondition, step }: StepError,
  { exchanges, unanswered }: ScenarioRecord,
): Classification {
  if (judged.failure === undefined) return judged;
  const { mismatch } = judged.failure;
  const isServerError = (exchanges.at(-1)?.response.status ?? 0) >= 500;
  const isAnswered = isServerError && unanswered.length === 0;
  if (mismatch instanceof Violation && !isAnswered) return judged;
  if (precondition) {
    const reason = notReached(step, mismatch);
    return { outcome: 'incomplete', precondition: mismatch.kind, reason };
  }
  return { outcome: 'observed', reason: mismatch.message };
}

function notReached(step: string, { message }: Mismatch): string {
  return `the precondition "${step}" was not reached: ${message}`;
}

function brokenReason(error: unknown, step: string): string {
  if (!(error instanceof Error)) return `the step "${step}" threw ${String(error)}`;
  const [frame = ''] = error.stack?.split('\n').filter((line) => line.includes('    at ')) ?? [];
  return `the step "${step}" threw ${error.name}: ${error.message}${frame.replace(/^ +/, ' ')}`;
}
