import { at } from '../base/assert.ts';
import { refuse, unlessRefused } from '../base/service-error.ts';
import type { ApmPrivilege } from '../security/privileges/known-privileges.ts';
import { apmPrivileges } from '../security/privileges/known-privileges.ts';
import type { SearchService } from './search-service.ts';

/** An API key as an agent sends it. */
export interface Credential {
  /** The id of the key, which is not secret. */
  readonly id: string;
  /** The base64 of id, colon and secret. */
  readonly encoded: string;
}

/** The required form of the header. */
const expectedHeader = "'Authorization: ApiKey base64(API key ID:API key)'";
const expectedCredential = 'base64(ID:APIKey)';

/** Maximum length of an encoded key in characters. */
const maxLength = 8192;

/** Reads the value of `Authorization`. Throws a ServiceError, without any part of the credentials, if it does not contain a key. */
export function credentialOfHeader(header: string): Credential {
  const parts = /^(\S+) +(\S+) *$/.exec(header);
  if (parts === null) {
    return refuse(
      `missing or improperly formatted Authorization header: expected ${expectedHeader}`,
    );
  }
  const scheme = at(parts, 1);
  if (scheme !== 'ApiKey') {
    return refuse(
      `unknown Authentication header ${scheme.slice(0, 32)}: expected ${expectedHeader}`,
    );
  }
  return decodeCredential(at(parts, 2));
}

/** Decodes the base64 of id, colon and secret. Throws a ServiceError if it is malformed. */
function decodeCredential(encoded: string): Credential {
  const isBase64 =
    encoded.length <= maxLength &&
    encoded.length % 4 === 0 &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (!isBase64) {
    return refuse(`improperly encoded ApiKey credentials: expected ${expectedCredential}`);
  }
  const [, id, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) {
    return refuse(`improperly formatted ApiKey credentials: expected ${expectedCredential}`);
  }
  return { id, encoded };
}

/** The result of checking a key. */
export type Verified =
  | { readonly kind: 'valid'; readonly held: readonly ApmPrivilege[] }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Checks which privileges a key has. Rejects with a ServiceUnavailable if the search service does not answer.
 *
 * intake.verify-command.
 */
export async function verifyKey(
  encoded: string,
  service: Pick<SearchService, 'privilegesOf'>,
): Promise<Verified> {
  const problem = unlessRefused(
    () => void decodeCredential(encoded),
    ({ reason }) => reason,
  );
  if (problem !== undefined) return { kind: 'invalid', reason: problem };
  const held = await service.privilegesOf(encoded);
  if (held === undefined) {
    return { kind: 'invalid', reason: 'these are not the credentials of a valid key' };
  }
  return { kind: 'valid', held };
}

/**
 * Returns a line for each privilege.
 *
 * intake.verify-line-config-agent-read, intake.verify-line-event-write, intake.verify-line-sourcemap-write,
 * intake.verify-yes, intake.verify-negative.
 */
export function linesOfAnswer(held: readonly ApmPrivilege[]): string {
  const lines = apmPrivileges.map((privilege) => {
    const answer = held.includes(privilege) ? 'Yes' : 'No';
    return `Authorized for privilege "${privilege}"...: ${answer}\n`;
  });
  return lines.join('');
}
