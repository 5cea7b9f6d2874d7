import type { ApmPrivilege } from '../security/apm-privileges.ts';
import type { Credential } from './credential.ts';
import { CredentialProblem, credentialOfHeader } from './credential.ts';
import { IntakeRefusal, unavailable } from './intake-refusal.ts';
import type { KeyLimit } from './key-limit.ts';
import type { SearchService } from './search-service.ts';
import { ServiceUnreachable } from './search-service.ts';

/** An agent that has proved who it is, where that is needed. */
export interface Agent {
  /** Throws an IntakeRefusal with status 403 where the agent lacks the privilege. */
  demand(privilege: ApmPrivilege): void;
}

export interface Gate {
  /** Undefined where nobody has to prove who they are. */
  readonly limit: KeyLimit | undefined;
  readonly service: Pick<SearchService, 'privilegesOf'>;
  readonly log: (report: string) => void;
}

/**
 * Takes the value of `Authorization`, empty where there is none; gives who asks. Throws an IntakeRefusal: 401 where the key
 * is none, 503 where the minute brought too many keys, or the search service cannot be asked.
 *
 * intake.authorizes-with-api-keys, intake.false-credential-refused, intake.enabled-true-authorizes, intake.refusal-status,
 * intake.limit-bounds-unique-keys.
 */
export async function authoriseAgent(header: string, gate: Gate): Promise<Agent> {
  const { limit } = gate;
  if (limit === undefined) return { demand: () => undefined };
  const credential = readHeader(header);
  if (!limit.admit(credential.id)) {
    gate.log(
      'auth.api_key.limit reached: a key was turned away that this minute had not brought yet',
    );
    throw new IntakeRefusal(503, unavailable);
  }
  const privileges = await askService(credential, limit, gate);
  if (privileges === undefined) throw new IntakeRefusal(401, 'authentication failed');
  return {
    demand(privilege) {
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

/** A key that could not be looked at takes no place. */
async function askService(
  { id, encoded }: Credential,
  limit: KeyLimit,
  { service, log }: Gate,
): Promise<readonly ApmPrivilege[] | undefined> {
  try {
    return await service.privilegesOf(encoded);
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    log(error.message);
    limit.release(id);
    throw new IntakeRefusal(503, unavailable);
  }
}
