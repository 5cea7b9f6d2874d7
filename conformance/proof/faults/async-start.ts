import { fault } from '../fault.ts';
import { pause } from '../../base/environment.ts';
import {
  asyncCallOf,
  inPlaceOf,
  onAsyncMembers,
  onStart,
  queryIdOf,
} from '../async-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { answer, bodyOf, listOf, type Members, refusal, without } from '../interceptors.ts';

/** A delay that is longer than any time tolerance of the kit. */
const tooLong_ms = 6500;

/** Faults of the first answer to an asynchronous query. */
export const asyncStartFaults: readonly Fault[] = [
  fault('async-ready-result-said-to-run', ['async-query.post-ready-finished'], () =>
    onFinished((members) => ({ ...members, is_running: true })),
  ),
  fault(
    'async-ready-result-kept-back',
    ['async-query.post-ready-finished', 'async-query.post-ready-full-result'],
    () => onFinished((members) => ({ id: members['id'], is_running: true })),
  ),
  fault(
    'async-ready-result-without-state',
    ['async-query.post-ready-finished', 'async-query.is-running-boolean'],
    () => onFinished((members) => without(members, 'is_running')),
  ),
  fault('async-ready-result-without-took', ['async-query.post-ready-full-result'], () =>
    onFinished((members) => without(members, 'took')),
  ),
  fault('async-ready-result-without-columns', ['async-query.post-ready-full-result'], () =>
    onFinished((members) => without(members, 'columns')),
  ),
  fault(
    'async-ready-result-lacks-its-last-row',
    ['async-query.post-ready-full-result', 'async-query.post-members-of-query'],
    () => onFinished((members) => ({ ...members, values: listOf(members['values']).slice(0, -1) })),
  ),
  fault('async-ready-result-in-reverse', ['async-query.post-ready-full-result'], () =>
    onFinished((members) => ({ ...members, values: listOf(members['values']).toReversed() })),
  ),
  fault('async-wait-ignored', ['async-query.wait-time'], () =>
    onStart((body) => ({ ...body, wait_for_completion_timeout: '1ms' })),
  ),
  fault('async-wait-halved', ['async-query.wait-time'], () =>
    onStart((body) =>
      body['wait_for_completion_timeout'] === '1s'
        ? { ...body, wait_for_completion_timeout: '500ms' }
        : body,
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
    'async-wait-never-ends-early',
    ['async-query.wait-time'],
    () => (request, forward) =>
      asyncCallOf(request) === 'start' && bodyOf(request)['wait_for_completion_timeout'] === '1s'
        ? outstaying(forward(request))
        : forward(request),
  ),
  fault('async-wait-refused', ['async-query.wait-time', 'async-query.post-ready-finished'], () =>
    refusingMember('wait_for_completion_timeout', () => true),
  ),
  fault('async-keep-time-refused', ['async-query.keep-alive-time'], () =>
    refusingMember('keep_alive', () => true),
  ),
  fault('async-keep-time-of-minutes-only', ['async-query.keep-alive-time'], () =>
    refusingMember('keep_alive', (value) => !String(value).endsWith('m')),
  ),
  fault('async-query-not-needed', ['async-query.post-query-required'], () =>
    inPlaceOf('start', (request, forward) =>
      'query' in bodyOf(request)
        ? forward(request)
        : Promise.resolve(
            answer(200, {
              is_running: false,
              took: 0,
              is_partial: false,
              columns: [],
              values: [],
            }),
          ),
    ),
  ),
  fault('async-missing-query-breaks-the-server', ['async-query.post-query-required'], () =>
    inPlaceOf('start', (request, forward) =>
      'query' in bodyOf(request)
        ? forward(request)
        : Promise.resolve(refusal('null_pointer_exception', 'query', 500)),
    ),
  ),
  fault('async-running-answer-with-a-row', ['async-query.post-running-no-result'], () =>
    onRunning((members) => ({
      ...members,
      columns: [{ name: 'n', type: 'long' }],
      values: [[0]],
    })),
  ),
  fault('async-running-answer-says-finished', ['async-query.post-running-state'], () =>
    onRunning((members) => ({ ...members, is_running: false, columns: [], values: [] })),
  ),
  fault(
    'async-running-answer-without-id',
    ['async-query.post-running-state', 'async-query.id-string'],
    () => onRunning((members) => without(members, 'id')),
  ),
  fault(
    'async-running-answer-with-an-empty-id',
    ['async-query.post-running-state', 'async-query.id-string'],
    () => onRunning((members) => ({ ...members, id: '' })),
  ),
  fault('async-id-is-a-number', ['async-query.id-string'], () =>
    onAsyncMembers(['start'], (members) => ({ ...members, id: 4711 })),
  ),
  fault(
    'async-id-of-nobody',
    ['async-query.post-running-state', 'async-query.post-header-id'],
    idOfNobody,
  ),
];

function onFinished(edit: (members: Members) => Members): Interceptor {
  return onAsyncMembers(['start'], (members) =>
    members['is_running'] === false ? edit(members) : members,
  );
}

function onRunning(edit: (members: Members) => Members): Interceptor {
  return onAsyncMembers(['start'], (members) =>
    members['is_running'] === true ? edit(members) : members,
  );
}

async function outstaying<Reply>(reply: Promise<Reply>): Promise<Reply> {
  const [found] = await Promise.all([reply, pause(tooLong_ms)]);
  return found;
}

function refusingMember(name: string, fits: (value: unknown) => boolean): Interceptor {
  return inPlaceOf('start', (request, forward) => {
    const body = bodyOf(request);
    return name in body && fits(body[name])
      ? Promise.resolve(refusal('x_content_parse_exception', `unknown field [${name}]`))
      : forward(request);
  });
}

/** Returns an id of a running query that can only be used to delete the query. */
function idOfNobody(): Interceptor {
  const real = new Map<string, string>();
  const changed = onRunning((members) => {
    const id = `nobody${real.size}`;
    real.set(id, String(members['id']));
    return { ...members, id };
  });
  return (request, forward) => {
    const known = real.get(queryIdOf(request));
    if (asyncCallOf(request) !== 'delete' || known === undefined) return changed(request, forward);
    return forward({ ...request, path: `/_query/async/${encodeURIComponent(known)}` });
  };
}
