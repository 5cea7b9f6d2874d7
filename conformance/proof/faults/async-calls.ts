import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  type AsyncCall,
  asyncCallOf,
  inPlaceOf,
  membersIn,
  onAsyncMembers,
  onStart,
  queryIdOf,
  saysRunning,
} from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { addressOf, bodyOf, listOf, refusal } from '../interceptors.ts';
import { transposed } from '../query-interceptors.ts';

/** The delay of other requests while a query runs, and of a wait that is asked for. */
const tooSlow = '2500ms';

/** Faults of the requests that start, read and stop a query. */
export const asyncCallFaults: readonly Fault[] = [
  fault(
    'async-ready-result-kept-back',
    ['async-query.post-ready-finished', 'async-query.post-ready-full-result'],
    () =>
      onAsyncMembers(['start'], ({ id, is_running, ...others }) =>
        is_running === false ? { id, is_running: true } : { id, is_running, ...others },
      ),
  ),
  ...['1500ms', '4500ms'].map((least): Fault =>
    fault(`async-wait-at-least-${least}`, ['async-query.wait-time'], () =>
      onStart((body) => {
        const wait = String(body['wait_for_completion_timeout']);
        return wait.endsWith('ms') ? { ...body, wait_for_completion_timeout: least } : body;
      }),
    ),
  ),
  fault('async-running-answer-with-a-row', ['async-query.post-running-no-result'], () =>
    onAsyncMembers(['start'], (members) =>
      members['is_running'] === true
        ? { ...members, columns: [{ name: 'n', type: 'long' }], values: [[0]] }
        : members,
    ),
  ),
  fault(
    'async-query-dies-with-its-request',
    [
      'async-query.background-goes-on',
      'async-query.get-running-finishes',
      'async-query.get-running-still',
      'async-query.post-running-state',
    ],
    () => async (request, forward) => {
      const reply = await forward(request);
      const id = membersIn(reply)['id'];
      if (asyncCallOf(request) !== 'start' || !saysRunning(reply)) return reply;
      const path = `/_query/async/${encodeURIComponent(String(id))}`;
      await forward({ method: 'DELETE', path, headers: {} });
      return reply;
    },
  ),
  fault('async-searches-refused-while-it-runs', ['async-query.background-not-blocking'], () =>
    whileRunning((request, reply) =>
      request.path.includes('/_search') ? refusal('rejected', 'busy', 429) : reply,
    ),
  ),
  fault('async-get-waits-too-long', ['async-query.get-wait-parameter'], () => withWait(tooSlow)),
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

/** Starts queries with another `wait_for_completion_timeout`. */
function withWait(wait: string): Interceptor {
  return inPlaceOf('get', (request, forward) => {
    if (!addressOf(request).query.has('wait_for_completion_timeout')) return forward(request);
    const path = `/_query/async/${encodeURIComponent(queryIdOf(request))}`;
    return forward({ ...request, path: `${path}?wait_for_completion_timeout=${wait}` });
  });
}

/** Changes the answers to searches and queries while an asynchronous query is running. */
function whileRunning(
  edit: (
    request: WireRequest,
    reply: ReturnType<typeof refusal>,
  ) => ReturnType<typeof refusal> | Promise<ReturnType<typeof refusal>>,
): Interceptor {
  let isRunning = false;
  return async (request, forward) => {
    const reply = await forward(request);
    const call = asyncCallOf(request);
    if (call === 'start') isRunning = saysRunning(reply);
    if (call === 'delete') isRunning = false;
    const isOther = /\/_search\b|^\/_query\b/.test(request.path) && call === undefined;
    return isRunning && isOther ? edit(request, reply) : reply;
  };
}

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
