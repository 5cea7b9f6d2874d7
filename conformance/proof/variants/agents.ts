import type { Profile } from '../../driver/profile.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import {
  type Interceptor,
  type Variant,
  variantsOf,
  type StartInterceptor,
} from '../../run/mutation.ts';
import { kindOf, segmentsOf, type CallKind } from '../calls.ts';
import {
  answer,
  bodyOf,
  inPlaceOf,
  listOf,
  type Members,
  membersOf,
  onAnyReply,
  refusal,
  named,
  onEveryReply,
  onReply,
  withoutBody,
  withText,
} from '../interceptors.ts';
import {
  entriesOfKey,
  encoded,
  type IdAndSecret,
  onLines,
  taken,
} from '../security-interceptors.ts';
import {
  isBelow,
  replacePage,
  page,
  pagePathOf,
  redirection,
  wholeForm,
} from '../agent-key-page.ts';

/** The statuses with which an intake refuses an agent before this variant changes them. */
const refusalStatuses = [401, 403, 503];

/** Variants of servers that accept and answer no more than the specification shows, and of what agents use: their keys, intakes and the intake command. */
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
  ...variantsOf('agent-key-page', 'the specification leaves open the HTML of the page', {
    'page-that-leads-on-after-a-creation': redirectToSecret,
  }),
  ...variantsOf('agent-key-refusals', 'how the page refuses a user or a form is left open', {
    'page-refuses-with-success': onRefusals((reply) => ({ ...reply, status: 200 })),
    'page-leads-away-whom-it-refuses': onRefusals((reply) =>
      redirection(reply.status === 400 ? '?again' : '/login', 302),
    ),
  }),
  ...variantsOf('intake-success', 'how an intake acknowledges events is left open', {
    'intake-counts-what-it-took': () => onTaken(() => answer(200, { accepted: 1 })),
    'intake-answers-events-in-plain-text': () =>
      onTaken(() => named(withText(taken(), 'ok'), 'text/plain')),
  }),
  ...variantsOf(
    'intake-refusal',
    'how an intake refuses an agent, or all of its events, is left open',
    {
      ...Object.fromEntries(
        [401, 404, 429, 503].map((status) => [
          `intake-refuses-with-${status}`,
          () => onRefusal(['events', 'configuration'], (reply) => ({ ...reply, status })),
        ]),
      ),
      'intake-refuses-in-the-body': () =>
        onRefusal(['events'], () => answer(200, { accepted: 0, errors: [{}] })),
      'intake-refuses-without-a-body': () =>
        onRefusal(['events', 'configuration'], (reply) => withoutBody(reply)),
    },
  ),
  ...variantsOf('intake-configuration', 'which options an agent receives is left open', {
    'intake-gives-options-beyond-those-set': () =>
      onReply(['configuration'], () => answer(200, { transaction_sample_rate: '0.5' })),
  }),
  ...variantsOf('verify-denial', 'the words of the negative answer are left open', {
    'verify-denies-with-no': () => onLines((line) => line.replace(/No$/, 'no')),
    'verify-denies-with-not-authorized': () =>
      onLines((line) => line.replace(/No$/, 'Not authorized')),
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

/** Answers a form with a redirect to an address that shows the secret once. */
function redirectToSecret(profile: Profile): Interceptor {
  const waiting = new Map<string, IdAndSecret>();
  return replacePage({
    created(key, { pagePath }) {
      waiting.set(key.id, key);
      return redirection(`${pagePath}/new?id=${encodeURIComponent(key.id)}`);
    },
    show({ path, fields }) {
      if (!path.endsWith('/new')) return page(wholeForm);
      const id = String(fields.get('id'));
      const key = waiting.get(id);
      waiting.delete(id);
      if (key === undefined) return page('<p>The key was already shown.</p>', 410);
      return page(`<input readonly value="${encoded(key)}">`);
    },
  })(profile);
}

/** Changes every refusal of the page. */
function onRefusals(edit: (reply: WireResponse) => WireResponse): StartInterceptor {
  return (profile) => {
    const pagePath = pagePathOf(profile);
    return onEveryReply((reply, request) => {
      const isRefusal = reply.status >= 400 && reply.status < 500;
      return isBelow(request, pagePath) && isRefusal ? edit(reply) : reply;
    });
  };
}

/** Changes the responses to events that were taken; another variant may refuse others with a success, too. */
function onTaken(edit: () => WireResponse): Interceptor {
  return onReply(['events'], (reply) => (reply.status === taken().status ? edit() : reply));
}

/** Changes the responses to refused agents. */
function onRefusal(
  kinds: readonly CallKind[],
  edit: (reply: WireResponse) => WireResponse,
): Interceptor {
  return onAnyReply(kinds, (reply) =>
    refusalStatuses.includes(reply.status) ? edit(reply) : reply,
  );
}
