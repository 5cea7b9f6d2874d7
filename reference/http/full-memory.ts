import type { HeapUse } from '../base/heap-use.ts';
import { problemOfHeap } from '../base/heap-use.ts';
import { ServiceError } from '../base/service-error.ts';
import type { Route } from './routes.ts';
import { checkedFirst } from './routes.ts';

/**
 * Returns the route which, while data leaves too little memory for requests, refuses every request that may add some with
 * 429. Reads and deletions are served.
 */
export function refusingData(route: Route, heap: () => HeapUse): Route {
  if (route.isChange !== true || route.method === 'delete') return route;
  return checkedFirst(route, () => {
    const problem = problemOfHeap(heap());
    if (problem === undefined) return;
    throw new ServiceError(
      'circuit_breaking_exception',
      `[parent] Data too large: ${problem}. Reads and deletions are served; delete indices, or start the server with more memory (NODE_OPTIONS=--max-old-space-size=8192)`,
      { metadata: { durability: 'PERMANENT' } },
    );
  });
}
