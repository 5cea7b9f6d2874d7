import { printable } from '../base/printable.ts';
import { defined } from '../base/assert.ts';
import type { MismatchKind } from '../base/errors.ts';
import { operationTitle } from '../driver/find-operation.ts';
import { jsonText, membersOf } from './body-json.ts';
import { oneLine } from './difference.ts';
import { fingerprintOf } from './fingerprint.ts';
import {
  base64Mark,
  type Failure,
  type Outcome,
  type RecordedExchange,
  type ScenarioResult,
} from './result.ts';
import type { Scenario } from './scenario.ts';

/** What ended a scenario without success. Results with the same key share their cause. */
export interface Cause {
  readonly key: string;
  /** One line for people; without names that the kit made. */
  readonly title: string;
  /** True if the answer of one operation is the cause, whatever the scenario is about. */
  readonly isOperation: boolean;
}

/** Kinds of mismatch for which the operation and its answer are the cause, not what the scenario expects. */
const operationKinds: ReadonlySet<MismatchKind> = new Set([
  'no-answer',
  'server-error',
  'schema',
  'malformed',
]);

/** Limit on the characters of what a server says. */
const maxWords = 200;

const causingOutcomes: ReadonlySet<Outcome> = new Set(['failed', 'broken', 'lost']);

/** The cause of a result that failed, was lost or broken, or could not reach its precondition; undefined for others. */
export function causeOf(result: ScenarioResult): Cause | undefined {
  const { outcome, failure, precondition } = result;
  if (!causingOutcomes.has(outcome) && precondition === undefined) return undefined;
  const message = messageOf(result);
  if (outcome === 'broken' || outcome === 'lost') return plainCause(outcome, message);
  const faulty = faultyExchange(result, { ...failure, message });
  const kind = operationKindOf(failure?.kind ?? precondition, message);
  if (faulty !== undefined && kind !== undefined) return operationCause(faulty, kind, message);
  return failure === undefined
    ? plainCause(outcome, message)
    : valueCause(result.scenario, failure, `${fingerprintOf(result)}`);
}

function messageOf({ failure, reason, ownReason = reason }: ScenarioResult): string {
  return defined(failure?.message ?? ownReason, 'reason of a result');
}

/** The kind of a mismatch whose cause is the answer to one request; undefined if the cause is what a step expects. */
function operationKindOf(
  kind: MismatchKind | undefined,
  message: string,
): MismatchKind | undefined {
  if (isRefusal(message)) return 'server-error';
  return kind !== undefined && operationKinds.has(kind) ? kind : undefined;
}

/** True for the message of a request that should have succeeded. */
function isRefusal(message: string): boolean {
  return /[A-Z]+ \/\S* was refused(?:$|: \d)/.test(message);
}

/** Rows of an outline that fail at the same step share their cause, whatever the numbers in it. */
function valueCause({ outline }: Scenario, failure: Failure, fingerprint: string): Cause {
  const step = failure.step.replaceAll(/"[^"]*"|\d+/g, '#');
  const place = outline === undefined ? fingerprint : `${outline} ${step}`;
  const title = oneLine(withoutNames(`${failure.message}: ${valuesOf(failure)}`));
  return { key: `${place} ${failure.kind}`, title, isOperation: false };
}

function valuesOf({ differences: [first], expected, got }: Failure): string {
  return first ?? `expected ${oneLine(expected)}, got ${oneLine(got)}`;
}

/** The title of the operation of a request. */
export function titleOf({ method, path }: RecordedExchange): string {
  return operationTitle(method, path);
}

/** `type: reason` of an error body, as far as it has them; undefined if it has none. */
export function errorOf(body: string): string | undefined {
  const { error } = membersOf(jsonText(body));
  if (typeof error === 'string') return printable(error);
  const { type, reason } = membersOf(error);
  const words = [type, reason].filter((word): word is string => typeof word === 'string');
  return words.length === 0 ? undefined : printable(words.join(': '));
}

/** What a server says in an error body: its error, or else the beginning of a readable body; undefined if it is empty. */
export function wordsOf(body: string): string | undefined {
  const words = errorOf(body) ?? (body.startsWith(base64Mark) ? '' : body.trim());
  return words === '' ? undefined : printable(oneLine(words.slice(0, maxWords)));
}

function plainCause(kind: string, text: string): Cause {
  const title = oneLine(withoutNames(text));
  return { key: `${kind} ${withoutNumbers(title)}`, title, isOperation: false };
}

function operationCause(exchange: RecordedExchange, kind: MismatchKind, message: string): Cause {
  const operation = titleOf(exchange);
  const title =
    kind === 'server-error' || kind === 'no-answer'
      ? `${operation} ${answerIn(exchange)}`
      : `${operation}: ${withoutNames(message)}`;
  const line = oneLine(title);
  return { key: `${kind} ${withoutNumbers(line)}`, title: line, isOperation: true };
}

function answerIn({ status, response_body }: RecordedExchange): string {
  if (status === undefined) return 'did not answer';
  const words = wordsOf(response_body);
  return words === undefined ? `answered ${status}` : `answered ${status} ${withoutNames(words)}`;
}

/** The request that a failure or its message names, or else the last one. */
export function faultyExchange(
  { exchanges }: Pick<ScenarioResult, 'exchanges'>,
  { message, request }: Pick<Failure, 'message' | 'request'>,
): RecordedExchange | undefined {
  if (request !== undefined) return exchanges[request - 1];
  const named = exchanges.findLast(({ method, path }) => message.includes(`${method} ${path} `));
  return named ?? exchanges.at(-1);
}

function withoutNames(text: string): string {
  return text.replaceAll(/ck-[0-9a-z]+-(?:\d+|f)-\d+-/g, '');
}

/** Counts, ids and times differ from one request to the next; a status says what happened. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/(?<!answered )\b\d+\b/g, '#');
}
