import { ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import request from 'supertest';
import { now } from '../base/environment.ts';
import { isJsonMedia } from '../base/body.ts';
import { TargetLost, Violation } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Target } from './target.ts';

/** Sends requests to one target over connections that it keeps. */
export interface Client {
  /** Sends one request. Throws Violation where no whole answer comes, TargetLost where nobody is there. */
  send(wire: WireRequest): Promise<WireResponse>;
  /** Closes the connections. */
  close(): void;
}

/** How one attempt ended: with an answer, or with an error on a new or a kept connection. */
type Attempt =
  | { readonly response: WireResponse }
  | { readonly error: unknown; readonly keptConnection: boolean };

const methods = ['get', 'head', 'post', 'put', 'delete', 'options', 'patch'] as const;

/** Opens a client for the target; nothing is sent before the first `send`. */
export function openClient(target: Target): Client {
  const agent = agentFor(target, true);
  return {
    async send(wire) {
      const first = await attempt({ target, agent }, wire);
      if ('response' in first) return first.response;
      if (!first.keptConnection || !isCut(first.error)) throw await explain(first.error, target);
      // The server had closed the kept connection meanwhile and never read the request: it is sent anew.
      const second = await attempt({ target, agent: agentFor(target, false) }, wire);
      if ('response' in second) return second.response;
      throw await explain(second.error, target);
    },
    close: () => agent.destroy(),
  };
}

/** True where the target takes a new connection and answers anything at all to `GET /`. */
export async function answers(target: Target): Promise<boolean> {
  return (await silenceOf(target)) === undefined;
}

/** Why nothing answers `GET /` on a new connection; undefined where anything at all does. */
export async function silenceOf(target: Target): Promise<string | undefined> {
  const hurried = { ...target, timeout_ms: Math.min(target.timeout_ms, 5000) };
  const wire = { method: 'GET', path: '/', headers: target.headers };
  const probe = await attempt({ target: hurried, agent: agentFor(target, false) }, wire);
  if ('response' in probe || codeOf(probe.error).startsWith('HPE_')) return undefined;
  return reasonOf(probe.error);
}

function agentFor(target: Target, keepAlive: boolean): HttpAgent | HttpsAgent {
  if (!target.base_url.startsWith('https:')) return new HttpAgent({ keepAlive });
  const { insecure, ...tls } = target.tls;
  return new HttpsAgent({ keepAlive, rejectUnauthorized: !insecure, ...tls });
}

async function attempt(
  by: { readonly target: Target; readonly agent: HttpAgent | HttpsAgent },
  wire: WireRequest,
): Promise<Attempt> {
  const test = prepare(by.target, wire).agent(by.agent);
  if (wire.body !== undefined) void test.send(payload(wire));
  const started_ms = now();
  try {
    const reply = await test;
    const headers = headersOf(reply.headers);
    const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.alloc(0);
    return { response: { status: reply.status, headers, body, duration_ms: now() - started_ms } };
  } catch (error) {
    const sent: unknown = Reflect.get(test, 'req');
    return { error, keptConnection: sent instanceof ClientRequest && sent.reusedSocket };
  }
}

function prepare(target: Target, wire: WireRequest): request.Test {
  const method = methods.find((name) => name === wire.method.toLowerCase());
  if (method === undefined) throw new RangeError(`the method ${wire.method} is not known`);
  const test = request(target.base_url)[method](wire.path);
  for (const [name, value] of Object.entries(wire.headers)) void test.set(name, value);
  return test
    .redirects(0)
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

function payload(wire: WireRequest): string | object {
  if (wire.body === undefined || typeof wire.body === 'string') return wire.body ?? '';
  const bytes = Buffer.from(wire.body);
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

/** The code of a system error; supertest moves that of a failed connect to the start of the message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  return /^(E[A-Z]+): /.exec(error.message)?.[1] ?? '';
}

/** What an error says; of a certificate also how it can be trusted. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const ofCertificate = /CERT|_SIGNATURE$|^ERR_SSL_/.test(codeOf(error));
  return ofCertificate
    ? `a certificate is missing or not trusted (see --ca, --insecure, --cert and --key): ${reason}`
    : reason;
}

function isCut(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

/** Tells a server that is gone from one that only gives a bad answer: the latter still takes connections. */
async function explain(error: unknown, target: Target): Promise<Error> {
  const code = codeOf(error);
  const reason = reasonOf(error);
  if (code === 'ECONNABORTED' || code === 'ETIME') {
    return new Violation(`an answer within ${target.timeout_ms} ms`, 'none', {
      message: `no answer came within ${target.timeout_ms} ms`,
      kind: 'no-answer',
    });
  }
  if (code.startsWith('HPE_')) {
    return new Violation('a response of HTTP', reason, {
      message: `the answer is not HTTP (${code})`,
      kind: 'malformed',
    });
  }
  if (code === '') return error instanceof Error ? error : new Error(reason);
  if (isCut(error) && (await answers(target))) {
    return new Violation('a whole response', `the connection was cut (${code})`, {
      message: 'the server cut the connection instead of answering',
      kind: 'no-answer',
    });
  }
  return new TargetLost(`${target.base_url} cannot be reached: ${reason}`);
}
