import type { Exchange, WireRequest } from '../base/exchange.ts';
import { keyIn } from './secrets.ts';

/** Roles and accounts, by the address at which each is made and removed. */
const named = /^\/_security\/(?:role|user)\/([^/?]+)(?:\?|$)/;

/**
 * The request that removes the role or the account that a successful request made, or takes its force from the key;
 * undefined for any other. Names that are not of this scenario are left alone.
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
  return { method: 'DELETE', path: path.split('?', 1)[0] ?? path, headers: {} };
}
