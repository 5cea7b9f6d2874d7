import {
  isBelow,
  replacePage,
  page,
  pagePathOf,
  redirection,
  wholeForm,
} from '../agent-key-page.ts';
import type { Profile } from '../../driver/profile.ts';
import type { Interceptor, StartInterceptor, Variant } from '../../run/mutation.ts';
import { encoded, type IdAndSecret } from '../security-interceptors.ts';
import { variantsOf } from '../variants-of.ts';
import type { WireResponse } from '../../base/exchange.ts';

/** Variants of the page of agent keys. */
export const agentKeyPageVariants: readonly Variant[] = [
  ...variantsOf('agent-key-page', 'the specification leaves open the HTML of the page', {
    'page-that-leads-on-after-a-creation': redirectToSecret,
  }),
  ...variantsOf('agent-key-refusals', 'how the page refuses a user or a form is left open', {
    'page-refuses-with-success': onRefusals((reply) => ({ ...reply, status: 200 })),
    'page-leads-away-whom-it-refuses': onRefusals((reply) =>
      redirection(reply.status === 400 ? '?again' : '/login', 302),
    ),
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
    return async (request, forward) => {
      const reply = await forward(request);
      const isRefusal = reply.status >= 400 && reply.status < 500;
      return isBelow(request, pagePath) && isRefusal ? edit(reply) : reply;
    };
  };
}
