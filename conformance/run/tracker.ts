import { defined, at } from '../base/errors.ts';
import type { CucumberMessage, Pickle, GherkinDocument } from './cucumber.ts';
import type { RunnerVerdict } from './judge.ts';

/** One finished attempt at a scenario. */
export interface FinishedAttempt {
  /** `<uri>:<line>`. */
  readonly id: string;
  /** testCaseStartedId. */
  readonly attempt: string;
  readonly verdict: RunnerVerdict;
}

/** What a message of one kind has. */
type Content<Kind extends keyof CucumberMessage> = NonNullable<CucumberMessage[Kind]>;

/** A running attempt. */
interface Attempt {
  readonly pickle: Pickle;
  readonly testCase: Content<'testCase'>;
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
  const testCases = new Map<string, Content<'testCase'>>();
  const attempts = new Map<string, Attempt>();

  function start({ id, testCaseId, timestamp }: Content<'testCaseStarted'>): void {
    const testCase = defined(testCases.get(testCaseId), 'test case of an attempt');
    const pickle = defined(pickles.get(testCase.pickleId), 'pickle of a test case');
    const started_ms = milliseconds(timestamp);
    attempts.set(id, { pickle, testCase, started_ms, passed: true, complaint: undefined });
  }

  function finish({ testCaseStartedId, timestamp }: Content<'testCaseFinished'>): void {
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

function recordStep(attempt: Attempt, finished: Content<'testStepFinished'>): void {
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

function milliseconds({ seconds, nanos }: Content<'testCaseStarted'>['timestamp']): number {
  return seconds * 1000 + nanos / 1e6;
}

/** The line of a node in a feature file; for a row of Examples also its cells by column name. */
export interface SourceLocation {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly firstColumn: string | undefined;
}

type Feature = NonNullable<GherkinDocument['feature']>;
type GherkinScenario = NonNullable<Feature['children'][number]['scenario']>;
type Examples = GherkinScenario['examples'][number];

/** The source locations of all scenarios and rows of Examples in a document, by node id. */
export function locationsIn(document: GherkinDocument): ReadonlyMap<string, SourceLocation> {
  const locations = new Map<string, SourceLocation>();
  for (const scenario of scenariosIn(document)) {
    locations.set(scenario.id, { line: scenario.location.line, cells: {}, firstColumn: undefined });
    for (const examples of scenario.examples) addRows(examples, locations);
  }
  return locations;
}

/** The source location of a pickle; for an outline that of the row. Throws KitFault if its document is unknown. */
export function locationOf(
  pickle: Pickle,
  locations: ReadonlyMap<string, SourceLocation>,
): SourceLocation {
  const id = defined(pickle.astNodeIds.at(-1), 'node of a pickle');
  return defined(locations.get(id), `source location of "${pickle.name}" in ${pickle.uri}`);
}

function scenariosIn(document: GherkinDocument): readonly GherkinScenario[] {
  const children = document.feature?.children ?? [];
  return children
    .flatMap((child) => [child, ...(child.rule?.children ?? [])])
    .flatMap((child) => (child.scenario === undefined ? [] : [child.scenario]));
}

function addRows(examples: Examples, locations: Map<string, SourceLocation>): void {
  const columns = examples.tableHeader?.cells.map((cell) => cell.value) ?? [];
  for (const row of examples.tableBody) {
    const cells = Object.fromEntries(
      columns.map((column, index) => [column, at(row.cells, index).value]),
    );
    locations.set(row.id, { line: row.location.line, cells, firstColumn: columns[0] });
  }
}
