import { now, pause } from '../../base/environment.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { partOf } from '../../description/exchange-parts.ts';
import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import { hitCalls, kindOf } from '../calls.ts';
import { bodyOf, inPlaceOf, membersIn, refusal } from '../interceptors.ts';
import { saysRunning } from '../query-interceptors.ts';

/** Just before the end of the longest wait that a scenario asks for. */
const lastMoment_ms = 19_900;

/** Faults of asynchronous queries. */
export const asyncFaults: readonly Fault[] = [
  fault(
    'async-searches-refused-while-it-runs',
    ['async-query.background-not-blocking'],
    refusingSearches,
  ),
  fault('async-results-held-to-the-end', ['async-query.wait-ends-with-result'], () =>
    inPlaceOf(['start-query', 'get-query'], async (request, forward) => {
      const started_ms = now();
      const reply = await forward(request);
      const isHeld = waitOf(request) === '20s' && membersIn(reply)['is_running'] === false;
      if (isHeld) await pause(Math.max(0, started_ms + lastMoment_ms - now()));
      return reply;
    }),
  ),
];

/** Refuses searches from the start of a query that is running until it is deleted. */
function refusingSearches(): Interceptor {
  let isRunning = false;
  return async (request, forward) => {
    const kind = kindOf(request);
    const reply = await forward(request);
    if (kind === 'start-query') isRunning = saysRunning(reply);
    if (kind === 'delete-query') isRunning = false;
    return isRunning && hitCalls.includes(kind) ? refusal('rejected', 'busy', 429) : reply;
  };
}

function waitOf(request: WireRequest): unknown {
  const name = 'wait_for_completion_timeout';
  return kindOf(request) === 'start-query'
    ? bodyOf(request)[name]
    : partOf(request, `query/${name}`);
}
