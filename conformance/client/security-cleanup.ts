import type { Exchange, WireRequest } from '../base/exchange.ts';
import { pathnameOf } from './request-path.ts';
import { keyIn } from './secrets.ts';

/** Matches the paths at which roles and users are created and deleted. */
const named = /^\/_security\/(?:role|user)\/([^/?]+)(?:\?|$)/;

/**
 * The request that deletes the role or user, or invalidates the key, that a successful request created; undefined for
 * any other request, and for roles and users that do not belong to this scenario.
 */
export function securityRemovalFor(exchange: Exchange, prefix: string): WireRequest | undefined {
  const { method, path } = exchange.request;
  if (!['POST', 'PUT'].includes(method) || exchange.response.status >= 300) return undefined;
  const key = keyIn(exchange);
  if (key !== undefined) {
    return {
      method: 'DELETE',
      path: '/_security/api_key',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [key.id] }),
    };
  }
  const name = named.exec(path)?.[1];
  if (name === undefined || !name.startsWith(encodeURIComponent(prefix))) return undefined;
  return { method: 'DELETE', path: pathnameOf(path), headers: {} };
}
