import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import type { ApmPrivilege } from '../security/apm-privileges.ts';
import { apmPrivileges } from '../security/apm-privileges.ts';

/** What the intake asks of the search service behind it. */
export interface SearchService {
  /**
   * Gives the privileges that a key has at this moment, or undefined where the credential is none.
   * Rejects with a ServiceUnreachable where that cannot be found out.
   */
  privilegesOf(encoded: string): Promise<readonly ApmPrivilege[] | undefined>;
  /** Posts one request as the intake itself; rejects with a ServiceUnreachable where no answer comes. */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

export interface ServiceRequest {
  readonly path: string;
  readonly body: string;
  readonly type: 'application/json' | 'application/x-ndjson';
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: JsonValue;
}

/** The search service did not answer, or not in a way that can be understood. */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable';
}

export interface ServiceAddress {
  readonly url: string;
  /** The value of `Authorization` for calls of the intake itself. */
  readonly authorization: string | undefined;
}

const answer_ms = 10_000;

/** What is asked about a key: the privileges of agents, on every resource. */
const inquiry = JSON.stringify({
  application: [{ application: 'apm', privileges: apmPrivileges, resources: ['*'] }],
});

/** Gives a client of the search service; keys and events go through its public calls alone. */
export function connectService({ url, authorization }: ServiceAddress): SearchService {
  const call = (request: ServiceRequest, proof: string | undefined) =>
    exchange(url, request, proof);
  return {
    send: (request) => call(request, authorization),
    async privilegesOf(encoded) {
      const { status, body } = await call(
        {
          path: '/_security/user/_has_privileges',
          body: inquiry,
          type: 'application/json',
        },
        `ApiKey ${encoded}`,
      );
      if (status === 401) return undefined;
      const held = member(member(member(body, 'application'), 'apm'), '*');
      if (status !== 200 || !isJsonObject(held)) {
        throw new ServiceUnreachable(`the search service tells no privileges: status ${status}`);
      }
      return apmPrivileges.filter((privilege) => held[privilege] === true);
    },
  };
}

/** Gives a member of a value, or undefined where the value has none. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

async function exchange(
  url: string,
  { path, body, type }: ServiceRequest,
  authorization: string | undefined,
): Promise<ServiceAnswer> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...(authorization === undefined ? {} : { authorization }) },
      redirect: 'error',
      signal: AbortSignal.timeout(answer_ms),
    });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch (error) {
    throw new ServiceUnreachable(`the search service does not answer: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.message;
}
