import { pause } from '../../base/environment.ts';
import {
  asyncCallOf,
  onAsyncMembers,
  onAsyncReply,
  onStart,
  stateHeader,
} from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { bodyOf } from '../interceptors.ts';
import type { Fault } from '../../run/mutation.ts';

/** A delay that is longer than any time tolerance of the kit. */
const tooLong_ms = 6500;

/** Faults of the first answer to an asynchronous query. */
export const asyncStartFaults: readonly Fault[] = [
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
  fault(
    'async-wait-outlasted',
    ['async-query.wait-time'],
    () => (request, forward) =>
      asyncCallOf(request) === 'start' && bodyOf(request)['wait_for_completion_timeout'] === '1s'
        ? outlasting(forward(request))
        : forward(request),
  ),
  fault('async-running-answer-with-a-row', ['async-query.post-running-no-result'], () =>
    onAsyncMembers(['start'], (members) =>
      members['is_running'] === true
        ? { ...members, columns: [{ name: 'n', type: 'long' }], values: [[0]] }
        : members,
    ),
  ),
  ...['?1', '?0'].map((state): Fault =>
    fault(
      `async-state-header-always-${state === '?1' ? 'running' : 'finished'}`,
      ['async-query.post-header-is-running'],
      () =>
        onAsyncReply(['start'], (reply) => ({
          ...reply,
          headers: { ...reply.headers, [stateHeader]: state },
        })),
    ),
  ),
];

async function outlasting<Reply>(reply: Promise<Reply>): Promise<Reply> {
  const [found] = await Promise.all([reply, pause(tooLong_ms)]);
  return found;
}
