import type { WireResponse } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import {
  agentOf,
  inIntake,
  onIntakeReply,
  onLines,
  onVerify,
  taken,
} from '../intake-interceptors.ts';
import { answer } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** The statuses with which an intake refuses an agent before this variant changes them. */
const refusalStatuses = [401, 403, 503];

/** Variants of intakes and of the intake command. */
export const intakeVariants: readonly Variant[] = [
  ...variantsOf(
    'intake-success',
    'the specification leaves open how an intake acknowledges events',
    {
      'intake-counts-what-it-took': () =>
        onIntakeReply(['events'], onSuccess(answer(200, { accepted: 1 }))),
      'intake-answers-events-in-plain-text': () =>
        onIntakeReply(
          ['events'],
          onSuccess({
            ...taken(),
            body: Buffer.from('ok', 'utf8'),
            headers: { 'content-type': 'text/plain' },
          }),
        ),
      'intake-answers-events-with-no-content': () =>
        onIntakeReply(['events'], onSuccess({ ...taken(), status: 204 })),
    },
  ),
  ...([401, 403, 404, 503] as const).map((status) => ({
    name: `intake-refuses-with-${status}`,
    aspect: 'intake-refusal' as const,
    because: 'the specification leaves open the status with which an intake refuses an agent',
    start: () =>
      onIntakeReply(['events', 'configuration'], (reply) =>
        refusalStatuses.includes(reply.status) ? { ...reply, status } : reply,
      ),
  })),
  {
    name: 'intake-refuses-in-the-body',
    aspect: 'intake-refusal',
    because:
      'the specification leaves open the status of a refusal, and the body says that no event was accepted',
    start: () =>
      onIntakeReply(['events'], (reply) =>
        refusalStatuses.includes(reply.status) ? answer(200, { accepted: 0, errors: [{}] }) : reply,
      ),
  },
  ...variantsOf('intake-refusal', 'the specification leaves open the body of a refusal', {
    'intake-refuses-without-a-body': () =>
      onIntakeReply(['events', 'configuration'], (reply) =>
        refusalStatuses.includes(reply.status)
          ? { ...reply, headers: {}, body: new Uint8Array() }
          : reply,
      ),
  }),
  {
    name: 'intake-limits-with-too-many-requests',
    aspect: 'intake-limit',
    because: 'the specification leaves open the status for a key beyond the limit',
    start: () =>
      onIntakeReply(['events'], (reply) =>
        reply.status === 503 ? { ...reply, status: 429 } : reply,
      ),
  },
  {
    name: 'intake-gives-options-beyond-those-set',
    aspect: 'intake-configuration',
    because: 'the specification leaves open which options an agent receives',
    start: () =>
      onIntakeReply(['configuration'], (reply) =>
        reply.status < 300 ? answer(200, { transaction_sample_rate: '0.5' }) : reply,
      ),
  },
  {
    name: 'verify-without-quotation-marks',
    aspect: 'verify-privilege',
    because: 'the line names the privilege; its format has no quotation marks',
    start: () => onLines((line) => line.replaceAll('"', '')),
  },
  ...variantsOf('verify-privilege', 'the specification leaves open whether a privilege is quoted', {
    'verify-with-single-quotation-marks': () => onLines((line) => line.replaceAll('"', "'")),
  }),
  ...variantsOf(
    'verify-spaces',
    'the specification leaves open the number of spaces before the answer',
    {
      'verify-with-other-spaces': () => onLines((line) => line.replace(/:\s+(\w+)$/, ':   $1')),
      'verify-with-no-space-before-the-answer': () =>
        onLines((line) => line.replace(/:\s+(\w+)$/, ':$1')),
    },
  ),
  ...['no', 'Denied', 'Not authorized'].map((word) => ({
    name: `verify-denies-with-${word.toLowerCase().replaceAll(' ', '-')}`,
    aspect: 'verify-denial' as const,
    because: 'the specification leaves open the words of the negative answer',
    start: () => onLines((line) => line.replace(/No$/, word)),
  })),
  {
    name: 'verify-in-another-order-among-other-lines',
    aspect: 'verify-lines',
    because: 'the specification leaves open the order of the lines and all other output',
    start: () =>
      onVerify(({ output }) => {
        const lines = output.trimEnd().split('\n').toReversed();
        return ['This command checks a key.', '', ...lines, 'Done.'].join('\r\n');
      }),
  },
  ...variantsOf('intake-answers', 'an intake may send any other header', {
    'intake-adds-a-header': (): Interceptor =>
      inIntake(['events', 'configuration'], async (request, forward) => {
        const reply = await forward(request);
        return { ...reply, headers: { ...reply.headers, 'x-agent': agentOf(request) ? '1' : '0' } };
      }),
  }),
];

/** Replaces successful responses. */
function onSuccess(replacement: WireResponse): (reply: WireResponse) => WireResponse {
  return (reply) => (reply.status < 300 ? replacement : reply);
}
