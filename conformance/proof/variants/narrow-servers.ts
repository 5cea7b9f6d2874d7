import type { Profile } from '../../driver/profile.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { kindOf, segmentsOf } from '../calls.ts';
import {
  answer,
  bodyOf,
  inPlaceOf,
  listOf,
  type Members,
  membersOf,
  onAnyReply,
  refusal,
} from '../interceptors.ts';
import { entriesOfKey } from '../security-interceptors.ts';

/** Variants of servers that accept and answer no more than the specification shows. */
export const narrowVariants: readonly Variant[] = [
  ...variantsOf(
    'role-answers',
    'the specification shows one cluster privilege, two applications, durations in days, and no name that is used twice',
    {
      'roles-and-keys-as-shown-and-never-twice': refusingOtherRolesAndKeys,
    },
  ),
  ...variantsOf('writes', 'whether an index can name what does not exist is left open', {
    'policies-and-aliases-of-an-index-have-to-exist': refusingUnknownNames,
  }),
  ...variantsOf('refused-credentials', 'a wrong credential may count as none', {
    'false-credentials-are-anonymous': () =>
      onAnyReply(['authenticate'], (reply) =>
        reply.status >= 400 && reply.status < 500 ? answer(200, anonymous) : reply,
      ),
  }),
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
    const call = kindOf(request);
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
    const { expiration } = body;
    const isTimed = expiration === undefined || /^"\d+d"$/.test(JSON.stringify(expiration));
    return isTimed && entriesOfKey(body).every((entry) => isShown(entry, applications));
  };
  return inPlaceOf(['create-key', 'create-role'], (request, forward) => {
    const key = kindOf(request) === 'create-key' ? String(bodyOf(request)['name']) : '';
    const name = `${request.path} ${key}`;
    if (!isAccepted(request) || taken.has(name)) {
      return Promise.resolve(refusal('illegal_argument_exception', 'not shown, or taken'));
    }
    taken.add(name);
    return forward(request);
  });
}

/** Refuses an index whose settings name a policy or an alias that the server has not seen. */
function refusingUnknownNames(): Interceptor {
  const known = new Set<unknown>();
  return (request, forward) => {
    if (kindOf(request) === 'put-policy') known.add(segmentsOf(request)[2]);
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
