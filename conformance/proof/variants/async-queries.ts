import { type Interceptor, type Variant, variantsOf } from '../../run/mutation.ts';
import { type CallKind, kindOf } from '../calls.ts';
import {
  bodyOf,
  delaying,
  editMembers,
  inPlaceOf,
  listOf,
  type Members,
  membersIn,
  onReply,
  onResponse,
  without,
} from '../interceptors.ts';
import { idHeader, queryIdOf, saysRunning } from '../query-interceptors.ts';

const asyncCalls: readonly CallKind[] = ['start-query', 'get-query', 'stop-query', 'delete-query'];

const unhurried_ms = 150;

/** Variants of asynchronous queries. */
export const asyncQueryVariants: readonly Variant[] = [
  ...variantsOf('query-state', 'a query that finished within the initial wait need not be kept', {
    'query-ids-while-running-only': () =>
      onReply(['start-query'], (reply) => {
        if (saysRunning(reply)) return reply;
        const { [idHeader]: _, ...headers } = reply.headers;
        return editMembers({ ...reply, headers }, (members) => without(members, 'id'));
      }),
  }),
  ...variantsOf(
    'query-state',
    'the specification gives only the id and the state of a running query, which has no rows',
    {
      'running-queries-with-figures-and-an-empty-table': () =>
        onRunning((members) => ({
          ...members,
          columns: [],
          values: [],
          took: 12,
          is_partial: true,
          documents_found: 1,
          values_loaded: 0,
        })),
      'running-queries-with-id-and-state-only': () =>
        onRunning(({ id, is_running }) => ({ ...(id === undefined ? {} : { id }), is_running })),
    },
  ),
  ...variantsOf('query-state', 'an answer need not repeat the id that the client sent', {
    'fetched-results-without-id': () =>
      onResponse(['get-query', 'stop-query'], (members) =>
        members['is_running'] === false ? without(members, 'id') : members,
      ),
  }),
  ...variantsOf('query-state', 'whether all answers give a query the same id is left open', {
    'queries-with-another-id-in-each-answer': otherIds,
  }),
  ...variantsOf('query-state', 'how long a result is kept without a keep time is left open', {
    'results-kept-only-where-it-is-asked-for': forgetting,
  }),
  ...variantsOf('query-stop', 'how many rows a query computes before it is stopped is left open', {
    'stopped-queries-with-fewer-rows': fewerRows,
  }),
  ...variantsOf('query-time', 'an answer may come later than the wait', {
    'asynchronous-queries-in-no-hurry': () => delaying(asyncCalls, unhurried_ms),
  }),
];

function onRunning(edit: (members: Members) => Members): Interceptor {
  return onResponse(['start-query', 'get-query'], (members) =>
    members['is_running'] === true ? edit(members) : members,
  );
}

/** Gives a query another id in each answer, any of which can be used. */
function otherIds(): Interceptor {
  let count = 0;
  const renaming = onReply(asyncCalls, (reply) => {
    const known = reply.headers[idHeader];
    if (known === undefined) return reply;
    count += 1;
    const id = `${known}~${count}`;
    const renamed = { ...reply, headers: { ...reply.headers, [idHeader]: id } };
    return editMembers(renamed, (members) => ('id' in members ? { ...members, id } : members));
  });
  return (request, forward) =>
    renaming({ ...request, path: request.path.replace(/~\d+/, '') }, forward);
}

/** Deletes a query once an answer has its result, unless its start asked to keep it. */
function forgetting(): Interceptor {
  const kept = new Set<string | undefined>();
  return inPlaceOf(asyncCalls, async (request, forward) => {
    const reply = await forward(request);
    const id = reply.headers[idHeader];
    if (Buffer.from(request.body ?? '').includes('keep_alive')) kept.add(id);
    const removal = { method: 'DELETE', path: `/_query/async/${id}`, headers: {} };
    if (id !== undefined && !kept.has(id) && !saysRunning(reply)) await forward(removal);
    return reply;
  });
}

/** Keeps only the first row of a stopped query. */
function fewerRows(): Interceptor {
  const columnar = new Set<unknown>();
  const stopped = new Set<string>();
  return onReply(['start-query', 'get-query', 'stop-query'], (reply, request) => {
    if (kindOf(request) === 'start-query') {
      if (bodyOf(request)['columnar'] === true) columnar.add(membersIn(reply)['id']);
      return reply;
    }
    const id = queryIdOf(request);
    if (kindOf(request) === 'stop-query' && membersIn(reply)['is_partial'] === true)
      stopped.add(id);
    if (!stopped.has(id)) return reply;
    return editMembers(reply, (members) => {
      const lists = listOf(members['values']);
      const values = columnar.has(id)
        ? lists.map((list) => listOf(list).slice(0, 1))
        : lists.slice(0, 1);
      return { ...members, values };
    });
  });
}
