import type { Envelope, Pickle } from './envelope.ts';
import { type Place, placeOf, placesIn } from './gherkin.ts';
import type { RunnerVerdict } from './classify.ts';

/** One finished attempt at a scenario, as the messages of the runner tell it. */
export interface Finished {
  /** `<uri>:<line>`. */
  readonly id: string;
  /** testCaseStartedId. */
  readonly attempt: string;
  readonly verdict: RunnerVerdict;
}

/** What is known of an attempt under way. */
interface Attempt {
  readonly pickle: Pickle;
  readonly testCase: NonNullable<Envelope['testCase']>;
  readonly started_ms: number;
  passed: boolean;
  complaint: string | undefined;
}

/** Takes the messages of one call of the runner and calls `onFinished` for each scenario. */
export function trackScenarios(
  onFinished: (finished: Finished) => void,
): (message: Envelope) => void {
  const places = new Map<string, Place>();
  const pickles = new Map<string, Pickle>();
  const testCases = new Map<string, NonNullable<Envelope['testCase']>>();
  const attempts = new Map<string, Attempt>();

  function start({ id, testCaseId, timestamp }: NonNullable<Envelope['testCaseStarted']>): void {
    const testCase = testCases.get(testCaseId);
    const pickle = pickles.get(testCase?.pickleId ?? '');
    if (testCase === undefined || pickle === undefined) return;
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
  }: NonNullable<Envelope['testCaseFinished']>): void {
    const attempt = attempts.get(testCaseStartedId);
    if (attempt === undefined) return;
    const { pickle, passed, complaint, started_ms } = attempt;
    const duration_ms = Math.round(milliseconds(timestamp) - started_ms);
    onFinished({
      id: `${pickle.uri}:${placeOf(pickle, places).line}`,
      attempt: testCaseStartedId,
      verdict: { passed, complaint, duration_ms },
    });
  }

  return (message) => {
    const { gherkinDocument, pickle, testCase, testStepFinished } = message;
    if (gherkinDocument !== undefined) {
      for (const [id, place] of placesIn(gherkinDocument)) places.set(id, place);
    }
    if (pickle !== undefined) pickles.set(pickle.id, pickle);
    if (testCase !== undefined) testCases.set(testCase.id, testCase);
    if (message.testCaseStarted !== undefined) start(message.testCaseStarted);
    const attempt = attempts.get(testStepFinished?.testCaseStartedId ?? '');
    if (testStepFinished !== undefined && attempt !== undefined) note(attempt, testStepFinished);
    if (message.testCaseFinished !== undefined) finish(message.testCaseFinished);
  };
}

function note(attempt: Attempt, finished: NonNullable<Envelope['testStepFinished']>): void {
  const status: string = finished.testStepResult.status;
  if (status !== 'PASSED') attempt.passed = false;
  const step = attempt.testCase.testSteps.find((entry) => entry.id === finished.testStepId);
  const text = attempt.pickle.steps.find((entry) => entry.id === step?.pickleStepId)?.text;
  attempt.complaint ??= complaintAbout(status, text, finished.testStepResult.message);
}

/** Steps that threw are known better from their error; what remains is the kit's own fault. */
function complaintAbout(
  status: string,
  step: string | undefined,
  message: string | undefined,
): string | undefined {
  if (status === 'UNDEFINED') return `no step is defined for "${step}"`;
  if (status === 'AMBIGUOUS') return `more than one step is defined for "${step}"`;
  if (status === 'PENDING') return `the step "${step}" is not finished`;
  if (status === 'FAILED' && step === undefined) return `a hook of the kit threw: ${message ?? ''}`;
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
