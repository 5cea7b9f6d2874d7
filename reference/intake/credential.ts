import { at } from '../base/assert.ts';

/** An API key as an agent sends it. */
export interface Credential {
  /** The key's id, which is no secret. */
  readonly id: string;
  /** Id, colon and secret in base64. */
  readonly encoded: string;
}

/** The form that a header of an agent has to have. */
const wantedHeader = "'Authorization: ApiKey base64(API key ID:API key)'";
const wantedCredential = 'base64(ID:APIKey)';

/** Nothing longer can be a key. */
const maxLength = 8192;

/** Says why a credential is none; never holds a part of it. */
export class CredentialProblem extends Error {
  override readonly name = 'CredentialProblem';
}

/** Takes the value of `Authorization`; throws a CredentialProblem where it holds no key. */
export function credentialOfHeader(header: string): Credential {
  const parts = /^(\S+) +(\S+) *$/.exec(header);
  if (parts === null) {
    throw new CredentialProblem(
      `missing or improperly formatted Authorization header: expected ${wantedHeader}`,
    );
  }
  const scheme = at(parts, 1);
  if (scheme !== 'ApiKey') {
    throw new CredentialProblem(
      `unknown Authentication header ${scheme.slice(0, 32)}: expected ${wantedHeader}`,
    );
  }
  return decodeCredential(at(parts, 2));
}

/** Takes what stands after the scheme; throws a CredentialProblem where it is no base64 of id, colon and secret. */
export function decodeCredential(encoded: string): Credential {
  const isBase64 =
    encoded.length <= maxLength &&
    encoded.length % 4 === 0 &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (!isBase64) {
    throw new CredentialProblem(
      `improperly encoded ApiKey credentials: expected ${wantedCredential}`,
    );
  }
  const [, id, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) {
    throw new CredentialProblem(
      `improperly formatted ApiKey credentials: expected ${wantedCredential}`,
    );
  }
  return { id, encoded };
}
