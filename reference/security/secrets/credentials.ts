/** A name and a secret, as a client sends them. */
export interface Credential {
  readonly name: string;
  readonly secret: string;
}

/** Characters that an encoded credential may have. */
const maxLength = 4096;

/**
 * Takes the base64 form of a name, a colon and a secret; gives both, or undefined where the text is nothing of the kind.
 * Only the one way of writing it that the alphabet of base64 has is taken, with or without `=` at its end.
 *
 * api-keys.credential-is-base64, authentication.unencoded-credential-refused,
 * authentication.undecodable-credential-refused, authentication.colonless-credential-refused.
 */
export function parseCredential(encoded: string): Credential | undefined {
  if (encoded.length > maxLength) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const whole = bytes.toString('base64');
  if (encoded !== whole && encoded !== whole.replace(/=+$/, '')) return undefined;
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Gives the text that a client sends for a name and a secret. */
export function encodeCredential({ name, secret }: Credential): string {
  return Buffer.from(`${name}:${secret}`, 'utf8').toString('base64');
}
