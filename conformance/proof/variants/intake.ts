import type { WireResponse } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import type { CallKind } from '../calls.ts';
import { onLines, taken } from '../intake-interceptors.ts';
import { answer, named, onAnyReply, onReply, withoutBody, withText } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** The statuses with which an intake refuses an agent before this variant changes them. */
const refusalStatuses = [401, 403, 503];

/** Variants of intakes and of the intake command. */
export const intakeVariants: readonly Variant[] = [
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
