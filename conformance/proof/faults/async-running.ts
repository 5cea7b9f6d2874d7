import { fault } from '../fault.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { pause } from '../../base/environment.ts';
import {
  asyncCallOf,
  inPlaceOf,
  membersIn,
  queryIdOf,
  saysRunning,
} from '../async-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { addressOf, refusal } from '../interceptors.ts';

/** A delay that is longer than any time tolerance of the kit. */
const tooLong = '2500ms';
const tooLong_ms = 2500;

/** Faults of queries that run in the background, and of requests for their state. */
export const asyncRunningFaults: readonly Fault[] = [
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
  fault('async-others-wait-while-it-runs', ['async-query.background-not-blocking'], () =>
    whileRunning(async (_, reply) => {
      await pause(tooLong_ms);
      return reply;
    }),
  ),
  fault('async-searches-refused-while-it-runs', ['async-query.background-not-blocking'], () =>
    whileRunning((request, reply) =>
      request.path.includes('/_search') ? refusal('rejected', 'busy', 429) : reply,
    ),
  ),
  fault('async-get-waits-too-long', ['async-query.get-wait-parameter'], () =>
    withWait(() => tooLong),
  ),
];

/** Starts queries with another `wait_for_completion_timeout`. */
function withWait(edit: (wait: string) => string): Interceptor {
  return inPlaceOf('get', (request, forward) => {
    const wait = addressOf(request).query.get('wait_for_completion_timeout');
    if (wait === null) return forward(request);
    const path = `/_query/async/${encodeURIComponent(queryIdOf(request))}`;
    return forward({ ...request, path: `${path}?wait_for_completion_timeout=${edit(wait)}` });
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
