import type { WireRequest } from '../base/exchange.ts';
import { listOf, type Members, membersOf } from './interceptors.ts';

/** The id and the secret of an API key. */
export interface IdAndSecret {
  readonly id: string;
  readonly secret: string;
}

/** Returns the entries of `applications` in all roles of a request that creates a key. */
export function entriesOfKey(body: Members): readonly Members[] {
  return Object.values(membersOf(body['role_descriptors'])).flatMap((role) =>
    listOf(membersOf(role)['applications']).map(membersOf),
  );
}

/** Returns the credential after a scheme in the header `Authorization`; undefined for other schemes. */
export function credentialIn(request: WireRequest, scheme = 'ApiKey'): string | undefined {
  const header = request.headers['authorization'] ?? '';
  return header.startsWith(`${scheme} `) ? header.slice(scheme.length + 1) : undefined;
}

/** Encodes the credential of a key as an agent sends it. */
export function encoded({ id, secret }: IdAndSecret): string {
  return Buffer.from(`${id}:${secret}`, 'utf8').toString('base64');
}

/** Decodes the id and the secret of a credential; undefined if it contains no colon. */
export function pairIn(credential: string): IdAndSecret | undefined {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Returns the id and the secret in the header `Authorization`; undefined if it does not contain both. */
export function pairOf(request: WireRequest, scheme?: string): IdAndSecret | undefined {
  const credential = credentialIn(request, scheme);
  return credential === undefined ? undefined : pairIn(credential);
}
