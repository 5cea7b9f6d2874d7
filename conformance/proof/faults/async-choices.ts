import { now, pause } from '../../base/environment.ts';
import { fault } from '../fault.ts';
import {
  asyncCallOf,
  inPlaceOf,
  membersIn,
  onAsyncMembers,
  onAsyncReply,
  onStart,
  stateHeader,
} from '../async-interceptors.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { addressOf, bodyOf, refusal, without } from '../interceptors.ts';

const longWait_ms = 20_000;
const formats = ['yaml', 'md', 'cbor', 'smile', 'arrow'];
const texts = ['csv', 'tsv', 'txt'];

/** Faults of what a request chooses: the format, the wait, the keep time, and the query by its id. */
export const asyncChoiceFaults: readonly Fault[] = [
  ...formats.map((format): Fault =>
    fault(`async-format-${format}-refused`, [`async-query.format-${format}`], () =>
      inPlaceOf('start', (request, forward) =>
        addressOf(request).query.get('format') === format
          ? Promise.resolve(refusal('illegal_argument_exception', `unknown format [${format}]`))
          : forward(request),
      ),
    ),
  ),
  fault('async-accept-ignored', ['async-query.format-accept'], () =>
    onAccept(() => 'application/json'),
  ),
  fault(
    'async-header-absent-ignored',
    texts.map((format) => `async-query.header-absent-${format}`),
    () => onAccept((accept) => accept.replace('absent', 'present')),
  ),
  fault('async-delimiter-ignored', ['async-query.delimiter'], () =>
    inPlaceOf('start', (request, forward) =>
      forward({ ...request, path: request.path.replace(/[?&]delimiter=[^&]*/, '') }),
    ),
  ),
  fault(
    'async-state-header-always-maybe',
    [
      'async-query.post-header-is-running',
      ...texts.map((format) => `async-query.${format}-state-in-headers`),
      ...formats.map((format) => `async-query.format-${format}`),
    ],
    () =>
      onAsyncReply(['start'], (reply) => ({
        ...reply,
        headers: { ...reply.headers, [stateHeader]: 'maybe' },
      })),
  ),
  ...(['get', 'stop'] as const).map((call): Fault =>
    fault(`async-${call}-with-the-id-of-another-query`, ['async-query.id-of-this-query'], () =>
      onAsyncMembers([call], (members) => ('id' in members ? { ...members, id: 'b' } : members)),
    ),
  ),
  fault('async-keep-time-ignored', ['async-query.kept-for-its-own-time'], () =>
    onStart((body) => without(body, 'keep_alive')),
  ),
  fault('async-results-held-to-the-end', ['async-query.wait-ends-with-result'], () => holding),
];

function onAccept(edit: (accept: string) => string): Interceptor {
  return inPlaceOf('start', (request, forward) => {
    const { accept } = request.headers;
    if (accept === undefined) return forward(request);
    return forward({ ...request, headers: { ...request.headers, accept: edit(accept) } });
  });
}

/** Holds the results of requests with a long wait until just before its end. */
const holding: Interceptor = async (request, forward) => {
  const start_ms = now();
  const reply = await forward(request);
  const isHeld = waitOf(request) === '20s' && membersIn(reply)['is_running'] === false;
  if (isHeld) await pause(Math.max(0, longWait_ms - 100 - (now() - start_ms)));
  return reply;
};

function waitOf(request: WireRequest): unknown {
  if (asyncCallOf(request) === 'start') return bodyOf(request)['wait_for_completion_timeout'];
  return addressOf(request).query.get('wait_for_completion_timeout');
}
