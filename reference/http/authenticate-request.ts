import { at } from '../base/assert.ts';
import type { Principal } from '../security/principal.ts';
import type { SentCredentials, Security } from '../security/security.ts';
import { missingCredentials, wrongCredentials, unauthorised } from '../security/refusals.ts';
import type { ExchangeContext } from './exchange.ts';
import type { Route } from './routes.ts';
import { checkedFirst } from './routes.ts';

/** The authentication schemes that the server offers. */
const challenges = ['Basic realm="security", charset="UTF-8"', 'Bearer realm="security"', 'ApiKey'];

/** The kind of credentials by the name of the `Authorization` scheme in lower case. */
const kinds: ReadonlyMap<string, 'api_key' | 'user'> = new Map([
  ['apikey', 'api_key'],
  ['basic', 'user'],
]);

/**
 * Path prefixes of calls about accounts and keys. Credentials, if sent, are checked there even by a server without
 * security, and bodies have secrets.
 */
export const secretPaths = ['/_security/', '/app/'];

/**
 * Returns the caller. Without security the caller is anonymous, and credentials are checked on some paths only. Throws
 * a ServiceError if credentials are required and missing, or if they are wrong; the error does not say what is wrong
 * with them.
 *
 * authentication.header-scheme, authentication.other-schemes, authentication.wrong-secret-refused,
 * authentication.unknown-id-refused, authentication.of-other-endpoints.
 */
export async function authenticateRequest(
  ctx: ExchangeContext,
  security: Security,
): Promise<Principal> {
  const isChecked = security.enforced || secretPaths.some((path) => ctx.path.startsWith(path));
  if (!isChecked) return security.anonymous();
  const header = ctx.get('authorization');
  if (header !== '') {
    const principal = await security.authenticate(credentialsOf(header));
    if (principal === undefined) throw wrongCredentials();
    return principal;
  }
  if (security.enforced) throw missingCredentials(ctx.path);
  return security.anonymous();
}

/** authentication.refusal-status: sets `WWW-Authenticate`. */
export function challenge(ctx: ExchangeContext): void {
  ctx.set('WWW-Authenticate', challenges);
}

/** Returns a route that only superusers may use. */
export function forSuperusers(route: Route): Route {
  return checkedFirst(route, ({ state: { principal } }) => {
    if (principal.access.cluster('all')) return;
    const action = `${route.method} ${route.path}`;
    throw unauthorised(principal, { action, kind: 'cluster', privileges: ['all'] });
  });
}

function credentialsOf(header: string): SentCredentials {
  const parts = /^(\S+) +(\S+) *$/.exec(header);
  if (parts === null) return { kind: 'other' };
  const kind = kinds.get(at(parts, 1).toLowerCase());
  return kind === undefined ? { kind: 'other' } : { kind, encoded: at(parts, 2) };
}
