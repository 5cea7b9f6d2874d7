import type { ApmPrivilege } from '../security/apm-privileges.ts';
import type { Credential } from './credential.ts';
import { CredentialProblem, credentialOfHeader } from './credential.ts';
import { IntakeRefusal, unavailable } from './intake-refusal.ts';
import type { KeyLimit } from './key-limit.ts';
import type { SearchService } from './search-service.ts';
import { ServiceUnavailable } from './search-service.ts';

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
  const credential = readHeader(header);
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

function readHeader(header: string): Credential {
  try {
    return credentialOfHeader(header);
  } catch (error) {
    if (!(error instanceof CredentialProblem)) throw error;
    throw new IntakeRefusal(401, `authentication failed: ${error.message}`);
  }
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
