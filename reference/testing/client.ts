import assert from 'node:assert/strict';
import { request as send } from 'node:http';

/** A request that is sent unchanged. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A response, not decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Returns the error of a response after checking its status; only the reason if the request reached no operation. */
export function errorOf(got: RawResponse) {
  const body = JSON.parse(got.text) as {
    error: { type: string; reason: string; root_cause: readonly Cause[] } | string;
    status: number;
  };
  assert.equal(body.status, got.status);
  if (typeof body.error === 'string')
    return { type: undefined, reason: body.error, root: undefined };
  return { type: body.error.type, reason: body.error.reason, root: body.error.root_cause[0] };
}

/** A root cause of an error. */
interface Cause {
  readonly type: string;
  readonly reason: string;
}

/** Sends one request to a base URL and returns the response. Neither path nor body is changed. */
export function exchange(
  url: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = new URL(url);
    const outgoing = send(
      { hostname, port, path, method, headers: { ...headers, ...length } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The optional parts of a request. */
export interface LineRequest {
  /** The value of `Authorization`. */
  readonly as?: string | undefined;
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown;
}

/** Returns the value of `Authorization` for an account. */
export function basic(name: string, password = 'password'): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** Returns a function that sends `METHOD /path`. The base URL is read for each request. */
export function lineSender(
  url: () => string,
): (line: string, request?: LineRequest) => Promise<RawResponse> {
  return (line, { as, body } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const headers = {
      ...(as === undefined ? {} : { authorization: as }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return exchange(url(), {
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: `${text}\n` }),
    });
  };
}
