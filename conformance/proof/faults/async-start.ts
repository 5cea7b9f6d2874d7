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

/** Longer than any margin of the kit. */
const tooLong_ms = 6500;

/** What is wrong with the first answer to an asynchronous query. */
export const asyncStartFaults: readonly Fault[] = [
  {
    name: 'async-ready-result-said-to-run',
    clauses: ['async-query.post-ready-finished'],
    start: () => onFinished((members) => ({ ...members, is_running: true })),
  },
  {
    name: 'async-ready-result-kept-back',
    clauses: ['async-query.post-ready-finished', 'async-query.post-ready-full-result'],
    start: () => onFinished((members) => ({ id: members['id'], is_running: true })),
  },
  {
    name: 'async-ready-result-without-state',
    clauses: ['async-query.post-ready-finished', 'async-query.is-running-boolean'],
    start: () => onFinished((members) => without(members, 'is_running')),
  },
  {
    name: 'async-ready-result-without-took',
    clauses: ['async-query.post-ready-full-result'],
    start: () => onFinished((members) => without(members, 'took')),
  },
  {
    name: 'async-ready-result-without-columns',
    clauses: ['async-query.post-ready-full-result'],
    start: () => onFinished((members) => without(members, 'columns')),
  },
  {
    name: 'async-ready-result-lacks-its-last-row',
    clauses: ['async-query.post-ready-full-result', 'async-query.post-members-of-query'],
    start: () =>
      onFinished((members) => ({ ...members, values: listOf(members['values']).slice(0, -1) })),
  },
  {
    name: 'async-ready-result-in-reverse',
    clauses: ['async-query.post-ready-full-result'],
    start: () =>
      onFinished((members) => ({ ...members, values: listOf(members['values']).toReversed() })),
  },
  {
    name: 'async-wait-ignored',
    clauses: ['async-query.wait-time'],
    start: () => onStart((body) => ({ ...body, wait_for_completion_timeout: '1ms' })),
  },
  {
    name: 'async-wait-halved',
    clauses: ['async-query.wait-time'],
    start: () =>
      onStart((body) =>
        body['wait_for_completion_timeout'] === '1s'
          ? { ...body, wait_for_completion_timeout: '500ms' }
          : body,
      ),
  },
  {
    name: 'async-wait-never-ends-early',
    clauses: ['async-query.wait-time'],
    start: () => (request, forward) =>
      asyncCallOf(request) === 'start' && bodyOf(request)['wait_for_completion_timeout'] === '1s'
        ? outstaying(forward(request))
        : forward(request),
  },
  {
    name: 'async-wait-refused',
    clauses: ['async-query.wait-time', 'async-query.post-ready-finished'],
    start: () => refusingMember('wait_for_completion_timeout', () => true),
  },
  {
    name: 'async-keep-time-refused',
    clauses: ['async-query.keep-alive-time'],
    start: () => refusingMember('keep_alive', () => true),
  },
  {
    name: 'async-keep-time-of-minutes-only',
    clauses: ['async-query.keep-alive-time'],
    start: () => refusingMember('keep_alive', (value) => !String(value).endsWith('m')),
  },
  {
    name: 'async-query-not-needed',
    clauses: ['async-query.post-query-required'],
    start: () =>
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
  },
  {
    name: 'async-missing-query-breaks-the-server',
    clauses: ['async-query.post-query-required'],
    start: () =>
      inPlaceOf('start', (request, forward) =>
        'query' in bodyOf(request)
          ? forward(request)
          : Promise.resolve(refusal('null_pointer_exception', 'query', 500)),
      ),
  },
  {
    name: 'async-running-answer-with-a-row',
    clauses: ['async-query.post-running-no-result'],
    start: () =>
      onRunning((members) => ({
        ...members,
        columns: [{ name: 'n', type: 'long' }],
        values: [[0]],
      })),
  },
  {
    name: 'async-running-answer-says-finished',
    clauses: ['async-query.post-running-state'],
    start: () =>
      onRunning((members) => ({ ...members, is_running: false, columns: [], values: [] })),
  },
  {
    name: 'async-running-answer-without-id',
    clauses: ['async-query.post-running-state', 'async-query.id-string'],
    start: () => onRunning((members) => without(members, 'id')),
  },
  {
    name: 'async-running-answer-with-an-empty-id',
    clauses: ['async-query.post-running-state', 'async-query.id-string'],
    start: () => onRunning((members) => ({ ...members, id: '' })),
  },
  {
    name: 'async-id-is-a-number',
    clauses: ['async-query.id-string'],
    start: () => onAsyncMembers(['start'], (members) => ({ ...members, id: 4711 })),
  },
  {
    name: 'async-id-of-nobody',
    clauses: ['async-query.post-running-state', 'async-query.post-header-id'],
    start: idOfNobody,
  },
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

/** The id in the body of a running answer is one that only a deletion knows. */
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
