import { at } from '../../base/assert.ts';
import type { Variant } from '../../run/mutation.ts';
import { hasFixedStatus } from '../format-interceptors.ts';
import { type CallKind, kindOf } from '../interceptors.ts';

/** Variants of the statuses of successes and refusals. */
export const statusVariants: readonly Variant[] = [
  succeeding('creations-with-201', ['create-index'], 201),
  succeeding('writes-accepted-with-202', ['write-document'], 202),
  succeeding('removals-accepted-with-202', ['clear-scroll', 'close-pit'], 202),
  succeeding('openings-with-201', ['open-pit', 'open-scroll'], 201),
  {
    name: 'refusals-with-another-status-each-time',
    aspect: 'status-of-refusal',
    because: 'the specification gives no status for any error of these calls',
    start: () => {
      let count = 0;
      return async (request, forward) => {
        const reply = await forward(request);
        if (reply.status < 400 || reply.status >= 500 || hasFixedStatus(request)) return reply;
        count += 1;
        return { ...reply, status: at(someRefusals, count % someRefusals.length) };
      };
    },
  },
];

const someRefusals = [400, 404, 405, 409, 412, 413, 422, 423, 451];

function succeeding(name: string, kinds: readonly CallKind[], status: number): Variant {
  return {
    name,
    aspect: 'success',
    because: 'the specification gives no status for the success of these calls',
    start: () => async (request, forward) => {
      const reply = await forward(request);
      return kinds.includes(kindOf(request)) && reply.status < 300 ? { ...reply, status } : reply;
    },
  };
}
