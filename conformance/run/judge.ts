import { extras } from '../../spec/extras.ts';
import {
  HookMissing,
  Incomplete,
  Interrupted,
  Mismatch,
  type MismatchKind,
  NotAllowed,
  NotClaimed,
  TargetLost,
  Violation,
  isUnanswered,
} from '../base/errors.ts';
import { present } from '../base/present.ts';
import { failureAmong } from '../client/expectations.ts';
import { lateUse } from '../client/late-use.ts';
import { type ScenarioRecord, type StepError, freeName } from '../client/record.ts';
import { isJsonMedia, textOf } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import type { Profile } from '../driver/profile.ts';
import { wordsOf } from '../report/cause.ts';
import type { Outcome, Scenario } from '../report/result.ts';
import { type Excuse, excuseFor } from './extras.ts';

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
  readonly missing_hook?: string;
  /** The kind of the mismatch that ended it at a step under `Given`. */
  readonly precondition?: MismatchKind;
  readonly failure?: { readonly mismatch: Mismatch; readonly step: string };
  /** Why it says nothing about a clause; the outcome is then that without the excuse. */
  readonly excuse?: Excuse;
}

/** What judging the end of a scenario needs. */
export interface Ended {
  readonly scenario: Scenario;
  readonly record: ScenarioRecord;
  readonly runner: RunnerVerdict;
  /** What is claimed; absent for a property, whose requests the profile has allowed. */
  readonly profile?: Profile;
}

/** Violations by an answer that no request may get. */
const wrongAnswers: ReadonlySet<MismatchKind> = new Set(['schema', 'malformed']);

/** The outcome of a scenario. Only this module maps errors to outcomes. */
export function judge(ended: Ended): Classification {
  const judged = judgeAsClaimed(ended);
  const { failure, precondition, outcome } = judged;
  const { scenario, record, profile } = ended;
  if (profile === undefined || !(outcome === 'failed' || outcome === 'incomplete')) return judged;
  const request = failure?.mismatch.request;
  const about = record.exchanges.findLast(
    (exchange) => request === undefined || exchange.request === request,
  );
  // What could not be checked at all was refused, or lacks a hook: no habit is the reason.
  const isCompared = failure !== undefined || precondition !== undefined;
  const isViolation = (record.error?.error ?? failure?.mismatch) instanceof Violation;
  const excuse = excuseFor(scenario, profile, { about, isViolation: isViolation || !isCompared });
  return excuse === undefined ? judged : excusedBy(excuse, judged, scenario);
}

/** No profile can claim what only scenarios use that record: then the refusal is what they record. */
function excusedBy(excuse: Excuse, judged: Classification, { silent }: Scenario): Classification {
  return silent && excuse.extras.some((name) => extras[name] === undefined)
    ? { outcome: 'observed', reason: excuse.reason }
    : { ...judged, excuse };
}

/** The outcome if the server does all that the scenario uses. */
function judgeAsClaimed({ scenario, record, runner }: Ended): Classification {
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
  const first = judgeError(error, exchanges);
  // A slow machine may have caused the failure.
  const reason = first.outcome === 'failed' ? lateUse(record) : undefined;
  const judged = reason === undefined ? first : ({ outcome: 'incomplete', reason } as const);
  return scenario.silent ? excused(judged, record) : judged;
}

/** Errors that end a scenario or a property without a judgement, and the outcomes. */
const endings = [
  [TargetLost, 'lost'],
  [Interrupted, 'interrupted'],
  [NotAllowed, 'not-allowed'],
  [NotClaimed, 'not-claimed'],
  [Incomplete, 'incomplete'],
] as const;

/** The outcome of an error that ends without a judgement; undefined for any other. */
export function endingOf(error: unknown): (typeof endings)[number][1] | undefined {
  return endings.find(([kind]) => error instanceof kind)?.[1];
}

function judgeError(
  { error, precondition, step }: StepError,
  exchanges: readonly Exchange[],
): Classification {
  const outcome = endingOf(error);
  if (outcome !== undefined && error instanceof Error) {
    const needsHook = error instanceof NotClaimed || error instanceof HookMissing;
    const hook = needsHook ? error.hook : undefined;
    return { outcome, reason: error.message, ...present({ missing_hook: hook }) };
  }
  if (!(error instanceof Mismatch)) return { outcome: 'broken', reason: brokenReason(error, step) };
  // A server that answers wrongly is wrong wherever the answer stands; one that does not do what is asked may be right.
  if (precondition && !(error instanceof Violation && wrongAnswers.has(error.kind))) {
    const reason = notReached(step, error, exchanges);
    return { outcome: 'incomplete', precondition: error.kind, reason };
  }
  return { outcome: 'failed', failure: { mismatch: error, step } };
}

/**
 * The outcome of a scenario of silent clauses: any status is allowed, and any value; but no answer at all, or one that
 * cannot be read, is as wrong as anywhere else.
 */
function excused(
  judged: Classification,
  { exchanges, unanswered }: ScenarioRecord,
): Classification {
  if (judged.failure === undefined) return judged;
  const { mismatch } = judged.failure;
  const { status = 0, headers = {} } = exchanges.at(-1)?.response ?? {};
  // The structure of an error body is left open, and so is whether it is JSON.
  const isRefused = status >= 500 || (status >= 400 && !isJsonMedia(headers['content-type']));
  if (mismatch instanceof Violation && !(isRefused && unanswered.length === 0)) return judged;
  return { outcome: 'observed', reason: mismatch.message };
}

/** Why a precondition was not reached, with what the server answered to the request that the message names. */
function notReached(step: string, { message }: Mismatch, exchanges: readonly Exchange[]): string {
  const reason = `the precondition "${step}" was not reached: ${message}`;
  const named = exchanges.findLast(({ request: { method, path }, response: { status } }) => {
    return status >= 400 && message.includes(`${method} ${path} `);
  });
  const words = named === undefined ? undefined : wordsOf(textOf(named.response));
  return words === undefined ? reason : `${reason}: ${named?.response.status} ${words}`;
}

function brokenReason(error: unknown, step: string): string {
  if (!(error instanceof Error)) return `the step "${step}" threw ${String(error)}`;
  const [frame = ''] = error.stack?.split('\n').filter((line) => line.includes('    at ')) ?? [];
  return `the step "${step}" threw ${error.name}: ${error.message}${frame.replace(/^ +/, ' ')}`;
}

/** What the report calls the observation of a second attempt. */
const ranTwice = 'the scenario ran twice';

/**
 * True if a scenario runs once more before it counts, in names of its own: a request got no response, and cannot be sent
 * again alone, as it may have had its effect; or what it uses may have been kept for too short a time. A server that has
 * also failed otherwise is not excused.
 */
export function needsSecondAttempt(record: ScenarioRecord): boolean {
  const isExcused = isUnanswered(record.error?.error) || lateUse(record) !== undefined;
  return isExcused && failureAmong(record.exchanges) === undefined;
}

/** The record of a second attempt, which says why there was a first one, and what that one left behind. */
export function withFirstAttempt(second: ScenarioRecord, first: ScenarioRecord): ScenarioRecord {
  const { request, problem = 'a request got no response' } = first.unanswered.at(-1) ?? {};
  const call = request === undefined ? '' : ` to ${request.method} ${request.path}`;
  const value = lateUse(first) ?? `the first time, ${problem}${call}`;
  const entry = { what: freeName(second.observations, ranTwice), value };
  return {
    ...second,
    observations: [entry, ...second.observations],
    leftovers: [...first.leftovers, ...second.leftovers],
    secrets: [...first.secrets, ...second.secrets],
  };
}
