import { defined } from '../base/assert.ts';
import type { CucumberMessage, Pickle } from './cucumber.ts';
import { type SourceLocation, locationOf, locationsIn } from './gherkin.ts';
import type { RunnerVerdict } from './judge.ts';

/** One finished attempt at a scenario. */
export interface FinishedAttempt {
  /** `<uri>:<line>`. */
  readonly id: string;
  /** testCaseStartedId. */
  readonly attempt: string;
  readonly verdict: RunnerVerdict;
}

/** A running attempt. */
interface Attempt {
  readonly pickle: Pickle;
  readonly testCase: NonNullable<CucumberMessage['testCase']>;
  readonly started_ms: number;
  passed: boolean;
  complaint: string | undefined;
}

/** Handles the messages of one Cucumber run; calls `onFinished` for each finished scenario. */
export function trackScenarios(
  onFinished: (finished: FinishedAttempt) => void,
): (message: CucumberMessage) => void {
  const locations = new Map<string, SourceLocation>();
  const pickles = new Map<string, Pickle>();
  const testCases = new Map<string, NonNullable<CucumberMessage['testCase']>>();
  const attempts = new Map<string, Attempt>();

  function start({
    id,
    testCaseId,
    timestamp,
  }: NonNullable<CucumberMessage['testCaseStarted']>): void {
    const testCase = defined(testCases.get(testCaseId), 'test case of an attempt');
    const pickle = defined(pickles.get(testCase.pickleId), 'pickle of a test case');
    attempts.set(id, {
      pickle,
      testCase,
      started_ms: milliseconds(timestamp),
      passed: true,
      complaint: undefined,
    });
  }

  function finish({
    testCaseStartedId,
    timestamp,
  }: NonNullable<CucumberMessage['testCaseFinished']>): void {
    const attempt = defined(attempts.get(testCaseStartedId), 'start of a finished attempt');
    const { pickle, passed, complaint, started_ms } = attempt;
    const duration_ms = Math.round(milliseconds(timestamp) - started_ms);
    onFinished({
      id: `${pickle.uri}:${locationOf(pickle, locations).line}`,
      attempt: testCaseStartedId,
      verdict: { passed, complaint, duration_ms },
    });
  }

  return (message) => {
    const { gherkinDocument, pickle, testCase, testStepFinished } = message;
    if (gherkinDocument !== undefined) {
      for (const [id, place] of locationsIn(gherkinDocument)) locations.set(id, place);
    }
    if (pickle !== undefined) pickles.set(pickle.id, pickle);
    if (testCase !== undefined) testCases.set(testCase.id, testCase);
    if (message.testCaseStarted !== undefined) start(message.testCaseStarted);
    if (testStepFinished !== undefined) {
      const attempt = attempts.get(testStepFinished.testCaseStartedId);
      recordStep(defined(attempt, 'attempt of a step'), testStepFinished);
    }
    if (message.testCaseFinished !== undefined) finish(message.testCaseFinished);
  };
}

function recordStep(
  attempt: Attempt,
  finished: NonNullable<CucumberMessage['testStepFinished']>,
): void {
  const status: string = finished.testStepResult.status;
  if (status !== 'PASSED') attempt.passed = false;
  const step = attempt.testCase.testSteps.find((entry) => entry.id === finished.testStepId);
  const text = attempt.pickle.steps.find((entry) => entry.id === step?.pickleStepId)?.text;
  const { message } = finished.testStepResult;
  attempt.complaint ??= complaintAbout(status, text, message);
}

/** The problem of the kit that a step status shows; a hook has no text. A step that threw is classified by its error instead. */
function complaintAbout(
  status: string,
  text: string | undefined,
  message: string | undefined,
): string | undefined {
  if (status === 'UNDEFINED') return `no step is defined for "${text}"`;
  if (status === 'AMBIGUOUS') return `more than one step is defined for "${text}"`;
  if (status === 'PENDING') return `the step "${text}" is not implemented`;
  if (status === 'FAILED' && text === undefined) return `a hook of the kit threw: ${message ?? ''}`;
  return undefined;
}

function milliseconds({
  seconds,
  nanos,
}: {
  readonly seconds: number;
  readonly nanos: number;
}): number {
  return seconds * 1000 + nanos / 1e6;
}
