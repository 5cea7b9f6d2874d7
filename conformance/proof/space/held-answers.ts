import { durationMs } from '../../base/duration.ts';
import { pause } from '../../base/environment.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { findOperation } from '../../driver/find-operation.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { textsIn } from './request-space.ts';

/** Longer deadlines would hold up the proof; their answers are not held. */
const maxDeadline_ms = 3_000;

/** An answer is held until so long before its deadline. */
const margin_ms = 50;

/** Returns how long the client of a request waits for the answer, in ms: the part whose name ends in `_timeout`. */
export function deadlineOf(request: WireRequest): number | undefined {
  const operation = findOperation(request.method, request.path);
  if (operation === undefined) return undefined;
  const times = [...textsIn(operation, request)].flatMap(([place, text]) =>
    place.endsWith('_timeout') ? (durationMs(text) ?? []) : [],
  );
  return times.find((time_ms) => time_ms > margin_ms && time_ms <= maxDeadline_ms);
}

/** Holds each answer of an operation until shortly before its deadline. */
export function holdingAnswers(isMine: (request: WireRequest) => boolean): Interceptor {
  return async (request, forward) => {
    const deadline_ms = isMine(request) ? deadlineOf(request) : undefined;
    if (deadline_ms === undefined) return forward(request);
    const [response] = await Promise.all([forward(request), pause(deadline_ms - margin_ms)]);
    return response;
  };
}
