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

/** What is wrong with stopping queries. */
export const asyncStopFaults: readonly Fault[] = [
  {
    name: 'async-stop-does-nothing',
    clauses: [
      'async-query.stop-ends-running',
      'async-query.stop-results-so-far',
      'async-query.stopped-stays-finished',
    ],
    start: () =>
      inPlaceOf('stop', (request, forward) => {
        const path = `/_query/async/${encodeURIComponent(queryIdOf(request))}`;
        const query = 'wait_for_completion_timeout=1ms';
        return forward({ method: 'GET', path: `${path}?${query}`, headers: request.headers });
      }),
  },
  {
    name: 'async-stop-unknown',
    clauses: [
      'async-query.stop-ends-running',
      'async-query.stop-results-so-far',
      'async-query.stopped-stays-finished',
    ],
    start: () => inPlaceOf('stop', () => Promise.resolve(notFound)),
  },
  {
    name: 'async-stop-does-not-say-partial',
    clauses: ['async-query.stop-ends-running'],
    start: () => onStop((members) => ({ ...members, is_partial: false })),
  },
  {
    name: 'async-stop-leaves-partial-out',
    clauses: ['async-query.stop-ends-running'],
    start: () => onStop((members) => without(members, 'is_partial')),
  },
  {
    name: 'async-stop-still-says-running',
    clauses: ['async-query.stop-ends-running', 'async-query.stop-results-so-far'],
    start: () => onStop((members) => ({ ...members, is_running: true })),
  },
  {
    name: 'async-stop-acknowledges-only',
    clauses: ['async-query.stop-ends-running', 'async-query.stop-results-so-far'],
    start: () => onStop(() => ({ acknowledged: true })),
  },
  {
    name: 'async-stop-gives-an-empty-table',
    clauses: ['async-query.stop-results-so-far'],
    start: () => onStop((members) => ({ ...members, columns: [], values: [] })),
  },
  {
    name: 'async-stop-throws-its-rows-away',
    clauses: ['async-query.stop-results-so-far'],
    start: () => onStop((members) => ({ ...members, values: [] })),
  },
  {
    name: 'async-stop-without-took',
    clauses: ['async-query.stop-results-so-far'],
    start: () => onStop((members) => without(members, 'took')),
  },
  {
    name: 'async-stop-stops-every-query',
    clauses: ['async-query.stop-ends-running'],
    start: stoppingAll,
  },
  {
    name: 'async-stop-answers-by-column',
    clauses: ['async-query.stop-results-so-far'],
    start: () => onStop((members) => ({ ...members, values: turned(members['values']) })),
  },
  {
    name: 'async-stop-answers-with-rows-as-objects',
    clauses: ['async-query.stop-results-so-far'],
    start: () =>
      onStop((members) => ({
        ...members,
        values: listOf(members['values']).map((row) => Object.fromEntries(listOf(row).entries())),
      })),
  },
  {
    name: 'async-partial-forgotten-after-the-stop',
    clauses: ['async-query.stopped-stays-finished'],
    start: () => onFetchedResult((members) => ({ ...members, is_partial: false })),
  },
  {
    name: 'async-partial-left-out-after-the-stop',
    clauses: ['async-query.stopped-stays-finished', 'async-query.get-finished-completeness'],
    start: () => onFetchedResult((members) => without(members, 'is_partial')),
  },
  {
    name: 'async-stopped-query-said-to-run-again',
    clauses: ['async-query.stopped-stays-finished'],
    start: () =>
      afterStop((reply) => editMembers(reply, (body) => ({ ...body, is_running: true }))),
  },
  {
    name: 'async-stopped-query-is-removed',
    clauses: ['async-query.stopped-stays-finished'],
    start: () => afterStop(() => notFound),
  },
];

function onStop(edit: (members: Members) => Members): Interceptor {
  return onAsyncMembers(['stop'], edit);
}

function turned(values: unknown): unknown {
  const rows = listOf(values).map(listOf);
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]));
}

/** Changes what is fetched of a query once it was stopped. */
function afterStop(edit: (reply: WireResponse) => WireResponse): Interceptor {
  const stopped = new Set<string>();
  return async (request, forward) => {
    const reply = await forward(request);
    const call = asyncCallOf(request);
    if (call === 'stop') stopped.add(queryIdOf(request));
    return call === 'get' && stopped.has(queryIdOf(request)) ? edit(reply) : reply;
  };
}

/** A stop ends all queries that were started through this proxy. */
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
