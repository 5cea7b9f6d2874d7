import { isUtf8 } from 'node:buffer';

/** A name and a secret, as a client sends them. */
export interface Credential {
  readonly name: string;
  readonly secret: string;
}

/** Maximum length of an encoded credential in characters. */
const maxLength = 4096;

/**
 * Decodes the base64 of a name, a colon and a secret; returns undefined if it is malformed. Only canonical base64 of
 * UTF-8 is accepted, with or without padding: each secret has one form.
 *
 * api-keys.credential-is-base64, authentication.unencoded-credential-refused,
 * authentication.undecodable-credential-refused, authentication.colonless-credential-refused.
 */
export function parseCredential(encoded: string): Credential | undefined {
  if (encoded.length > maxLength) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const canonical = bytes.toString('base64');
  if (encoded !== canonical && encoded !== canonical.replace(/=+$/, '')) return undefined;
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Returns the base64 of a name, a colon and a secret. */
export function encodeCredential({ name, secret }: Credential): string {
  return Buffer.from(`${name}:${secret}`, 'utf8').toString('base64');
}
