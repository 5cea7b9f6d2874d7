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

/** Of a body no more characters are kept. */
const maxBodyCharacters = 32_768;

/** How the runner saw the end of a scenario. */
export interface RunnerVerdict {
  readonly passed: boolean;
  /** What is wrong with the kit where no step threw: an undefined or ambiguous step, a hook of ours that threw. */
  readonly complaint: string | undefined;
  readonly duration_ms: number;
}

/** Everything that is known of a scenario once it is over. */
export interface Ending {
  readonly scenario: Scenario;
  readonly record: ScenarioRecord;
  readonly runner: RunnerVerdict;
  /** Knows the secrets of the run; those of this scenario are added to it. */
  readonly masker: Masker;
}

/** The outcome with its reason, and for a failure the error that it comes from. */
interface Judged {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly mismatch?: Mismatch;
}

/** Turns the end of a scenario into its result: the one place that says what an error means. */
export function classify(ending: Ending): ScenarioResult {
  const { scenario, record, runner, masker } = ending;
  masker.learn(record.secrets);
  const judged = judge(ending);
  const { outcome, reason } = judged;
  return {
    scenario,
    outcome,
    ...(reason === undefined ? {} : { reason: masker.text(reason) }),
    ...(outcome === 'failed' ? { failure: failureOf(judged, record.error, masker) } : {}),
    exchanges: outcome === 'passed' ? [] : record.exchanges.map((entry) => recorded(entry, masker)),
    commands: outcome === 'passed' ? [] : record.commands.map((run) => recordedRun(run, masker)),
    observations: observationsOf(ending, judged).map((entry) => masked(entry, masker)),
    leftovers: record.leftovers.map((entry) => masker.text(entry)),
    duration_ms: runner.duration_ms,
  };
}

function judge({ scenario, record, runner }: Ending): Judged {
  if (runner.complaint !== undefined) return { outcome: 'broken', reason: runner.complaint };
  if (record.error === undefined) {
    if (!runner.passed) return { outcome: 'interrupted', reason: 'the run was stopped' };
    return { outcome: scenario.silent ? 'observed' : 'passed' };
  }
  const judged = judgeError(record.error);
  const excused = judged.outcome === 'failed' || judged.outcome === 'incomplete';
  return scenario.silent && excused ? { ...judged, outcome: 'observed' } : judged;
}

function judgeError({ error, precondition, step }: StepError): Judged {
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
  const place = error.stack?.split('\n').find((line) => line.includes('    at ')) ?? '';
  return `the step "${step}" threw ${error.name}: ${error.message}${place.replace(/^ +/, ' ')}`;
}

function failureOf({ mismatch }: Judged, error: StepError | undefined, masker: Masker): Failure {
  const { expected, got } = mismatch ?? {};
  return {
    step: error?.step ?? '',
    kind: mismatch?.kind ?? 'value',
    message: masker.text(mismatch?.message ?? ''),
    expected: masker.body(textual(expected)),
    got: masker.body(textual(got)),
    differences: differences(expected, got).map((line) => masker.text(line)),
  };
}

/** What a silent scenario saw; what would have failed another one is something seen too. */
function observationsOf({ record, scenario }: Ending, judged: Judged): readonly Observation[] {
  const stumble = judged.mismatch?.message ?? judged.reason;
  if (!scenario.silent || stumble === undefined || judged.outcome !== 'observed') {
    return record.observations;
  }
  return [...record.observations, { what: 'the scenario went no further', value: stumble }];
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

/** A body as text; in base 64, and saying so, where its bytes are no text that can be read. */
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

/** The beginning of a body, secrets masked: what is not shown is not masked either. */
function shownBody(body: string | Uint8Array, masker: Masker): string {
  const text = textOfBody(body);
  const shown = masker.body(text.slice(0, maxBodyCharacters));
  return text.length <= maxBodyCharacters ? shown : `${shown}… (${text.length} characters)`;
}
