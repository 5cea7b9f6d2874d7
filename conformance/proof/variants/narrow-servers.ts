import type { Profile } from '../../driver/profile.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { entriesOfKey, inPlaceOf, securityCallOf } from '../security-interceptors.ts';
import {
  addressOf,
  answer,
  bodyOf,
  kindOf,
  listOf,
  type Members,
  membersOf,
  refusal,
} from '../interceptors.ts';
import { putsPolicy } from '../lifecycle-interceptors.ts';

/** Variants of servers that accept and answer no more than the specification shows. */
export const narrowVariants: readonly Variant[] = [
  {
    name: 'roles-and-keys-as-shown-and-never-twice',
    aspect: 'role-answers',
    because:
      'the specification shows one cluster privilege, two applications, durations in days, and no name that is used twice',
    start: refusingOtherRolesAndKeys,
  },
  {
    name: 'policies-and-aliases-of-an-index-have-to-exist',
    aspect: 'writes',
    because: 'the specification does not say that an index can name what does not exist',
    start: refusingUnknownNames,
  },
  {
    name: 'open-bodies-as-a-json-string',
    aspect: 'success',
    because: 'the specification leaves open these bodies, which may be any JSON value',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      if (!leavesBodyOpen(request) || reply.status >= 300) return reply;
      return { ...answer(reply.status, {}), body: Buffer.from('"done"') };
    },
  },
  {
    name: 'false-credentials-are-anonymous',
    aspect: 'refused-credentials',
    because: 'a request whose credential is wrong may be treated as one without a credential',
    start: () =>
      inPlaceOf('authenticate', async (request, forward) => {
        const reply = await forward(request);
        return reply.status >= 400 && reply.status < 500 ? answer(200, anonymous) : reply;
      }),
  },
];

const noRealm = { name: '__anonymous', type: '__anonymous' };
const anonymous = {
  username: '_anonymous',
  roles: [{ name: 'guest' }],
  full_name: null,
  email: null,
  metadata: {},
  enabled: true,
  authentication_realm: noRealm,
  lookup_realm: noRealm,
};

function leavesBodyOpen(request: WireRequest): boolean {
  if (putsPolicy(request) || securityCallOf(request) === 'create-role') return true;
  if (request.method === 'DELETE' && request.path.startsWith('/_query/async/')) return true;
  return ['create-index', 'write-document', 'clear-scroll', 'close-pit'].includes(kindOf(request));
}

/** The cluster privileges, application privileges and resources that the specification shows. */
const shown = {
  cluster: /^manage_own_api_key$/,
  privileges: /^(?:event:write|config_agent:read|sourcemap:write|feature_apm\.all)$/,
  resources: /^(?:\*|space:.+)$/,
};

function isShown(entry: Members, applications: readonly string[]): boolean {
  return (
    applications.includes(String(entry['application'])) &&
    (['privileges', 'resources'] as const).every((name) =>
      listOf(entry[name]).every((word) => shown[name].test(String(word))),
    )
  );
}

function refusingOtherRolesAndKeys({ management_ui }: Profile): Interceptor {
  const applications = ['apm', ...(management_ui ? [management_ui.application] : [])];
  const taken = new Set<string>();
  const isAccepted = (request: WireRequest): boolean => {
    const call = securityCallOf(request);
    const body = bodyOf(request);
    if (call === 'create-role') {
      const entries = listOf(body['applications']).map(membersOf);
      const cluster = listOf(body['cluster']).map(String);
      return (
        cluster.length > 0 &&
        cluster.every((word) => shown.cluster.test(word)) &&
        entries.every((entry) => isShown(entry, applications))
      );
    }
    if (call !== 'create-key') return true;
    const { expiration } = body;
    const isTimed = expiration === undefined || /^"\d+d"$/.test(JSON.stringify(expiration));
    return isTimed && entriesOfKey(body).every((entry) => isShown(entry, applications));
  };
  return (request, forward) => {
    const call = securityCallOf(request);
    const name = `${request.path} ${call === 'create-key' ? String(bodyOf(request)['name']) : ''}`;
    const isCreation = call === 'create-key' || call === 'create-role';
    if (!isCreation) return forward(request);
    if (!isAccepted(request) || taken.has(name)) {
      return Promise.resolve(refusal('illegal_argument_exception', 'not shown, or taken'));
    }
    taken.add(name);
    return forward(request);
  };
}

/** Refuses an index whose settings name a policy or an alias that the server has not seen. */
function refusingUnknownNames(): Interceptor {
  const known = new Set<unknown>();
  return (request, forward) => {
    if (putsPolicy(request)) known.add(addressOf(request).segments[2]);
    if (kindOf(request) !== 'create-index') return forward(request);
    const { settings, aliases } = bodyOf(request);
    for (const alias of Object.keys(membersOf(aliases))) known.add(alias);
    const names = ['name', 'rollover_alias'].map(
      (name) => membersOf(settings)[`index.lifecycle.${name}`],
    );
    if (names.every((name) => name === undefined || known.has(name))) return forward(request);
    return Promise.resolve(refusal('illegal_argument_exception', 'no such policy or alias'));
  };
}
