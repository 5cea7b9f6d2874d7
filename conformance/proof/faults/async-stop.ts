import type { AsyncCall } from '../async-interceptors.ts';
import { asyncCallOf, onAsyncMembers, queryIdOf } from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { bodyOf, listOf } from '../interceptors.ts';
import { transposed } from '../query-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';

/** Faults of requests that stop queries, and of the shape of the answers to stops and fetches. */
export const asyncStopFaults: readonly Fault[] = [
  fault('async-stop-stops-every-query', ['async-query.stop-ends-running'], stoppingAll),
  fault('async-stop-answers-by-column', ['async-query.stop-results-so-far'], () =>
    turning('stop', false),
  ),
  ...(['stop', 'get'] as const).map((call): Fault =>
    fault(`async-columnar-forgotten-by-${call}`, ['async-query.post-members-of-query'], () =>
      turning(call, true),
    ),
  ),
];

/** Turns the rows into columns in the answers to this call, for queries that were started with this `columnar`. */
function turning(call: AsyncCall, columnar: boolean): Interceptor {
  const fitting = new Set<unknown>();
  return onAsyncMembers(['start', call], (members, request) => {
    if (asyncCallOf(request) === 'start') {
      if ((bodyOf(request)['columnar'] === true) === columnar) fitting.add(members['id']);
      return members;
    }
    const { values } = members;
    if (values === undefined || !fitting.has(queryIdOf(request))) return members;
    return { ...members, values: transposed(listOf(values).map(listOf)) };
  });
}

/** Stops all queries when one is stopped. */
function stoppingAll(): Interceptor {
  const started = new Set<string>();
  const remember = onAsyncMembers(['start'], (members) => {
    if (typeof members['id'] === 'string') started.add(members['id']);
    return members;
  });
  return async (request, forward) => {
    if (asyncCallOf(request) !== 'stop') return remember(request, forward);
    const own = queryIdOf(request);
    for (const id of started) {
      const path = `/_query/async/${encodeURIComponent(id)}/stop`;
      if (id !== own) await forward({ ...request, path });
    }
    return forward(request);
  };
}
