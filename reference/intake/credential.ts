import { at } from '../base/assert.ts';

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

/** Thrown if credentials are malformed; the message does not contain any part of them. */
export class CredentialProblem extends Error {
  override readonly name = 'CredentialProblem';
}

/** Reads the value of `Authorization`. Throws a CredentialProblem if it does not contain a key. */
export function credentialOfHeader(header: string): Credential {
  const parts = /^(\S+) +(\S+) *$/.exec(header);
  if (parts === null) {
    throw new CredentialProblem(
      `missing or improperly formatted Authorization header: expected ${expectedHeader}`,
    );
  }
  const scheme = at(parts, 1);
  if (scheme !== 'ApiKey') {
    throw new CredentialProblem(
      `unknown Authentication header ${scheme.slice(0, 32)}: expected ${expectedHeader}`,
    );
  }
  return decodeCredential(at(parts, 2));
}

/** Decodes the base64 of id, colon and secret. Throws a CredentialProblem if it is malformed. */
export function decodeCredential(encoded: string): Credential {
  const isBase64 =
    encoded.length <= maxLength &&
    encoded.length % 4 === 0 &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (!isBase64) {
    throw new CredentialProblem(
      `improperly encoded ApiKey credentials: expected ${expectedCredential}`,
    );
  }
  const [, id, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) {
    throw new CredentialProblem(
      `improperly formatted ApiKey credentials: expected ${expectedCredential}`,
    );
  }
  return { id, encoded };
}
