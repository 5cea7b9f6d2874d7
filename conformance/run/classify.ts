import { defined } from '../base/assert.ts';
import { writeJson } from '../base/body.ts';
import { Incomplete, Interrupted, Mismatch, TargetLost, Violation } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import type { CommandRun } from '../driver/intake-command.ts';
import { differences } from '../report/difference.ts';
import type { Masker } from '../report/mask.ts';
import type { Observation, ScenarioRecord, StepError } from '../client/record.ts';
import {
  base64Mark,
  type Failure,
  type Outcome,
  type RecordedCommand,
  type RecordedExchange,
  type ScenarioResult,
} from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';
import { shellLine } from '../report/shell.ts';

/** Limit on the kept part of a body. */
const maxBodyCharacters = 32_768;

/** The result of a scenario as Cucumber reports it. */
export interface RunnerVerdict {
  readonly passed: boolean;
  /** A problem of the kit itself: an undefined or ambiguous step, or a Cucumber hook that threw. */
  readonly complaint: string | undefined;
  readonly duration_ms: number;
}

/** Everything that is known about a finished scenario. */
export interface ScenarioEnd {
  readonly scenario: Scenario;
  readonly record: ScenarioRecord;
  readonly runner: RunnerVerdict;
  /** Masks the secrets of the run; learns those of this scenario. */
  readonly masker: Masker;
}

/** An outcome with its reason; for a failure also the mismatch. */
interface Classification {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly mismatch?: Mismatch;
}

/** Turns the end of a scenario into its result. Only this module maps errors to outcomes. */
export function classify(end: ScenarioEnd): ScenarioResult {
  const { scenario, record, runner, masker } = end;
  masker.learn(record.secrets);
  const judged = judge(end);
  const { outcome, reason } = judged;
  return {
    scenario,
    outcome,
    ...(reason === undefined ? {} : { reason: masker.text(reason) }),
    ...(outcome === 'failed' ? { failure: failureOf(...causeOf(judged, record), masker) } : {}),
    exchanges: outcome === 'passed' ? [] : record.exchanges.map((entry) => recorded(entry, masker)),
    commands: outcome === 'passed' ? [] : record.commands.map((run) => recordedRun(run, masker)),
    observations: observationsOf(end, judged).map((entry) => masked(entry, masker)),
    leftovers: record.leftovers.map((entry) => masker.text(entry)),
    duration_ms: runner.duration_ms,
  };
}

/** The mismatch of a failure and the text of the step that threw it. */
function causeOf({ mismatch }: Classification, { error }: ScenarioRecord): [Mismatch, string] {
  return [defined(mismatch, 'mismatch of a failure'), defined(error, 'error of a failure').step];
}

function judge({ scenario, record, runner }: ScenarioEnd): Classification {
  if (runner.complaint !== undefined) return { outcome: 'broken', reason: runner.complaint };
  if (record.error === undefined) {
    if (!runner.passed) return { outcome: 'interrupted', reason: 'the run was stopped' };
    return { outcome: scenario.silent ? 'observed' : 'passed' };
  }
  const judged = judgeError(record.error);
  const excused = judged.outcome === 'failed' || judged.outcome === 'incomplete';
  return scenario.silent && excused ? { ...judged, outcome: 'observed' } : judged;
}

function judgeError({ error, precondition, step }: StepError): Classification {
  if (error instanceof TargetLost) return { outcome: 'lost', reason: error.message };
  if (error instanceof Interrupted) return { outcome: 'interrupted', reason: error.message };
  if (error instanceof Incomplete) return { outcome: 'incomplete', reason: error.message };
  if (!(error instanceof Mismatch)) return { outcome: 'broken', reason: brokenReason(error, step) };
  if (precondition && !(error instanceof Violation)) {
    const reason = `the precondition "${step}" was not reached: ${error.message}`;
    return { outcome: 'incomplete', reason };
  }
  return { outcome: 'failed', mismatch: error };
}

function brokenReason(error: unknown, step: string): string {
  if (!(error instanceof Error)) return `the step "${step}" threw ${String(error)}`;
  const [frame = ''] = error.stack?.split('\n').filter((line) => line.includes('    at ')) ?? [];
  return `the step "${step}" threw ${error.name}: ${error.message}${frame.replace(/^ +/, ' ')}`;
}

function failureOf(mismatch: Mismatch, step: string, masker: Masker): Failure {
  const { expected, got, kind, message } = mismatch;
  return {
    step,
    kind,
    message: masker.text(message),
    expected: masker.body(textual(expected)),
    got: masker.body(textual(got)),
    differences: differences(expected, got).map((line) => masker.text(line)),
  };
}

/** The observations of a scenario. In a silent scenario, the error that stopped it is one more observation. */
function observationsOf(
  { record, scenario }: ScenarioEnd,
  judged: Classification,
): readonly Observation[] {
  const problem = judged.mismatch?.message ?? judged.reason;
  if (!scenario.silent || problem === undefined || judged.outcome !== 'observed') {
    return record.observations;
  }
  return [...record.observations, { what: 'the scenario stopped early', value: problem }];
}

function masked({ what, value }: Observation, masker: Masker): Observation {
  return { what, value: masker.value(JSON.parse(writeJson(value))) };
}

function recorded(exchange: Exchange, masker: Masker): RecordedExchange {
  const { request, response, operation } = exchange;
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(request.base_url === undefined ? {} : { base_url: request.base_url }),
    method: request.method,
    path: masker.text(request.path),
    request_headers: masker.headers(request.headers),
    ...(request.body === undefined ? {} : { request_body: shownBody(request.body, masker) }),
    status: response.status,
    response_headers: masker.headers(response.headers),
    response_body: shownBody(response.body, masker),
    duration_ms: response.duration_ms,
  };
}

function recordedRun(run: CommandRun, masker: Masker): RecordedCommand {
  const { command, exitCode, output, duration_ms } = run;
  return {
    command: masker.text(shellLine(command)),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    output: shownBody(output, masker),
    duration_ms,
  };
}

/** A body as text; bytes that are not readable text are written in base64 after a mark. */
function textOfBody(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body).toString('utf8');
  const isText = !/[^\P{Cc}\t\n\r]|\uFFFD/u.test(text);
  return isText ? text : `${base64Mark}${Buffer.from(body).toString('base64')}`;
}

function textual(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : writeJson(value);
}

/** The beginning of a body, secrets masked. */
function shownBody(body: string | Uint8Array, masker: Masker): string {
  const text = textOfBody(body);
  const shown = masker.body(text.slice(0, maxBodyCharacters));
  return text.length <= maxBodyCharacters ? shown : `${shown}… (${text.length} characters)`;
}
