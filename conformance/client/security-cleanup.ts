import type { Exchange, WireRequest } from '../base/exchange.ts';
import { pathnameOf } from './request-path.ts';
import { keyIn } from './secrets.ts';

/** Matches the paths at which roles and users are created and deleted. */
const named = /^\/_security\/(?:role|user)\/([^/?]+)(?:\?|$)/;

/** The request that invalidates the key that a successful request created; undefined for any other request. */
export function keyRemovalFor(exchange: Exchange): WireRequest | undefined {
  const key = keyIn(exchange);
  if (key === undefined) return undefined;
  return {
    method: 'DELETE',
    path: '/_security/api_key',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [key.id] }),
  };
}

/** The request that deletes the role or user of this scenario that a request may create; undefined for any other. */
export function accountRemovalFor(
  { method, path }: WireRequest,
  prefix: string,
): WireRequest | undefined {
  const name = ['POST', 'PUT'].includes(method) ? named.exec(path)?.[1] : undefined;
  if (name === undefined || !name.startsWith(encodeURIComponent(prefix))) return undefined;
  return { method: 'DELETE', path: pathnameOf(path), headers: {} };
}
