import { defined } from '../../base/errors.ts';
import { present } from '../../base/present.ts';
import { pathnameOf, type WireRequest, type WireResponse } from '../../base/exchange.ts';
import {
  type DerivedMutation,
  derived,
  type Forward,
  type Interceptor,
} from '../../run/mutation.ts';
import { refusal } from '../interceptors.ts';
import { statusClass, type KnownExchange } from '../../description/exchange-parts.ts';
import type { ScenarioMemory } from './operators.ts';
import { durationMs } from '../../base/duration.ts';
import { pause } from '../../base/environment.ts';
import { findOperation } from '../../driver/find-operation.ts';
import { textsIn } from './request-space.ts';

/** A recorded answer that a mutation gives in place of the server. */
interface RecordedAnswer {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
}

const reading = ['get', 'head'];

/** Returns the mutations that carry out the request of this exchange wrongly, or not at all. */
export function callMutations(
  exchange: KnownExchange,
  memory: ScenarioMemory,
): readonly DerivedMutation[] {
  const { operation, request, response } = exchange;
  if (statusClass(response) !== '2xx') return [];
  const call = (place: string, operator: string, value?: string): DerivedMutation =>
    derived({ operation: operation.id, side: 'call', place, operator, ...present({ value }) });
  const recorded = JSON.stringify(recordedAnswer(request, response));
  const changes = reading.includes(operation.method)
    ? []
    : [
        call('all', 'not-done', recorded),
        call('all', 'done-late', recorded),
        call('all', 'done-twice'),
      ];
  const path = pathnameOf(request.path);
  const before = memory.swap(`${operation.id} path`, [path]);
  const moved = before === undefined || before[0] === path ? [] : [call('path', 'previous')];
  const held = deadlineOf(request) === undefined ? [] : [call('all', 'held')];
  return [call('all', 'refused'), ...changes, ...moved, ...held];
}

/** Starts a mutation of calls. It is called with all requests; `isMine` is true for those of its operation. */
export function startCallEdit(
  { operator, value }: DerivedMutation,
  isMine: (request: WireRequest) => boolean,
): Interceptor {
  if (operator === 'done-late') return doneLate(answerOf(value), isMine);
  if (operator === 'previous') return onPreviousPath(isMine);
  if (operator === 'held') return holdingAnswers(isMine);
  const inPlace = defined(callOperators[operator], `operator ${operator} of a call`);
  return (request, forward) =>
    isMine(request) ? inPlace(request, forward, value) : forward(request);
}

/** Operators that answer one request, whatever the requests before it were. */
const callOperators: Readonly<
  Record<
    string,
    (request: WireRequest, forward: Forward, recorded?: string) => Promise<WireResponse>
  >
> = {
  refused: async () => refusal('unsupported_operation_exception', 'not supported'),
  'not-done': async (request, _, recorded) => inPlaceOf(answerOf(recorded), request),
  'done-twice': async (request, forward) => {
    // One after the other, they would take twice the time that the request says: another mistake.
    if (deadlineOf(request) !== undefined) {
      const [answer] = await Promise.all([forward(request), forward(request)]);
      return answer;
    }
    const first = await forward(request);
    await forward(request);
    return first;
  },
};

/** Answers at once, and carries out the request after the next one. */
function doneLate(answer: RecordedAnswer, isMine: (request: WireRequest) => boolean): Interceptor {
  const late: WireRequest[] = [];
  return async (request, forward) => {
    const due = late.splice(0);
    const mine = isMine(request);
    if (mine) late.push(request);
    const response = mine ? inPlaceOf(answer, request) : await forward(request);
    for (const one of due) await forward(one);
    return response;
  };
}

/** Sends each request to the path of the previous one. */
function onPreviousPath(isMine: (request: WireRequest) => boolean): Interceptor {
  let before: string | undefined;
  return (request: WireRequest, forward: Forward) => {
    if (!isMine(request)) return forward(request);
    const path = pathnameOf(request.path);
    const sent = before === undefined ? request : withPath(request, before);
    before = path;
    return forward(sent);
  };
}

function recordedAnswer(
  request: WireRequest,
  { status, headers, body }: WireResponse,
): RecordedAnswer {
  return {
    path: pathnameOf(request.path),
    status,
    headers,
    body: Buffer.from(body).toString('base64'),
  };
}

function answerOf(value: string | undefined): RecordedAnswer {
  return JSON.parse(defined(value, 'recorded answer')) as RecordedAnswer;
}

/** Returns the recorded answer with the names of the path replaced by those of this request. */
function inPlaceOf(answer: RecordedAnswer, request: WireRequest): WireResponse {
  const recordedNames = answer.path.split('/');
  const names = pathnameOf(request.path).split('/');
  const text = Buffer.from(answer.body, 'base64').toString('latin1');
  const body = recordedNames.reduce(
    (result, name, at) => (name.length < 4 ? result : result.replaceAll(name, names[at] ?? name)),
    text,
  );
  const { status, headers } = answer;
  return { status, headers, body: Buffer.from(body, 'latin1'), duration_ms: 0 };
}

function withPath(request: WireRequest, path: string): WireRequest {
  return { ...request, path: path + request.path.slice(pathnameOf(request.path).length) };
}

/** Longer deadlines would hold up the proof; their answers are not held. */
const maxDeadline_ms = 3_000;

/** An answer is held until so long before its deadline. */
const margin_ms = 50;

/** Returns how long the client of a request waits for the answer, in ms: the part whose name ends in `_timeout`. */
export function deadlineOf(request: WireRequest): number | undefined {
  const operation = findOperation(request.method, request.path);
  if (operation === undefined) return undefined;
  const times = [...textsIn(operation, request)].flatMap(([place, text]) =>
    place.endsWith('_timeout') ? (durationMs(text) ?? []) : [],
  );
  return times.find((time_ms) => time_ms > margin_ms && time_ms <= maxDeadline_ms);
}

/** Holds each answer of an operation until shortly before its deadline. */
function holdingAnswers(isMine: (request: WireRequest) => boolean): Interceptor {
  return async (request, forward) => {
    const deadline_ms = isMine(request) ? deadlineOf(request) : undefined;
    if (deadline_ms === undefined) return forward(request);
    const [response] = await Promise.all([forward(request), pause(deadline_ms - margin_ms)]);
    return response;
  };
}
