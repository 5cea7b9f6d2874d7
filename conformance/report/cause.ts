import { jsonIn, valueAt } from '../base/body.ts';
import { printable } from '../base/printable.ts';
import { defined, type MismatchKind } from '../base/errors.ts';
import { operationTitle } from '../driver/find-operation.ts';
import { yaml } from '../base/libraries.ts';
import { oneLine } from './difference.ts';
import {
  base64Mark,
  type Failure,
  type Outcome,
  type RecordedExchange,
  type ScenarioResult,
} from './result.ts';

/** An error body as a value, whether it is JSON or YAML; undefined if it is something else. */
function errorDocument(text: string): unknown {
  const json = jsonIn(text);
  if (json !== undefined || !/^(?:---\s|error:)/.test(text)) return json;
  try {
    return yaml().parse(text, { logLevel: 'silent', maxAliasCount: 0 }) as unknown;
  } catch {
    return undefined;
  }
}

/** What ended a scenario without success. Results with the same key share their cause. */
export interface Cause {
  /** The operation whose answer is wrong, the place in the answer, and what was expected of it. */
  readonly key: string;
  /** One line for people; without names that the kit made. */
  readonly title: string;
  /** The same with what was expected and received, which may differ between results with the same cause. */
  readonly detail: string;
  /** True if the answer of one operation is the cause, whatever the scenario is about. */
  readonly isOperation: boolean;
}

/** Kinds of mismatch for which the operation and its answer are the cause, not what the scenario expects. */
const operationKinds: readonly MismatchKind[] = [
  'no-answer',
  'server-error',
  'schema',
  'malformed',
];

/** Limit on the characters of what a server says. */
const maxWords = 200;

const causingOutcomes: ReadonlySet<Outcome> = new Set(['failed', 'broken', 'lost']);

/** The cause of a result that failed, was lost or broken, or could not reach its precondition; undefined for others. */
export function causeOf(result: ScenarioResult): Cause | undefined {
  const { outcome, failure, precondition } = result;
  if (!causingOutcomes.has(outcome) && precondition === undefined) return undefined;
  const message = messageOf(result);
  const faulty = faultyExchange(result, { ...failure, message });
  if (outcome === 'broken' || outcome === 'lost' || faulty === undefined) {
    return { ...causeFrom([outcome], message), isOperation: false };
  }
  return answerCause(result, faulty, message);
}

/** The cause of a result that an answer has ended. */
function answerCause(
  { failure, precondition, rewriting }: ScenarioResult,
  faulty: RecordedExchange,
  message: string,
): Cause {
  const kind = operationKindOf(failure?.kind ?? precondition, message);
  const isAnswer = kind === 'server-error' || kind === 'no-answer';
  const said = isAnswer ? ` ${answerIn(faulty)}` : `: ${statementOf(message, failure?.got)}`;
  const operation = operationOf(faulty);
  const what = (kind === undefined ? contentOf(operation, said) : undefined) ?? said;
  // What fails only if it is sent in another way has a cause of its own.
  const about = [...(rewriting === undefined ? [] : [rewriting.id]), operation];
  const titled = (text: string): string => oneLine(withoutNames(`${titleOf(faulty)}${text}`));
  const values = kind !== undefined || failure === undefined ? '' : `: ${valuesOf(failure)}`;
  const isOperation = kind !== undefined;
  return {
    ...causeFrom(about, what),
    title: titled(what),
    detail: titled(`${said}${values}`),
    isOperation,
  };
}

function causeFrom(about: readonly string[], text: string): Omit<Cause, 'isOperation'> {
  const title = oneLine(withoutNames(text));
  const key = [...about, withoutValues(oneLine(text))].join(' ');
  return { key, title, detail: title };
}

function valuesOf({ differences: [first], expected, got }: Failure): string {
  return first ?? `expected ${oneLine(expected)}, got ${oneLine(got)}`;
}

/** What was wrong, without the words about the step that was under `Given`. */
function messageOf({ failure, reason, own_reason = reason }: ScenarioResult): string {
  const message = defined(failure?.message ?? own_reason, 'reason of a result');
  return message.replace(/^the precondition ".*?" was not reached: /s, '');
}

/** The kind of a mismatch whose cause is the answer to one request; undefined if the cause is what a step expects. */
function operationKindOf(
  kind: MismatchKind | undefined,
  message: string,
): MismatchKind | undefined {
  // A request that should have succeeded.
  if (/[A-Z]+ \/\S* was refused(?:$|: \d)/.test(message)) return 'server-error';
  return kind !== undefined && operationKinds.includes(kind) ? kind : undefined;
}

/** An operation by its path: one that reads may be sent by GET or POST, and with or without a target. */
function operationOf({ method, path }: RecordedExchange): string {
  const [, template = ''] = operationTitle(method, path).split(' ', 2);
  const plain = template.replace(/^\/\{(?:target|index|alias)\}(?=\/_)/, '');
  return method === 'GET' && /\/_(?:search|count|query)\b/.test(plain)
    ? `POST ${plain}`
    : `${method} ${plain}`;
}

/** The title of the operation of a request. */
export function titleOf({ method, path }: RecordedExchange): string {
  return operationTitle(method, path);
}

/** `type: reason` of an error body, as far as it has them; undefined if it has none. */
export function errorOf(body: string): string | undefined {
  const error = valueAt(errorDocument(body), 'error');
  if (typeof error === 'string') return printable(error);
  const words = ['type', 'reason']
    .map((name) => valueAt(error, name))
    .filter((word) => typeof word === 'string');
  return words.length === 0 ? undefined : printable(words.join(': '));
}

/** What a server says in an error body: its error, or else the beginning of a readable body; undefined if it is empty. */
export function wordsOf(body: string): string | undefined {
  const words = errorOf(body) ?? (body.startsWith(base64Mark) ? '' : body.trim());
  return words === '' ? undefined : printable(oneLine(words.slice(0, maxWords)));
}

function answerIn({ status, response_body, response_decoded }: RecordedExchange): string {
  if (status === undefined) return 'did not answer';
  const words = wordsOf(response_decoded ?? response_body);
  return words === undefined ? `answered ${status}` : `answered ${status} ${words}`;
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

/** Parts of answers about which steps have many expectations: operations, words of messages, and the title of a cause. */
const contents: readonly (readonly [operation: RegExp, words: RegExp, title: string])[] = [
  [/_search/, /\b(?:hits?|documents?|pages?|slices?|batch(?:es)?)\b/, ': other hits were expected'],
  [/_query|_sql/, /\bcolumns?\b/, ': other columns were expected'],
  [/_query|_sql/, /\brows?\b|\bvalues in\b/, ': other rows were expected'],
];

/** The part of an answer that a message is about; undefined if it is about a member of its own. */
function contentOf(operation: string, message: string): string | undefined {
  if (/^: \S+ is missing$/.test(message)) return undefined;
  const found = contents.find(([of, words]) => of.test(operation) && words.test(message));
  return found?.[2];
}

/** What is wrong with an answer, without the request that the title of the operation stands for. */
function statementOf(message: string, got: string | undefined): string {
  const missing = missingMember(message, got);
  if (missing !== undefined) return `${missing} is missing`;
  return message.replaceAll(/\b[A-Z]{3,7} \/\S*/g, 'the request');
}

/** The path of a member that an answer lacks; steps and schemas say so in several ways. Undefined for other messages. */
function missingMember(message: string, got: string | undefined): string | undefined {
  const [, pointer = '', member = ''] =
    /breaks its schema at (\/\S*): must have required property '([^']+)'/.exec(message) ?? [];
  if (member !== '') return [...pointer.split('/').filter(Boolean), member].join('.');
  const lacks = /^(?:the \w+(?: of \w+)? has no (\S+)|(\S+) is missing)$/.exec(message);
  const differs = got === 'absent' ? /^(\S+) has a different (?:type|value)$/.exec(message) : null;
  return lacks?.[1] ?? lacks?.[2] ?? differs?.[1];
}

/** Names, counts, ids, times and quoted values differ from one request to the next; a status says what happened. */
function withoutValues(text: string): string {
  return text.replaceAll(/ck-[0-9a-z]+-(?:\d+|f)-\d+-[\w.-]*|"[^"]*"|(?<!answered )\b\d+\b/g, '#');
}

/** A result that failed where it judges, and its cause. */
interface Root {
  readonly result: ScenarioResult;
  readonly cause: Cause;
}

/**
 * The results, where those that did not reach a precondition because of what another scenario judges have the clause of
 * that scenario as their reason. The dependence follows from the requests: both were ended by the same
 * answer of the same operation. A result keeps its failure, and nothing else changes.
 */
export function withDependents(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  const roots = rootsOf(results);
  return results.map((result) => {
    if (result.precondition === undefined) return result;
    const cause = causeOf(result);
    const root = cause === undefined ? undefined : roots.get(cause.key);
    const clause = root?.result.scenario.clauses[0];
    if (root === undefined || clause === undefined) return result;
    const reason = `${clause} failed: ${root.cause.title}`;
    const own = result.reason === undefined ? {} : { own_reason: result.reason };
    return { ...result, reason, ...own, depends_on: clause };
  });
}

/** For each cause, the simplest scenario that judges it: fewest requests, then shortest bodies. */
function rootsOf(results: readonly ScenarioResult[]): ReadonlyMap<string, Root> {
  const roots = new Map<string, Root>();
  for (const result of results) {
    const cause = causeOf(result);
    // A scenario that only observes judges nothing: no other depends on its clause.
    const { outcome, scenario } = result;
    const judges = outcome === 'failed' && !scenario.silent && scenario.clauses.length > 0;
    if (!judges || cause?.isOperation !== true) continue;
    const known = roots.get(cause.key);
    if (known === undefined || costOf(result) < costOf(known.result)) {
      roots.set(cause.key, { result, cause });
    }
  }
  return roots;
}

/** How much a reader has to look at: a request counts more than any body. */
export function costOf({ exchanges }: ScenarioResult): number {
  const characters = exchanges.map(({ request_body }) => request_body?.length ?? 0);
  const size = characters.reduce((sum, length) => sum + length, 0);
  return exchanges.length + size / (size + 1);
}
