import { transposed } from '../query-interceptors.ts';
import { fault } from '../fault.ts';
import type { WireResponse } from '../../base/exchange.ts';
import {
  asyncCallOf,
  editMembers,
  inPlaceOf,
  onAsyncMembers,
  onFetchedResult,
  queryIdOf,
} from '../async-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { listOf, type Members, refusal, without } from '../interceptors.ts';

const notFound = refusal('resource_not_found_exception', 'no such query', 404);

/** Faults of requests that stop queries. */
export const asyncStopFaults: readonly Fault[] = [
  fault(
    'async-stop-does-nothing',
    [
      'async-query.stop-ends-running',
      'async-query.stop-results-so-far',
      'async-query.stopped-stays-finished',
    ],
    () =>
      inPlaceOf('stop', (request, forward) => {
        const path = `/_query/async/${encodeURIComponent(queryIdOf(request))}`;
        const query = 'wait_for_completion_timeout=1ms';
        return forward({ method: 'GET', path: `${path}?${query}`, headers: request.headers });
      }),
  ),
  fault(
    'async-stop-unknown',
    [
      'async-query.stop-ends-running',
      'async-query.stop-results-so-far',
      'async-query.stopped-stays-finished',
    ],
    () => inPlaceOf('stop', () => Promise.resolve(notFound)),
  ),
  fault('async-stop-does-not-say-partial', ['async-query.stop-ends-running'], () =>
    onStop((members) => ({ ...members, is_partial: false })),
  ),
  fault('async-stop-leaves-partial-out', ['async-query.stop-ends-running'], () =>
    onStop((members) => without(members, 'is_partial')),
  ),
  fault(
    'async-stop-still-says-running',
    ['async-query.stop-ends-running', 'async-query.stop-results-so-far'],
    () => onStop((members) => ({ ...members, is_running: true })),
  ),
  fault(
    'async-stop-acknowledges-only',
    ['async-query.stop-ends-running', 'async-query.stop-results-so-far'],
    () => onStop(() => ({ acknowledged: true })),
  ),
  fault('async-stop-gives-an-empty-table', ['async-query.stop-results-so-far'], () =>
    onStop((members) => ({ ...members, columns: [], values: [] })),
  ),
  fault('async-stop-throws-its-rows-away', ['async-query.stop-results-so-far'], () =>
    onStop((members) => ({ ...members, values: [] })),
  ),
  fault('async-stop-without-took', ['async-query.stop-results-so-far'], () =>
    onStop((members) => without(members, 'took')),
  ),
  fault('async-stop-stops-every-query', ['async-query.stop-ends-running'], stoppingAll),
  fault('async-stop-answers-by-column', ['async-query.stop-results-so-far'], () =>
    onStop((members) => ({ ...members, values: withAxesExchanged(members['values']) })),
  ),
  fault('async-stop-answers-with-rows-as-objects', ['async-query.stop-results-so-far'], () =>
    onStop((members) => ({
      ...members,
      values: listOf(members['values']).map((row) => Object.fromEntries(listOf(row).entries())),
    })),
  ),
  fault('async-partial-forgotten-after-the-stop', ['async-query.stopped-stays-finished'], () =>
    onFetchedResult((members) => ({ ...members, is_partial: false })),
  ),
  fault(
    'async-partial-left-out-after-the-stop',
    ['async-query.stopped-stays-finished', 'async-query.get-finished-completeness'],
    () => onFetchedResult((members) => without(members, 'is_partial')),
  ),
  fault('async-stopped-query-said-to-run-again', ['async-query.stopped-stays-finished'], () =>
    afterStop((reply) => editMembers(reply, (body) => ({ ...body, is_running: true }))),
  ),
  fault('async-stopped-query-is-removed', ['async-query.stopped-stays-finished'], () =>
    afterStop(() => notFound),
  ),
];

function onStop(edit: (members: Members) => Members): Interceptor {
  return onAsyncMembers(['stop'], edit);
}

/** Returns the values with rows and columns exchanged. */
function withAxesExchanged(values: unknown): unknown {
  return transposed(listOf(values).map(listOf));
}

/** Changes the results of stopped queries. */
function afterStop(edit: (reply: WireResponse) => WireResponse): Interceptor {
  const stopped = new Set<string>();
  return async (request, forward) => {
    const reply = await forward(request);
    const call = asyncCallOf(request);
    if (call === 'stop') stopped.add(queryIdOf(request));
    return call === 'get' && stopped.has(queryIdOf(request)) ? edit(reply) : reply;
  };
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
