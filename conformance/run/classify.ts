import { present } from '../base/present.ts';
import { printable } from '../base/printable.ts';
import { writeJson } from '../base/body.ts';
import type {
  Exchange,
  SentExchange,
  UnansweredRequest,
  WireRequest,
  WireResponse,
} from '../base/exchange.ts';
import { findOperation } from '../driver/find-operation.ts';
import type { CommandRun } from '../driver/intake-command.ts';
import { differences } from '../report/difference.ts';
import type { Masker } from '../report/mask.ts';
import type { Observation, ScenarioRecord } from '../client/record.ts';
import { isBusyIntake } from '../client/expectations.ts';
import { readableBody, answerOf } from '../client/recorded-answer.ts';
import {
  base64Mark,
  type Failure,
  type RecordedCommand,
  type RecordedExchange,
  type ScenarioResult,
  type ServerError,
} from '../report/result.ts';
import { shellLine } from '../report/shell.ts';
import { type Excuse, extrasOf } from './extras.ts';
import { type Classification, type Ended, judge } from './judge.ts';

/** Limit on the kept part of a body. */
const maxBodyCharacters = 32_768;

/** Longer values are not compared member by member. */
const maxComparedCharacters = 1_000_000;

/** Limit on the kept part of the body of a server error. */
const maxErrorCharacters = 500;

/** Everything that is known about a finished scenario. */
export interface ScenarioEnd extends Ended {
  /** Masks the secrets of the run; learns those of this scenario. */
  readonly masker: Masker;
}

/** Turns the end of a scenario into its result. */
export function classify(end: ScenarioEnd): ScenarioResult {
  const { scenario, record, runner, masker } = end;
  masker.learn(record.secrets);
  const judged = judge(end);
  const { used, accepted } = extrasOf(record);
  const extras = scenario.silent ? [] : used;
  const { outcome, missing_hook, excuse } = judged;
  const serverErrors = outcome === 'failed' ? [] : serverErrorsIn(record, masker);
  // Most scenarios pass, and nobody reads their exchanges.
  const requests = outcome === 'passed' ? [] : requestsOf(record, masker);
  const said = saidOf(judged, requests, masker);
  return {
    scenario,
    ...(excuse === undefined ? said : excusedResult(excuse, said, masker)),
    ...present({ missing_hook }),
    exchanges: requests.map(({ recorded }) => recorded),
    commands: outcome === 'passed' ? [] : record.commands.map((run) => recordedRun(run, masker)),
    observations: observationsOf(end, judged).map(({ what, value }) => ({
      what,
      value: masker.value(JSON.parse(writeJson(value))),
    })),
    ...(serverErrors.length === 0 ? {} : { serverErrors }),
    ...(extras.length === 0 ? {} : { extras }),
    ...(accepted.length === 0 ? {} : { accepted }),
    leftovers: record.leftovers.map((entry) => masker.text(entry)),
    duration_ms: runner.duration_ms,
  };
}

/** What a result says of its outcome. */
type Said = Pick<ScenarioResult, 'outcome' | 'reason' | 'failure' | 'precondition'>;

function saidOf(
  { outcome, reason, failure, precondition }: Classification,
  requests: readonly SentRequest[],
  masker: Masker,
): Said {
  return {
    outcome,
    ...(reason === undefined ? {} : { reason: printable(masker.text(reason)) }),
    ...(failure === undefined ? {} : { failure: failureOf(failure, requests, masker) }),
    ...present({ precondition }),
  };
}

function excusedResult(
  { reason, extras, isRefusal, isLacked }: Excuse,
  judged: Said,
  masker: Masker,
): Said & Pick<ScenarioResult, 'missing_extras' | 'unless'> {
  const outcome = isLacked ? 'not-claimed' : 'incomplete';
  const said = { outcome, reason: printable(masker.text(reason)) } as const;
  return { ...said, missing_extras: extras, ...(isRefusal ? { unless: judged } : {}) };
}

function failureOf(
  { mismatch, step }: NonNullable<Classification['failure']>,
  requests: readonly SentRequest[],
  masker: Masker,
): Failure {
  const { expected, got, kind, message } = mismatch;
  const at = requests.findLastIndex((one) =>
    mismatch.request === undefined
      ? one.recorded.no_answer === masker.text(message)
      : one.request === mismatch.request,
  );
  const [wanted, found] = [textual(expected), textual(got)];
  const isLong = wanted.length + found.length > maxComparedCharacters;
  const compared = isLong ? [] : differences(masker.value(expected), masker.value(got));
  return {
    step,
    kind,
    message: printable(masker.text(message)),
    ...(at === -1 ? {} : { request: at + 1 }),
    expected: printable(shownBody(wanted, masker)),
    got: printable(shownBody(found, masker)),
    differences: compared.map((line) => printable(masker.text(line))),
  };
}

/** The observations of a scenario, and where it ended early, the reason and the last answer. */
function observationsOf(
  { record }: ScenarioEnd,
  { outcome, reason }: Classification,
): readonly Observation[] {
  if (outcome !== 'observed' || reason === undefined) return record.observations;
  const last = record.exchanges.at(-1);
  const value = { because: reason, ...(last === undefined ? {} : answerOf(last)) };
  return [...record.observations, { what: 'the scenario ended early', value }];
}

/** The answers with a status of 500 or more. */
function serverErrorsIn({ exchanges }: ScenarioRecord, masker: Masker): readonly ServerError[] {
  return exchanges
    .filter((exchange) => exchange.response.status >= 500 && !isBusyIntake(exchange))
    .map(({ request, response }) => ({
      method: request.method,
      path: masker.text(request.path),
      status: response.status,
      body: shownBody(response.body, masker).slice(0, maxErrorCharacters),
    }));
}

/** A request as it was sent, and as reports show it. */
interface SentRequest {
  readonly request: WireRequest;
  readonly recorded: RecordedExchange;
}

/** All requests of a scenario in order, answered or not. */
function requestsOf(
  { exchanges, unanswered }: ScenarioRecord,
  masker: Masker,
): readonly SentRequest[] {
  const requests = exchanges.map((entry) => sentFor(entry, masker));
  // From the last to the first, so that the positions before them stay right.
  for (const entry of unanswered.toReversed()) {
    const silence = { request: entry.request, recorded: recordedSilence(entry, masker) };
    requests.splice(entry.position, 0, [silence]);
  }
  return requests.flat();
}

/** The requests that were sent for one of the scenario: those of a rewriting, the last of which stands for it, or itself. */
function sentFor(exchange: Exchange, masker: Masker): readonly SentRequest[] {
  const { request, response, operation } = exchange;
  const { sent } = response;
  if (sent === undefined) {
    return [{ request, recorded: recorded({ request, response }, operation, masker) }];
  }
  return sent.map((one) => {
    const { method, path } = one.request;
    return { request, recorded: recorded(one, findOperation(method, path)?.id, masker) };
  });
}

function recordedRequest(
  request: WireRequest,
  operation: string | undefined,
  masker: Masker,
): Pick<RecordedExchange, 'operation' | 'base_url' | 'method' | 'path' | 'request_headers'> {
  return {
    ...present({ operation, base_url: request.base_url }),
    method: request.method,
    path: masker.text(request.path),
    request_headers: masker.headers(request.headers),
    ...(request.body === undefined ? {} : { request_body: shownBody(request.body, masker) }),
  };
}

function recordedSilence(
  { request, problem, duration_ms }: UnansweredRequest,
  masker: Masker,
): RecordedExchange {
  const operation = findOperation(request.method, request.path)?.id;
  return {
    ...recordedRequest(request, operation, masker),
    no_answer: masker.text(problem),
    response_headers: {},
    response_body: '',
    duration_ms,
  };
}

/** An exchange as reports show it: secrets masked, long bodies cut. */
export function recordedExchange(exchange: Exchange, masker: Masker): RecordedExchange {
  return recorded(exchange, exchange.operation, masker);
}

function recorded(
  { request, response }: SentExchange,
  operation: string | undefined,
  masker: Masker,
): RecordedExchange {
  return {
    ...recordedRequest(request, operation, masker),
    status: response.status,
    response_headers: masker.headers(response.headers),
    response_body: shownBody(response.body, masker),
    ...decodedBody(response, masker),
    duration_ms: response.duration_ms,
    ...present({ resent: response.resent }),
  };
}

function recordedRun(run: CommandRun, masker: Masker): RecordedCommand {
  const { command, exitCode, output, duration_ms } = run;
  return {
    command: masker.text(shellLine(command)),
    ...present({ exit_code: exitCode }),
    output: shownBody(output, masker),
    duration_ms,
  };
}

/** A body as text; bytes that do not begin as readable text are written in base64 after a mark. */
function textOfBody(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body).toString('utf8');
  const isText = !/[^\P{Cc}\t\n\r]|\uFFFD/u.test(text.slice(0, maxBodyCharacters));
  return isText ? text : `${base64Mark}${Buffer.from(body).toString('base64')}`;
}

function textual(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : writeJson(value);
}

function decodedBody(
  { headers, body }: WireResponse,
  masker: Masker,
): Pick<RecordedExchange, 'response_decoded'> {
  const text = readableBody(headers['content-type'], body);
  return text === undefined ? {} : { response_decoded: shownBody(text, masker) };
}

/** The beginning of a body, secrets masked. */
function shownBody(body: string | Uint8Array, masker: Masker): string {
  const text = textOfBody(body);
  const shown = masker.body(text.slice(0, maxBodyCharacters));
  return text.length <= maxBodyCharacters ? shown : `${shown}… (${text.length} characters)`;
}
