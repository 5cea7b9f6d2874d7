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

const turnedAway = [401, 403, 503];

/** Legal oddities of intakes and of their command. */
export const intakeVariants: readonly Variant[] = [
  {
    name: 'intake-counts-what-it-took',
    aspect: 'intake-success',
    because: 'how an intake says that it took events is left open',
    start: () => onIntakeReply(['events'], whereTaken(answer(200, { accepted: 1 }))),
  },
  {
    name: 'intake-answers-events-in-plain-text',
    aspect: 'intake-success',
    because: 'how an intake says that it took events is left open',
    start: () =>
      onIntakeReply(
        ['events'],
        whereTaken({
          ...taken(),
          body: Buffer.from('ok', 'utf8'),
          headers: { 'content-type': 'text/plain' },
        }),
      ),
  },
  {
    name: 'intake-answers-events-with-no-content',
    aspect: 'intake-success',
    because: 'how an intake says that it took events is left open',
    start: () => onIntakeReply(['events'], whereTaken({ ...taken(), status: 204 })),
  },
  ...([401, 403, 404, 503] as const).map((status) => ({
    name: `intake-refuses-with-${status}`,
    aspect: 'intake-refusal' as const,
    because: 'the status with which an intake turns an agent away is left open',
    start: () =>
      onIntakeReply(['events', 'configuration'], (reply) =>
        turnedAway.includes(reply.status) ? { ...reply, status } : reply,
      ),
  })),
  {
    name: 'intake-refuses-in-the-body',
    aspect: 'intake-refusal',
    because: 'the status for a refusal is left open, and the body says that nothing was taken',
    start: () =>
      onIntakeReply(['events'], (reply) =>
        turnedAway.includes(reply.status) ? answer(200, { accepted: 0, errors: [{}] }) : reply,
      ),
  },
  {
    name: 'intake-refuses-without-a-body',
    aspect: 'intake-refusal',
    because: 'the body of a refusal is left open',
    start: () =>
      onIntakeReply(['events', 'configuration'], (reply) =>
        turnedAway.includes(reply.status)
          ? { ...reply, headers: {}, body: new Uint8Array() }
          : reply,
      ),
  },
  {
    name: 'intake-limits-with-too-many-requests',
    aspect: 'intake-limit',
    because: 'the status for a key beyond the limit is left open',
    start: () =>
      onIntakeReply(['events'], (reply) =>
        reply.status === 503 ? { ...reply, status: 429 } : reply,
      ),
  },
  {
    name: 'intake-gives-options-beyond-those-set',
    aspect: 'intake-configuration',
    because: 'which options an agent is given is left open',
    start: () =>
      onIntakeReply(['configuration'], (reply) =>
        reply.status < 300 ? answer(200, { transaction_sample_rate: '0.5' }) : reply,
      ),
  },
  {
    name: 'verify-without-quotation-marks',
    aspect: 'verify-privilege',
    because: 'the line names the privilege; the form of the text has no quotation marks',
    start: () => onLines((line) => line.replaceAll('"', '')),
  },
  {
    name: 'verify-with-single-quotation-marks',
    aspect: 'verify-privilege',
    because: 'whether a privilege is quoted is left open',
    start: () => onLines((line) => line.replaceAll('"', "'")),
  },
  {
    name: 'verify-with-other-spaces',
    aspect: 'verify-spaces',
    because: 'how many spaces stand before the answer is left open',
    start: () => onLines((line) => line.replace(/:\s+(\w+)$/, ':   $1')),
  },
  {
    name: 'verify-with-no-space-before-the-answer',
    aspect: 'verify-spaces',
    because: 'how many spaces stand before the answer is left open',
    start: () => onLines((line) => line.replace(/:\s+(\w+)$/, ':$1')),
  },
  ...['no', 'Denied', 'Not authorized'].map((word) => ({
    name: `verify-denies-with-${word.toLowerCase().replaceAll(' ', '-')}`,
    aspect: 'verify-denial' as const,
    because: 'the words of the negative answer are left open',
    start: () => onLines((line) => line.replace(/No$/, word)),
  })),
  {
    name: 'verify-in-another-order-among-other-lines',
    aspect: 'verify-lines',
    because: 'the order of the lines is left open, and so is what else is printed',
    start: () =>
      onVerify(({ output }) => {
        const lines = output.trimEnd().split('\n').toReversed();
        return ['This command looks at a key.', '', ...lines, 'Done.'].join('\r\n');
      }),
  },
  {
    name: 'intake-adds-a-header',
    aspect: 'intake-answers',
    because: 'headers beside those of the interface are left open',
    start: (): Interceptor =>
      inIntake(['events', 'configuration'], async (request, forward) => {
        const reply = await forward(request);
        return { ...reply, headers: { ...reply.headers, 'x-agent': agentOf(request) ? '1' : '0' } };
      }),
  },
];

function whereTaken(instead: WireResponse): (reply: WireResponse) => WireResponse {
  return (reply) => (reply.status < 300 ? instead : reply);
}
