import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import {
  bodyOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  withBody,
  withJson,
} from './interceptors.ts';

/** The requests that concern roles, accounts and keys. */
export type SecurityCall =
  | 'create-role'
  | 'create-user'
  | 'create-key'
  | 'read-keys'
  | 'invalidate-keys'
  | 'authenticate'
  | 'check-privileges';

/** The secrets of created keys, by key id. */
export type KnownKeys = ReadonlyMap<string, string>;

/** The id and the secret of an API key. */
export interface IdAndSecret {
  readonly id: string;
  readonly secret: string;
}

/** Patterns of method and path, each with its call. */
const callPatterns: readonly (readonly [RegExp, SecurityCall])[] = [
  [/^\w+ \/_security\/_authenticate$/, 'authenticate'],
  [/^\w+ \/_security\/user\/_has_privileges$/, 'check-privileges'],
  [/^GET \/_security\/api_key$/, 'read-keys'],
  [/^DELETE \/_security\/api_key$/, 'invalidate-keys'],
  [/^(?:POST|PUT) \/_security\/api_key$/, 'create-key'],
  [/^(?:POST|PUT) \/_security\/role\//, 'create-role'],
  [/^(?:POST|PUT) \/_security\/user\//, 'create-user'],
];

/** Returns the kind of a request about roles, accounts or keys; undefined for other requests. */
export function securityCallOf({ method, path }: WireRequest): SecurityCall | undefined {
  const [address = ''] = path.split('?', 1);
  return callPatterns.find(([pattern]) => pattern.test(`${method} ${address}`))?.[1];
}

/** Answers requests of this call in place of the correct server. */
export function inPlaceOf(
  call: SecurityCall,
  answerTo: (request: WireRequest, forward: Forward) => Promise<WireResponse>,
): Interceptor {
  return (request, forward) =>
    securityCallOf(request) === call ? answerTo(request, forward) : forward(request);
}

/** Changes the body of every request of this call. */
export function onSecurityRequest(
  call: SecurityCall,
  edit: (body: Members) => Members,
): Interceptor {
  return inPlaceOf(call, (request, forward) => forward(withBody(request, edit(bodyOf(request)))));
}

/** Changes the body of every successful answer to this call. */
export function onSecurityReply(
  call: SecurityCall,
  edit: (body: Members, request: WireRequest) => Members,
): Interceptor {
  return inPlaceOf(call, async (request, forward) => {
    const reply = await forward(request);
    return reply.status < 300 ? withJson(reply, edit(jsonIn(reply), request)) : reply;
  });
}

/** Changes every entry of `applications`, in the body of a role or in all roles of a key. */
export function onEntries(
  call: 'create-role' | 'create-key',
  edit: (entries: readonly Members[]) => readonly Members[],
): Interceptor {
  const edited = (role: Members): Members => ({
    ...role,
    applications: edit(listOf(role['applications']).map(membersOf)),
  });
  return onSecurityRequest(call, (body) => {
    if (call === 'create-role') return edited(body);
    const roles = Object.entries(membersOf(body['role_descriptors']));
    const changed = roles.map(([name, role]) => [name, edited(membersOf(role))]);
    return { ...body, role_descriptors: Object.fromEntries(changed) as Members };
  });
}

/** Changes the names of the privileges in every entry of `applications`. */
export function onPrivileges(
  call: 'create-role' | 'create-key',
  edit: (privileges: readonly unknown[]) => readonly unknown[],
): Interceptor {
  return onEntries(call, (entries) =>
    entries.map((entry) => ({ ...entry, privileges: edit(listOf(entry['privileges'])) })),
  );
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

/** Returns the request with another header `Authorization`; undefined removes the header. */
export function authorizedBy(request: WireRequest, header: string | undefined): WireRequest {
  const { authorization: _, ...headers } = request.headers;
  return {
    ...request,
    headers: header === undefined ? headers : { ...headers, authorization: header },
  };
}

/** Returns the header `Authorization` of a key. */
export function proofOf({ id, secret }: IdAndSecret): string {
  return `ApiKey ${Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')}`;
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

/**
 * Records created keys, and authenticates a credential as the key whose id `pick` returns. If `pick` returns undefined,
 * the correct server decides.
 */
export function confusingKeys(
  pick: (credential: string, keys: KnownKeys) => string | undefined,
): Interceptor {
  const keys = new Map<string, string>();
  return async (request, forward) => {
    const credential = credentialIn(request);
    if (securityCallOf(request) === 'authenticate' && credential !== undefined) {
      const id = pick(credential, keys);
      const secret = id && keys.get(id);
      if (id === undefined || secret === undefined) return forward(request);
      return forward(authorizedBy(request, proofOf({ id, secret })));
    }
    const reply = await forward(request);
    if (securityCallOf(request) === 'create-key' && reply.status < 300) {
      const { id, api_key } = jsonIn(reply);
      keys.set(String(id), String(api_key));
    }
    return reply;
  };
}
