import { ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import request from 'supertest';
import { abortedOnShutdown, now } from '../base/environment.ts';
import { isJsonMedia } from '../base/body.ts';
import { ConnectionLost, Interrupted, TargetLost, TimedOut, Violation } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { sendWithinLoad } from './load.ts';
import type { Target } from './target.ts';

/** Sends requests to one target. */
export interface Client {
  /**
   * Sends one request. Throws ConnectionLost if the connection ends before any byte of a response, Violation without a
   * complete response, TargetLost if the target refuses connections or is too busy all the time, Interrupted if the process
   * is asked to stop.
   */
  send(wire: WireRequest): Promise<WireResponse>;
  /** Closes the connections. */
  close(): void;
}

/** The result of one attempt: a response, or an error and how far the exchange had come. */
type Attempt = { readonly response: WireResponse } | FailedAttempt;

/** An attempt without a complete response. */
interface FailedAttempt {
  readonly error: unknown;
  /** True if the connection had served another request before. */
  readonly reused: boolean;
  /** True if a part of this request was written. */
  readonly written: boolean;
  /** True if a part of the response arrived. */
  readonly answered: boolean;
}

/** The kit asks for at most some thousand documents: a greater body does not end, or is not the answer. */
const maxBody_bytes = 2 ** 24;

const methods = ['get', 'head', 'post', 'put', 'delete', 'options', 'patch'] as const;

/** Methods that change nothing (RFC 9110, section 9.2.1). The answer to any other may show its own first effect. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Parts of requests that read and yet change something: what a scroll, a point in time or a query returns next. */
const stateful = { path: /\bscroll\b|\/_query\/async\//, body: /"pit"/ };

/**
 * An idle connection is closed after this time. Servers close them too, most after five seconds; a request that crosses
 * such a closure is lost.
 */
const maxIdle_ms = 1000;

/** The base URLs of servers that have closed a kept connection; they get a new one for each request. */
const closing = new Set<string>();

/**
 * Opens a client for the target; nothing is sent before the first `send`. A request is sent again only if
 * - the connection was closed before any byte of a response, and either nothing of the request was written, or it changes
 *   nothing;
 * - the server limits the rate of requests or is busy, which the specification leaves open: it answers 429 or 503 with
 *   `Retry-After`. Then fewer are under way at a time, and it is lost if no request gets another answer for `busyLimit_ms`.
 *
 * The response then says so in `resent`. With `keepAlive` requests share connections, until the server closes one of them
 * without saying so: the next request may always cross such a closure.
 */
export function openClient(
  target: Target,
  { keepAlive = false, busyLimit_ms = 60_000 } = {},
): Client {
  const kept = agentFor(target, true);
  const single = agentFor(target, false);
  const marks = markFreeSockets(kept);
  return {
    send: (wire) => sendWithinLoad(target.base_url, wire, { send: sentNow, busyLimit_ms }),
    close() {
      kept.destroy();
      single.destroy();
    },
  };

  async function sentNow(wire: WireRequest): Promise<WireResponse> {
    const agent = keepAlive && !closing.has(target.base_url) ? kept : single;
    const first = await attempt({ target, agent, marks }, wire);
    if ('response' in first) return first.response;
    if (first.reused && isConnectionReset(first.error)) closing.add(target.base_url);
    if (!isSafeToResend(first, wire)) throw await explain(first, target);
    const second = await attempt({ target, agent: single, marks }, wire);
    if (!('response' in second)) throw await explain(second, target);
    const resent = `the server closed the connection instead of responding (${codeOf(first.error)})`;
    return { ...second.response, resent };
  }
}

function isSafeToResend({ error, written, answered }: FailedAttempt, wire: WireRequest): boolean {
  return !answered && isConnectionReset(error) && (!written || changesNothing(wire));
}

function changesNothing({ method, path, body }: WireRequest): boolean {
  if (!safeMethods.has(method.toUpperCase()) || stateful.path.test(path)) return false;
  return body === undefined || !stateful.body.test(Buffer.from(body).toString('utf8'));
}

/** True for the status of a server that has yet to start, or that a gateway cannot reach. */
export function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Time limit for `GET /` on a new connection. */
const rootTimeout_ms = 5000;

/** What `GET /` on a new connection shows of a target. */
export async function lookAt(target: Target): Promise<'ready' | 'unavailable' | 'silent'> {
  const found = await attemptAtRoot(target);
  if ('response' in found) return isUnavailable(found.response.status) ? 'unavailable' : 'ready';
  return found.answered || isHttpError(found.error) ? 'ready' : 'silent';
}

/** Why `GET /` on a new connection has no response, or one that has begun does not end; undefined if it has any response. */
export async function rootProblem(target: Target) {
  const found = await attemptAtRoot(target);
  if ('response' in found || isHttpError(found.error)) return undefined;
  const { error, answered: isAnswered } = found;
  const code = codeOf(error);
  if (isAnswered && isTimeout(code))
    return { reason: `its body does not end within ${rootTimeout_ms} ms`, isAnswered };
  const large = `its body has more than ${maxBody_bytes} bytes`;
  return { reason: code === 'ETOOLARGE' ? large : reasonOf(error), isAnswered };
}

/** True if something came that is not HTTP. */
function isHttpError(error: unknown): boolean {
  return codeOf(error).startsWith('HPE_');
}

function attemptAtRoot(target: Target): Promise<Attempt> {
  const quickTarget = { ...target, timeout_ms: Math.min(target.timeout_ms, rootTimeout_ms) };
  const by = { target: quickTarget, agent: agentFor(target, false), marks: new WeakMap() };
  return attempt(by, { method: 'GET', path: '/', headers: target.headers });
}

function agentFor(target: Target, keepAlive: boolean): HttpAgent | HttpsAgent {
  const options = { keepAlive, timeout: maxIdle_ms };
  if (!target.base_url.startsWith('https:')) return new HttpAgent(options);
  const { insecure, ...tls } = target.tls;
  return new HttpsAgent({ ...options, rejectUnauthorized: !insecure, ...tls });
}

/** The bytes that a connection had carried when it last became idle. */
type Marks = WeakMap<Socket, Pick<Socket, 'bytesRead' | 'bytesWritten'>>;

/** Remembers what each connection has carried, to see what a later request adds. */
function markFreeSockets(agent: HttpAgent | HttpsAgent): Marks {
  const marks: Marks = new WeakMap();
  agent.on('free', (socket: Socket) => {
    const { bytesRead, bytesWritten } = socket;
    marks.set(socket, { bytesRead, bytesWritten });
  });
  return marks;
}

/** What one attempt is made with. */
interface Line {
  readonly target: Target;
  readonly agent: HttpAgent | HttpsAgent;
  readonly marks: Marks;
}

async function attempt(by: Line, wire: WireRequest): Promise<Attempt> {
  const test = prepare(by.target, wire).agent(by.agent);
  if (wire.body !== undefined) void test.send(payload(wire, wire.body));
  const started_ms = now();
  try {
    const reply = await abortedOnShutdown(test, () => void test.abort());
    const headers = headersOf(reply.headers);
    const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.alloc(0);
    return { response: { status: reply.status, headers, body, duration_ms: now() - started_ms } };
  } catch (error) {
    // Otherwise superagent prints what else goes wrong with the response.
    Reflect.set(test, 'timedout', true);
    return { error, ...progressOf(Reflect.get(test, 'req'), by.marks) };
  }
}

/** How far a failed request had come. */
function progressOf(sent: unknown, marks: Marks): Omit<FailedAttempt, 'error'> {
  const request = sent instanceof ClientRequest ? sent : undefined;
  const socket = request?.socket;
  if (request === undefined || !socket) return { reused: false, written: true, answered: false };
  const reused = request.reusedSocket;
  const mark = reused ? marks.get(socket) : undefined;
  return {
    reused,
    written: socket.bytesWritten > (mark?.bytesWritten ?? 0),
    answered: socket.bytesRead > (mark?.bytesRead ?? 0),
  };
}

function prepare(target: Target, wire: WireRequest): request.Test {
  const method = methods.find((name) => name === wire.method.toLowerCase());
  if (method === undefined) throw new RangeError(`unknown HTTP method: ${wire.method}`);
  const test = request(target.base_url)[method](wire.path);
  for (const [name, value] of Object.entries(wire.headers)) void test.set(name, value);
  return test
    .redirects(0)
    .maxResponseSize(maxBody_bytes)
    .ok(() => true)
    .timeout({ deadline: target.timeout_ms })
    .buffer(true)
    .serialize((body: unknown) => body as string)
    .parse((response, done) => {
      // One buffer, as a body may come in as many pieces as it has bytes; most come in one.
      let body = Buffer.alloc(0);
      let size = 0;
      response.on('data', (chunk: string) => {
        const piece = Buffer.from(chunk, 'binary');
        const end = size + piece.length;
        if (end > body.length) body = Buffer.concat([body], size === 0 ? end : 2 * end);
        size += piece.copy(body, size);
      });
      response.on('end', () => done(null, body.subarray(0, size)));
    });
}

function payload(wire: WireRequest, body: string | Uint8Array): string | object {
  const isText = typeof body === 'string' || isJsonMedia(wire.headers['content-type']);
  return isText ? Buffer.from(body).toString('utf8') : Buffer.from(body);
}

function headersOf(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    [value].flat().join(', '),
  ]);
  return Object.fromEntries(texts);
}

/** The code of a system error. For a failed connection, Supertest puts the code at the start of the message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  return /^(E[A-Z]+): /.exec(error.message)?.[1] ?? '';
}

/** The message of an error; for a certificate error, it also mentions the flags that may help. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (!/CERT|_SIGNATURE$|^ERR_SSL_/.test(codeOf(error))) return reason;
  return `TLS certificate missing or not trusted (see --ca, --insecure, --cert and --key): ${reason}`;
}

function isTimeout(code: string): boolean {
  return code === 'ECONNABORTED' || code === 'ETIME';
}

function isConnectionReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

/** Distinguishes a lost server from one with a broken response, which still accepts connections. */
async function explain({ error, answered }: FailedAttempt, target: Target): Promise<Error> {
  const code = codeOf(error);
  const reason = reasonOf(error);
  if (code === 'ABORTED') return new Interrupted('the run is being stopped');
  if (isTimeout(code)) return new TimedOut(target.timeout_ms);
  if (isHttpError(error)) {
    const message = `the response is not HTTP (${code})`;
    return new Violation('an HTTP response', reason, { message, kind: 'malformed' });
  }
  if (code === '') return error instanceof Error ? error : new Error(reason);
  if ((await lookAt(target)) === 'silent') {
    return new TargetLost(`${target.base_url} cannot be reached: ${reason}`);
  }
  if (isConnectionReset(error)) {
    if (!answered) return new ConnectionLost(code);
    const message = 'the server closed the connection before the end of its response';
    const got = `the connection was closed (${code})`;
    return new Violation('a complete response', got, { message, kind: 'no-answer' });
  }
  // Such as a body that is too large, or not encoded as its header says.
  const message = `the response cannot be read: ${reason} (${code})`;
  const got = `${reason} (${code})`;
  return new Violation('a response that can be read', got, { message, kind: 'malformed' });
}
