import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Aspect, Interceptor, Variant } from '../../run/mutation.ts';
import {
  entriesOfKey,
  inPlaceOf,
  onSecurityReply,
  pairOf,
  type SecurityCall,
  securityCallOf,
} from '../security-interceptors.ts';
import {
  addressOf,
  bodyOf,
  listOf,
  type Members,
  membersOf,
  refusal,
  without,
} from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const farAway = 253_402_300_799_999;

/** Variants of roles, keys and authentication. */
export const securityVariants: readonly Variant[] = [
  ...(['create-role', 'create-key', 'create-user'] as const).map((call): Variant => ({
    name: `${call.replace('create-', '')}s-created-with-201`,
    aspect: 'success',
    because: 'the specification gives no status for the success of these calls',
    start: () => withReply(call, (reply) => ({ ...reply, status: 201 })),
  })),
  ...variantsOf(
    'role-answers',
    'the specification leaves open the answer to the creation of a role',
    {
      'roles-created-without-a-body': () =>
        withReply('create-role', (reply) => ({
          ...reply,
          status: 204,
          headers: {},
          body: new Uint8Array(),
        })),
      'roles-answered-with-themselves': () =>
        onSecurityReply('create-role', (_, request) => ({ role: bodyOf(request) })),
    },
  ),
  keys(
    'keys-without-the-credential',
    'the specification defines no member with the key in base64',
    (body) => without(body, 'encoded'),
  ),
  keys(
    'keys-with-more-members',
    'an answer may contain more than the specification lists',
    (body) => ({
      ...body,
      encoded: 'bm90IHRoZSBjcmVkZW50aWFs',
      type: 'rest',
      invalidated: false,
      privileges: ['event:write'],
      roles: [],
    }),
  ),
  keys(
    'keys-without-end-say-null',
    'the specification leaves open the value for a key that does not expire',
    (body) => ({
      expiration: null,
      ...body,
    }),
  ),
  keys(
    'keys-without-end-end-far-away',
    'the specification leaves open the value for a key that does not expire',
    (body) => ({
      expiration: farAway,
      ...body,
    }),
  ),
  {
    name: 'keys-that-end-on-the-second',
    aspect: 'key-ends',
    because: 'the specification does not say how precisely the time of creation is measured',
    start: () =>
      onSecurityReply('create-key', (body) =>
        typeof body['expiration'] === 'number'
          ? { ...body, expiration: Math.ceil(body['expiration'] / 1000) * 1000 }
          : body,
      ),
  },
  ...variantsOf('key-limits', 'a request for a privilege that the creator lacks may be refused', {
    'overreaching-keys-refused': refusingOverreach,
  }),
  accounts('accounts-without-their-key', 'key-accounts', (body) =>
    without(body, 'api_key', 'authentication_type'),
  ),
  accounts('accounts-with-id-and-name-of-their-key', 'key-accounts', (body, request) => ({
    ...body,
    api_key: { id: pairOf(request)?.id ?? null, name: 'agents' },
    token: { type: 'api_key', managed_by: 'service' },
    operator: false,
  })),
  accounts('accounts-with-name-and-email', 'accounts', (body) => ({
    ...body,
    username: 'Märy Öhler (東京)',
    full_name: 'Märy Öhler',
    email: 'mary@example.invalid',
    roles: ['keeper', 'agent'],
    metadata: { place: { floor: 2 }, notes: [null, 'a'] },
  })),
  accounts('accounts-without-name-and-email', 'accounts', (body) => ({
    ...body,
    username: '',
    full_name: null,
    email: null,
    roles: [],
    metadata: {},
    enabled: true,
  })),
  accounts('realms-with-more-members', 'realms', (body) => ({
    ...body,
    authentication_realm: { ...membersOf(body['authentication_realm']), domain: null, node: 'n1' },
    lookup_realm: { order: 0, ...membersOf(body['lookup_realm']) },
  })),
  refusals('refused-credentials-with-403', 403, {}),
  refusals('refused-credentials-with-400', 400, { 'www-authenticate': 'Custom realm="a"' }),
];

function keys(name: string, because: string, edit: (body: Members) => Members): Variant {
  return { name, aspect: 'keys', because, start: () => onSecurityReply('create-key', edit) };
}

function accounts(
  name: string,
  aspect: Aspect,
  edit: (body: Members, request: WireRequest) => Members,
): Variant {
  const because = 'the specification gives only the types of the members of an account';
  return { name, aspect, because, start: () => onSecurityReply('authenticate', edit) };
}

function refusals(
  name: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Variant {
  return {
    name,
    aspect: 'refused-credentials',
    because: 'the specification leaves open the status and the headers for a refused credential',
    start: () =>
      inPlaceOf('authenticate', async (request, forward) => {
        const reply = await forward(request);
        if (reply.status < 400 || reply.status >= 500) return reply;
        const { 'www-authenticate': _, ...others } = reply.headers;
        return { ...reply, status, headers: { ...others, ...headers } };
      }),
  };
}

function withReply(call: SecurityCall, edit: (reply: WireResponse) => WireResponse): Interceptor {
  return inPlaceOf(call, async (request, forward) => {
    const reply = await forward(request);
    return reply.status < 300 ? edit(reply) : reply;
  });
}

/** Refuses the creation of a key with a privilege that no role of the requesting user has. */
function refusingOverreach(): Interceptor {
  const roles = new Map<string, readonly unknown[]>();
  const users = new Map<string, readonly unknown[]>();
  return (request, forward) => {
    const call = securityCallOf(request);
    const [, , name = ''] = addressOf(request).segments;
    const body = bodyOf(request);
    if (call === 'create-role') roles.set(name, heldBy(body));
    if (call === 'create-user') users.set(name, listOf(body['roles']));
    const user = pairOf(request, 'Basic')?.id;
    if (call !== 'create-key' || user === undefined) return forward(request);
    const held = (users.get(user) ?? []).flatMap((role) => roles.get(String(role)) ?? []);
    const requested = entriesOfKey(body).flatMap(({ privileges }) => listOf(privileges));
    if (requested.every((privilege) => held.includes(privilege))) return forward(request);
    return Promise.resolve(
      refusal('security_exception', 'the user lacks a requested privilege', 403),
    );
  };
}

function heldBy(role: Members): readonly unknown[] {
  return listOf(role['applications']).flatMap((entry) => listOf(membersOf(entry)['privileges']));
}
