import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, maxSize, parseJson } from '../base/json.ts';
import { startYielder } from '../base/yielder.ts';
import type { Yielder } from '../base/yielder.ts';
import { intakeAgent } from '../http/intake-agent.ts';
import { readInTurns } from '../http/take-turns.ts';
import type { ApmPrivilege } from '../security/privileges/known-privileges.ts';
import { apmPrivileges } from '../security/privileges/known-privileges.ts';
import { visible } from '../base/visible.ts';

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
  override readonly name = 'ServiceUnavailable';
}

const answer_ms = 10_000;
/** Maximum size of an answer, which is about ten events, or one key. A longer one takes too long to parse in one turn. */
const answer_bytes = 2 ** 18;

/** A request for the privileges of an agent on every resource. */
const privilegeRequest = JSON.stringify({
  application: [{ application: 'apm', privileges: apmPrivileges, resources: ['*'] }],
});

/**
 * Returns a client of the search service, which uses its public interface only; `authorization` is the value of that header
 * for the requests of the intake.
 */
export function connectService(
  url: string,
  authorization: string | undefined,
  environment: Environment,
): SearchService {
  const server = { url, yielder: startYielder(environment) };
  return {
    send: (request) => exchange(server, request, authorization),
    async privilegesOf(encoded) {
      const { status, body } = await exchange(
        server,
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

/**
 * Redirects are not followed. It uses the client of `node:http`, which is loaded with the server: `fetch` loads another one,
 * and takes more time for it than the intake takes to start.
 */
async function exchange(
  { url, yielder }: { readonly url: string; readonly yielder: Yielder },
  { path, body, type }: ServiceRequest,
  authorization: string | undefined,
): Promise<ServiceAnswer> {
  const signal = AbortSignal.timeout(answer_ms);
  try {
    const { request } = await (url.startsWith('https:')
      ? import('node:https')
      : import('node:http'));
    const credentials = authorization === undefined ? {} : { authorization };
    // Asked to close, a service may do so before it has read the body.
    const kept = { connection: 'keep-alive' };
    const headers = { ...intakeAgent, ...kept, 'content-type': type, ...credentials };
    // No agent: a connection that is used again may be closed just then.
    const options = { method: 'POST', headers, signal, agent: false as const };
    const sent = request(`${url}${path}`, options);
    sent.on('socket', (socket) => void readInTurns(socket, () => false, yielder));
    // An error after the beginning of the answer is one of the answer too, which is read below.
    sent.on('error', () => undefined);
    // A request that is answered with 101 (Switching Protocols) has no response.
    const ended = new AbortController();
    sent.once('close', () => ended.abort());
    sent.end(body);
    const [answer] = (await once(sent, 'response', { signal: ended.signal })) as [IncomingMessage];
    const status = defined(answer.statusCode, 'status of an answer');
    return { status, body: parseJson(await textOf(answer), maxSize) };
  } catch (error) {
    const reason = signal.aborted ? `it takes longer than ${answer_ms} ms` : reasonOf(error);
    throw new ServiceUnavailable(`the search service does not answer: ${reason}`);
  }
}

async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  // One buffer, as an answer may come in as many pieces as it has bytes.
  const bytes = Buffer.alloc(answer_bytes);
  let size = 0;
  for await (const piece of answer) {
    const isLonger = size + piece.length > answer_bytes;
    // The end of the iteration closes the connection.
    if (isLonger) throw new Error(`its answer is longer than ${answer_bytes} bytes`);
    size += piece.copy(bytes, size);
  }
  return bytes.toString('utf8', 0, size);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return visible(String(error));
  if (error.name === 'AbortError') return 'it closes the connection';
  return 'code' in error ? String(error.code) : visible(error.message);
}
