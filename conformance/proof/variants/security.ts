import { textOf } from '../../base/body.ts';
import { type Variant, variantsOf, type Aspect, type Interceptor } from '../../run/mutation.ts';
import { beforeHook, kindOf, segmentsOf } from '../calls.ts';
import {
  listOf,
  membersOf,
  onEveryReply,
  onResponse,
  withText,
  bodyOf,
  type Members,
  membersIn,
  refusal,
  without,
} from '../interceptors.ts';
import { now } from '../../base/environment.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { entriesOfKey, ownerOf } from '../security-interceptors.ts';

const farAway = 253_402_300_799_999;

/** Variants of policies and data streams, of roles, keys and authentication. */
export const securityVariants: readonly Variant[] = [
  // Of the aspect of connections: behind a proxy, calls of hooks are not known.
  ...variantsOf('delivery', 'the specification does not say how often policies run', {
    'policies-run-three-times': beforeHook('run_policies', async (forward, request) => {
      await forward(request);
      await forward(request);
    }),
  }),
  ...variantsOf(
    'streams',
    'generations start at any number, and an answer may have other members',
    {
      'data-streams-with-more-members-from-generation-forty-two': () =>
        onResponse(['read-streams'], (body) => ({
          ...body,
          data_streams: listOf(body['data_streams'])
            .map(membersOf)
            .map((stream) => ({
              owner: { name: 'nobody' },
              ...stream,
              generation: Number(stream['generation']) + 41,
              indices: undefined,
              parts: 3,
            })),
        })),
    },
  ),
  ...variantsOf('streams', 'the specification does not name the indices of a data stream', {
    'data-streams-with-other-names-behind': () =>
      onEveryReply((reply) => {
        const text = textOf(reply);
        return text.includes('".ds-')
          ? withText(reply, text.replaceAll('".ds-', '"part.of.'))
          : reply;
      }),
  }),
  ...variantsOf('keys', 'an answer may contain more or less than an example lists', {
    'keys-without-the-credential': () =>
      onResponse(['create-key'], (body) => without(body, 'encoded')),
    'keys-with-more-members': () =>
      onResponse(['create-key'], (body) => ({
        ...body,
        encoded: 'bm90IHRoZSBjcmVkZW50aWFs',
        type: 'rest',
        invalidated: false,
        privileges: ['event:write'],
        roles: [],
      })),
  }),
  ...variantsOf('keys', 'the value for a key that does not expire is left open', {
    'keys-without-end-say-null': () =>
      onResponse(['create-key'], (body) => ({ expiration: null, ...body })),
    'keys-without-end-end-far-away': () =>
      onResponse(['create-key'], (body) => ({ expiration: farAway, ...body })),
  }),
  ...variantsOf('key-ends', 'how precisely the time of creation is measured is left open', {
    'keys-that-end-on-the-second': () =>
      onResponse(['create-key'], ({ expiration, ...body }) =>
        typeof expiration === 'number'
          ? { ...body, expiration: Math.ceil(expiration / 1000) * 1000 }
          : body,
      ),
  }),
  ...variantsOf('new-keys', 'how soon a server knows a new key is left open', {
    'keys-known-after-a-moment': knownLater,
  }),
  ...variantsOf('key-limits', 'a request for a privilege that the creator lacks may be refused', {
    'overreaching-keys-refused': refusingOverreach,
  }),
  accounts('accounts-without-their-key', 'key-accounts', (body) =>
    without(body, 'api_key', 'authentication_type'),
  ),
  accounts('accounts-with-id-and-name-of-their-key', 'key-accounts', (body, request) => ({
    ...body,
    api_key: { id: ownerOf(request) || null, name: 'agents' },
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
  accounts('realms-with-more-members', 'realms', (body) => ({
    ...body,
    authentication_realm: { ...membersOf(body['authentication_realm']), domain: null, node: 'n1' },
    lookup_realm: { order: 0, ...membersOf(body['lookup_realm']) },
  })),
];

function accounts(
  name: string,
  aspect: Aspect,
  edit: (body: Members, request: WireRequest) => Members,
): Variant {
  const because = 'the specification gives only the types of the members of an account';
  return { name, aspect, because, start: () => onResponse(['authenticate'], edit) };
}

/** Refuses each key for a third of a second after its creation. */
function knownLater(): Interceptor {
  const created_ms = new Map<string, number>();
  return async (request, forward) => {
    const since_ms = created_ms.get(ownerOf(request)) ?? -Infinity;
    if (now() - since_ms < 333) return refusal('security_exception', 'no such key', 401);
    const response = await forward(request);
    if (kindOf(request) === 'create-key' && response.status < 300) {
      created_ms.set(String(membersIn(response)['id']), now());
    }
    return response;
  };
}

/** Refuses the creation of a key with a privilege that no role of the requesting user has. */
function refusingOverreach(): Interceptor {
  const roles = new Map<string, readonly unknown[]>();
  const users = new Map<string, readonly unknown[]>();
  return (request, forward) => {
    const call = kindOf(request);
    const [, , name = ''] = segmentsOf(request);
    const body = bodyOf(request);
    if (call === 'create-role') roles.set(name, heldBy(body));
    if (call === 'create-user') users.set(name, listOf(body['roles']));
    const user = ownerOf(request, 'Basic');
    if (call !== 'create-key' || user === '') return forward(request);
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
