import type { WireRequest } from '../../base/exchange.ts';
import { pause } from '../../base/environment.ts';
import {
  asyncCallOf,
  inPlaceOf,
  membersIn,
  onAsyncMembers,
  onAsyncReply,
  onFetchedResult,
  queryIdOf,
  saysRunning,
} from '../async-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { addressOf, listOf, refusal, without } from '../interceptors.ts';

/** Longer than any margin of the kit. */
const tooLong = '6500ms';
const tooLong_ms = 6500;

const notFound = refusal('resource_not_found_exception', 'no such query', 404);

/** What is wrong with a query that runs in the background, and with asking for it. */
export const asyncRunningFaults: readonly Fault[] = [
  {
    name: 'async-query-dies-with-its-request',
    clauses: [
      'async-query.background-goes-on',
      'async-query.get-running-finishes',
      'async-query.get-running-still',
      'async-query.post-running-state',
    ],
    start: () => async (request, forward) => {
      const reply = await forward(request);
      const id = membersIn(reply)['id'];
      if (asyncCallOf(request) !== 'start' || !saysRunning(reply)) return reply;
      const path = `/_query/async/${encodeURIComponent(String(id))}`;
      await forward({ method: 'DELETE', path, headers: {} });
      return reply;
    },
  },
  {
    name: 'async-others-wait-while-it-runs',
    clauses: ['async-query.background-not-blocking'],
    start: () =>
      whileRunning(async (_, reply) => {
        await pause(tooLong_ms);
        return reply;
      }),
  },
  {
    name: 'async-searches-refused-while-it-runs',
    clauses: ['async-query.background-not-blocking'],
    start: () =>
      whileRunning((request, reply) =>
        request.path.includes('/_search') ? refusal('rejected', 'busy', 429) : reply,
      ),
  },
  {
    name: 'async-queries-refused-while-it-runs',
    clauses: ['async-query.background-not-blocking'],
    start: () =>
      whileRunning((request, reply) =>
        request.path.startsWith('/_query') ? refusal('rejected', 'busy', 429) : reply,
      ),
  },
  {
    name: 'async-get-never-waits',
    clauses: ['async-query.get-running-finishes'],
    start: () => withWait(() => '1ms'),
  },
  {
    name: 'async-get-waits-too-long',
    clauses: ['async-query.get-wait-parameter'],
    start: () => withWait(() => tooLong),
  },
  {
    name: 'async-get-rounds-its-wait-up',
    clauses: ['async-query.get-wait-parameter'],
    start: () => withWait((wait) => (wait.endsWith('ms') ? tooLong : wait)),
  },
  {
    name: 'async-get-takes-no-wait',
    clauses: [
      'async-query.get-wait-parameter',
      'async-query.get-running-still',
      'async-query.get-running-finishes',
    ],
    start: () =>
      inPlaceOf('get', (request, forward) =>
        addressOf(request).query.has('wait_for_completion_timeout')
          ? Promise.resolve(refusal('illegal_argument_exception', 'unrecognized parameter'))
          : forward(request),
      ),
  },
  {
    name: 'async-get-refused-while-running',
    clauses: ['async-query.get-running-still', 'async-query.get-wait-parameter'],
    start: () => onGet((reply) => (saysRunning(reply) ? notFound : reply)),
  },
  {
    name: 'async-get-breaks-while-running',
    clauses: ['async-query.get-running-still', 'async-query.post-running-state'],
    start: () =>
      onGet((reply) => (saysRunning(reply) ? refusal('timeout', 'not yet', 504) : reply)),
  },
  {
    name: 'async-get-says-finished-too-early',
    clauses: ['async-query.get-running-still'],
    start: () =>
      onAsyncMembers(['get'], (members) =>
        members['is_running'] === true
          ? { ...members, is_running: false, took: 1, columns: [], values: [] }
          : members,
      ),
  },
  {
    name: 'async-get-never-says-finished',
    clauses: ['async-query.get-running-finishes', 'async-query.background-goes-on'],
    start: () =>
      onFetchedResult((members) => ({
        ...without(members, 'columns', 'values', 'took'),
        is_running: true,
      })),
  },
  {
    name: 'async-get-without-took',
    clauses: ['async-query.get-running-finishes'],
    start: () => onFetchedResult((members) => without(members, 'took')),
  },
  {
    name: 'async-get-without-columns',
    clauses: ['async-query.get-running-finishes', 'async-query.background-goes-on'],
    start: () => onFetchedResult((members) => without(members, 'columns')),
  },
  {
    name: 'async-get-without-rows',
    clauses: [
      'async-query.get-running-finishes',
      'async-query.background-goes-on',
      'async-query.get-finished',
    ],
    start: () => onFetchedResult((members) => ({ ...members, values: [] })),
  },
  {
    name: 'async-background-loses-a-row',
    clauses: ['async-query.get-running-finishes', 'async-query.background-goes-on'],
    start: () =>
      onFetchedResult((members) => {
        const [[count] = []] = listOf(members['values']).map(listOf);
        return typeof count === 'number' ? { ...members, values: [[count - 1]] } : members;
      }),
  },
];

function onGet(edit: Parameters<typeof onAsyncReply>[1]): Interceptor {
  return onAsyncReply(['get'], edit);
}

/** Asks with another wait. */
function withWait(edit: (wait: string) => string): Interceptor {
  return inPlaceOf('get', (request, forward) => {
    const wait = addressOf(request).query.get('wait_for_completion_timeout');
    if (wait === null) return forward(request);
    const path = `/_query/async/${encodeURIComponent(queryIdOf(request))}`;
    return forward({ ...request, path: `${path}?wait_for_completion_timeout=${edit(wait)}` });
  });
}

/** Changes the answers to searches and queries as long as an asynchronous query runs. */
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
