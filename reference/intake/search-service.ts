import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { defined } from '../base/assert.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, maxSize, parseJson } from '../base/json.ts';
import { intakeAgent } from '../http/intake-agent.ts';
import type { ApmPrivilege } from '../security/privileges/known-privileges.ts';
import { apmPrivileges } from '../security/privileges/known-privileges.ts';
import { visible } from '../base/visible.ts';

/** A request with the method POST. */
interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborted if the answer is no longer awaited. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and returns the answer; redirects are not followed. Rejects with the system error if there is no complete
 * answer. It uses the client of `node:http`, which is loaded with the server: `fetch` loads another one, and takes more
 * time for it than the intake takes to start.
 */
async function post({ url, headers, body, signal }: Post): Promise<{
  readonly status: number;
  readonly text: string;
}> {
  const { request } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  const sent = request(url, { method: 'POST', headers, signal });
  // An error after the beginning of the answer is one of the answer too, which is read below.
  sent.on('error', () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // The end of the iteration closes the connection.
    if (bytes > answer_bytes) throw new Error(`its answer is longer than ${answer_bytes} bytes`);
    pieces.push(piece);
  }
  const status = defined(answer.statusCode, 'status of an answer');
  return { status, text: Buffer.concat(pieces).toString('utf8') };
}

/** The search service that checks keys and stores events. */
export interface SearchService {
  /**
   * Returns the current privileges of a key, or undefined if the credentials are wrong. Rejects with a
   * ServiceUnavailable if the search service does not answer.
   */
  privilegesOf(encoded: string): Promise<readonly ApmPrivilege[] | undefined>;
  /**
   * Sends a POST request with the credentials of the intake. Rejects with a ServiceUnavailable if there is no answer.
   */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** A request to the search service. */
interface ServiceRequest {
  readonly path: string;
  readonly body: string;
  readonly type: 'application/json' | 'application/x-ndjson';
}

/** An answer of the search service. */
interface ServiceAnswer {
  readonly status: number;
  readonly body: JsonValue;
}

/** Thrown if the search service does not answer, or its answer is too long or cannot be parsed. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnreachable';
}

/** The search service and the credentials for it. */
interface ServiceAddress {
  readonly url: string;
  /** The value of `Authorization` for the requests of the intake. */
  readonly authorization: string | undefined;
}

const answer_ms = 10_000;
/** Maximum size of an answer. */
const answer_bytes = 32 * 2 ** 20;

/** A request for the privileges of an agent on every resource. */
const privilegeRequest = JSON.stringify({
  application: [{ application: 'apm', privileges: apmPrivileges, resources: ['*'] }],
});

/** Returns a client of the search service, which uses its public interface only. */
export function connectService({ url, authorization }: ServiceAddress): SearchService {
  const call = (request: ServiceRequest, credentials: string | undefined) =>
    exchange(url, request, credentials);
  return {
    send: (request) => call(request, authorization),
    async privilegesOf(encoded) {
      const { status, body } = await call(
        {
          path: '/_security/user/_has_privileges',
          body: privilegeRequest,
          type: 'application/json',
        },
        `ApiKey ${encoded}`,
      );
      if (status === 401) return undefined;
      const held = member(member(member(body, 'application'), 'apm'), '*');
      if (status !== 200 || !isJsonObject(held)) {
        throw new ServiceUnavailable(
          `the search service did not return the privileges of a key: status ${status}`,
        );
      }
      return apmPrivileges.filter((privilege) => held[privilege] === true);
    },
  };
}

/** Returns a member of a value, or undefined if it has none. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

async function exchange(
  url: string,
  { path, body, type }: ServiceRequest,
  authorization: string | undefined,
): Promise<ServiceAnswer> {
  try {
    const { status, text } = await post({
      url: new URL(`${url}${path}`),
      headers: {
        ...intakeAgent,
        'content-type': type,
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      signal: AbortSignal.timeout(answer_ms),
    });
    return { status, body: parseJson(text, maxSize) };
  } catch (error) {
    throw new ServiceUnavailable(`the search service does not answer: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return visible(String(error));
  if (error.name === 'AbortError') return `it takes longer than ${answer_ms} ms`;
  return 'code' in error ? String(error.code) : visible(error.message);
}
