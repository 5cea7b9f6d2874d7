import { ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import request from 'supertest';
import { abortedOnShutdown, isShuttingDown, now, wait, wallClock } from '../base/environment.ts';
import { isJsonMedia } from '../base/body.ts';
import { ConnectionLost, Interrupted, TargetLost, Violation } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { withinLoad } from './load.ts';
import type { Target } from './target.ts';

/** Sends requests to one target. */
export interface Client {
  /**
   * Sends one request. Throws ConnectionLost if the connection ends before any byte of a response, Violation without a
   * complete response, TargetLost if the target refuses connections, Interrupted if the process is asked to stop.
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

/** Limits on the attempts of a request whose rate is limited, and on the time between two of them. */
const maxTries = 5;
const maxDelay_ms = 10_000;

/** The kit asks for at most some thousand documents: a greater body does not end, or is not the answer. */
const maxBody_bytes = 2 ** 26;

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
 *   `Retry-After`. Then fewer requests than before are under way to it at a time. A 503 of an intake is its refusal of a key.
 *
 * The response then says so in `resent`. With `keepAlive` requests share connections, until the server closes one of them
 * without saying so: the next request may always cross such a closure.
 */
export function openClient(target: Target, { keepAlive = false } = {}): Client {
  const kept = agentFor(target, true);
  const single = agentFor(target, false);
  const marks = markFreeSockets(kept);
  return {
    async send(wire) {
      let response = await sent(wire);
      for (let tries = 1; tries < maxTries; tries += 1) {
        const delay_ms = askedDelay_ms(response, wire);
        if (delay_ms === undefined || isShuttingDown()) break;
        await wait(delay_ms);
        const resent = `the server wants fewer requests (${response.status}, Retry-After)`;
        response = { ...(await sent(wire)), resent };
      }
      return response;
    },
    close() {
      kept.destroy();
      single.destroy();
    },
  };

  function sent(wire: WireRequest): Promise<WireResponse> {
    const isTooBusy = (answer: WireResponse): boolean => askedDelay_ms(answer, wire) !== undefined;
    return withinLoad(target.base_url, () => sentNow(wire), isTooBusy);
  }

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

/** How long the server wants a request to wait before it is sent again; undefined if it does not, or for too long. */
function askedDelay_ms(
  { status, headers }: WireResponse,
  { base_url }: WireRequest,
): number | undefined {
  const asked = headers['retry-after'];
  const isBusy = status === 429 || (status === 503 && base_url === undefined);
  if (!isBusy || asked === undefined) return undefined;
  const delay_ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - wallClock();
  return delay_ms <= maxDelay_ms ? Math.max(0, delay_ms) : undefined;
}

function isSafeToResend({ error, written, answered }: FailedAttempt, wire: WireRequest): boolean {
  if (answered || !isConnectionReset(error)) return false;
  return !written || changesNothing(wire);
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
  const endless = `its body does not end within ${rootTimeout_ms} ms`;
  if (isAnswered && isTimeout(code)) return { reason: endless, isAnswered };
  const isTooLarge = code === 'ETOOLARGE';
  const large = `its body has more than ${maxBody_bytes} bytes`;
  return { reason: isTooLarge ? large : reasonOf(error), isAnswered };
}

/** True if something came that is not HTTP. */
function isHttpError(error: unknown): boolean {
  return codeOf(error).startsWith('HPE_');
}

function attemptAtRoot(target: Target): Promise<Attempt> {
  const quickTarget = { ...target, timeout_ms: Math.min(target.timeout_ms, rootTimeout_ms) };
  const wire = { method: 'GET', path: '/', headers: target.headers };
  const agent = agentFor(target, false);
  return attempt({ target: quickTarget, agent, marks: new WeakMap() }, wire);
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
      const chunks: Buffer[] = [];
      response.on('data', (chunk: string) => chunks.push(Buffer.from(chunk, 'binary')));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
}

function payload(wire: WireRequest, body: string | Uint8Array): string | object {
  if (typeof body === 'string') return body;
  const bytes = Buffer.from(body);
  return isJsonMedia(wire.headers['content-type']) ? bytes.toString('utf8') : bytes;
}

function headersOf(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
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
  const isCertificateError = /CERT|_SIGNATURE$|^ERR_SSL_/.test(codeOf(error));
  return isCertificateError
    ? `TLS certificate missing or not trusted (see --ca, --insecure, --cert and --key): ${reason}`
    : reason;
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
  if (isTimeout(code)) {
    return new Violation(`a response within ${target.timeout_ms} ms`, 'none', {
      message: `no response within ${target.timeout_ms} ms`,
      kind: 'no-answer',
    });
  }
  if (isHttpError(error)) {
    return new Violation('an HTTP response', reason, {
      message: `the response is not HTTP (${code})`,
      kind: 'malformed',
    });
  }
  if (code === '') return error instanceof Error ? error : new Error(reason);
  if ((await lookAt(target)) === 'silent') {
    return new TargetLost(`${target.base_url} cannot be reached: ${reason}`);
  }
  if (isConnectionReset(error)) {
    if (!answered) return new ConnectionLost(code);
    return new Violation('a complete response', `the connection was closed (${code})`, {
      message: 'the server closed the connection before the end of its response',
      kind: 'no-answer',
    });
  }
  // Such as a body that is too large, or not encoded as its header says.
  return new Violation('a response that can be read', `${reason} (${code})`, {
    message: `the response cannot be read: ${reason} (${code})`,
    kind: 'malformed',
  });
}
