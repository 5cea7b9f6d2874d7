import {
  isBelow,
  replacePage,
  page,
  pagePathOf,
  redirection,
  wholeForm,
} from '../agent-key-page.ts';
import type { Profile } from '../../driver/profile.ts';
import {
  type Interceptor,
  type StartInterceptor,
  type Variant,
  variantsOf,
} from '../../run/mutation.ts';
import { encoded, type IdAndSecret, onLines, taken } from '../security-interceptors.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { CallKind } from '../calls.ts';
import {
  answer,
  named,
  onAnyReply,
  onEveryReply,
  onReply,
  withoutBody,
  withText,
} from '../interceptors.ts';

/** The statuses with which an intake refuses an agent before this variant changes them. */
const refusalStatuses = [401, 403, 503];

/** Variants of the page of agent keys, of intakes and of the intake command. */
export const agentVariants: readonly Variant[] = [
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
