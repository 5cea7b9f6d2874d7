import type { Variant } from '../../run/mutation.ts';
import { scrollIdOf } from '../scroll-interceptors.ts';
import { answer, kindOf } from '../interceptors.ts';

/** Variants of scrolls and points in time. */
export const searchContextVariants: readonly Variant[] = [
  {
    name: 'released-scroll-gives-an-empty-batch',
    aspect: 'status-of-refusal',
    because: 'the specification leaves open the status for a request on a released context',
    start: () => async (request, forward) => {
      const response = await forward(request);
      if (kindOf(request) !== 'continue-scroll' || response.status !== 404) return response;
      const nothing = { took: 0, timed_out: false, _shards: {}, hits: { hits: [] } };
      return answer(200, { ...nothing, _scroll_id: scrollIdOf(request) });
    },
  },
];
