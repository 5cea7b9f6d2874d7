import type { Variant } from '../../run/mutation.ts';
import { type CallKind, kindOf } from '../interceptors.ts';

/** Variants of the statuses of successes. */
export const statusVariants: readonly Variant[] = [
  succeeding('creations-with-201', ['create-index'], 201),
  succeeding('writes-accepted-with-202', ['write-document'], 202),
  succeeding('removals-accepted-with-202', ['clear-scroll', 'close-pit'], 202),
  succeeding('openings-with-201', ['open-pit', 'open-scroll'], 201),
];

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
