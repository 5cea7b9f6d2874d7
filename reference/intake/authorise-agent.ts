import type { Environment } from '../base/environment.ts';
import { unlessRefused } from '../base/service-error.ts';
import type { ApmPrivilege } from '../security/privileges/known-privileges.ts';
import type { Credential } from './verify-key.ts';
import { credentialOfHeader } from './verify-key.ts';
import { IntakeRefusal, unavailable } from './request-stream.ts';
import type { SearchService } from './search-service.ts';
import { ServiceUnavailable } from './search-service.ts';

const minute_ms = 60_000;

/** Limits the number of distinct keys within a minute. */
type KeyLimit = ReturnType<typeof createKeyLimit>;

/**
 * Takes the maximum number of distinct keys within a minute.
 *
 * intake.limit-bounds-unique-keys, intake.limit-counts-a-key-once, intake.limit-per-minute,
 * intake.limit-covers-configuration, intake.limit-and-false-credentials.
 */
export function createKeyLimit(limit: number, environment: Pick<Environment, 'elapsed'>) {
  // In the order of admission, so that the first ones expire first.
  const ends_ms = new Map<string, number>();
  const dropOver = (): void => {
    for (const [id, end_ms] of ends_ms) {
      if (end_ms > environment.elapsed()) return;
      ends_ms.delete(id);
    }
  };
  return {
    /**
     * Returns true if the key was admitted within the last minute or the limit is not reached; the key is then counted
     * for one minute.
     */
    admit(id: string): boolean {
      dropOver();
      if (ends_ms.has(id)) return true;
      if (ends_ms.size >= limit) return false;
      ends_ms.set(id, environment.elapsed() + minute_ms);
      return true;
    },
    /** Removes a key from the count. */
    release: (id: string) => void ends_ms.delete(id),
  };
}

/** The agent that sent a request, authenticated if that is required. */
export interface Agent {
  /** Throws an IntakeRefusal with status 403 if the agent lacks the privilege. */
  requirePrivilege(privilege: ApmPrivilege): void;
}

/** The services and limits for checking the key of an agent. */
export interface KeyCheck {
  /** Undefined if agents do not need a key. */
  readonly limit: KeyLimit | undefined;
  readonly service: Pick<SearchService, 'privilegesOf'>;
  readonly log: (report: string) => void;
}

/**
 * Authenticates an agent. Takes the `Authorization` header, empty if there is none. Throws an IntakeRefusal: 401 if the
 * key is not valid, 503 if there were too many keys within a minute or the search service is not available.
 *
 * intake.authorizes-with-api-keys, intake.false-credential-refused, intake.enabled-true-authorizes,
 * intake.refusal-status, intake.limit-bounds-unique-keys, intake.other-schemes.
 */
export async function authoriseAgent(header: string, check: KeyCheck): Promise<Agent> {
  const { limit } = check;
  if (limit === undefined) return { requirePrivilege: () => undefined };
  const credential = unlessRefused(
    () => credentialOfHeader(header),
    ({ reason }) => {
      throw new IntakeRefusal(401, `authentication failed: ${reason}`);
    },
  );
  if (!limit.admit(credential.id)) {
    check.log('auth.api_key.limit reached: a key was refused');
    throw new IntakeRefusal(503, unavailable);
  }
  const privileges = await fetchPrivileges(credential, limit, check);
  if (privileges === undefined) throw new IntakeRefusal(401, 'authentication failed');
  return {
    requirePrivilege(privilege) {
      if (privileges.includes(privilege)) return;
      throw new IntakeRefusal(403, `unauthorized: API Key not permitted action "${privilege}"`);
    },
  };
}

/** Returns the privileges of a key. A key that cannot be checked does not count towards the limit. */
async function fetchPrivileges(
  { id, encoded }: Credential,
  limit: KeyLimit,
  { service, log }: KeyCheck,
): Promise<readonly ApmPrivilege[] | undefined> {
  try {
    return await service.privilegesOf(encoded);
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    log(error.message);
    limit.release(id);
    throw new IntakeRefusal(503, unavailable);
  }
}
