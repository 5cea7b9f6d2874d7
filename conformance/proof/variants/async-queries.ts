import type { WireResponse } from '../../base/exchange.ts';
import { pause } from '../../base/environment.ts';
import {
  asyncCallOf,
  editMembers,
  idHeader,
  membersIn,
  onAsyncMembers,
  onAsyncReply,
  queryIdOf,
  saysRunning,
  stateHeader,
  withoutHeaders,
} from '../async-interceptors.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { bodyOf, listOf, type Members, without } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

const unhurried_ms = 150;

/** Variants of asynchronous queries. */
export const asyncQueryVariants: readonly Variant[] = [
  ...variantsOf('query-state', 'a query that finished within the initial wait need not be kept', {
    'query-ids-while-running-only': () =>
      onAsyncReply(['start'], (reply) =>
        saysRunning(reply)
          ? reply
          : editMembers(withoutHeaders(reply, idHeader), (members) => without(members, 'id')),
      ),
  }),
  {
    name: 'running-queries-with-an-empty-table',
    aspect: 'query-state',
    because: 'a running query has no rows, so its answer may contain an empty table',
    start: () => onRunning((members) => ({ ...members, columns: [], values: [] })),
  },
  ...variantsOf(
    'query-state',
    'the specification gives only the id and the state of a running query',
    {
      'running-queries-with-figures': () =>
        onRunning((members) => ({
          ...members,
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
      onAsyncMembers(['get', 'stop'], (members) =>
        members['is_running'] === false ? without(members, 'id') : members,
      ),
  }),
  {
    name: 'stopped-queries-with-fewer-rows',
    aspect: 'query-stop',
    because: 'the specification leaves open how many rows a query computes before it is stopped',
    start: fewerRows,
  },
  ...[
    ['true', 'false'],
    ['?1', '?0'],
    ['yes', 'no'],
  ].map(([yes = '', no = '']): Variant => ({
    name: `query-state-spelled-${yes.replace('?', 'question-mark-')}`,
    aspect: 'query-headers',
    because: 'the specification leaves open how the header spells the state',
    start: () => (request, forward) =>
      spelled(forward(request), asyncCallOf(request) === undefined ? undefined : { yes, no }),
  })),
  {
    name: 'query-headers-at-the-start-only',
    aspect: 'query-headers',
    because: 'the specification does not say whether fetching a query returns the headers',
    start: () =>
      onAsyncReply(['get', 'stop', 'delete'], (reply) =>
        withoutHeaders(reply, idHeader, stateHeader),
      ),
  },
  {
    name: 'deleted-queries-acknowledged-without-a-body',
    aspect: 'query-stop',
    because: 'the specification leaves open the body of the answer to a deletion',
    start: () =>
      onAsyncReply(['delete'], (reply) => ({
        ...reply,
        status: 204,
        headers: {},
        body: new Uint8Array(),
      })),
  },
  ...variantsOf('query-time', 'an answer may come later than the wait', {
    'asynchronous-queries-in-no-hurry': () => async (request, forward) => {
      if (asyncCallOf(request) !== undefined) await pause(unhurried_ms);
      return forward(request);
    },
  }),
];

function onRunning(edit: (members: Members) => Members): Interceptor {
  return onAsyncMembers(['start', 'get'], (members) =>
    members['is_running'] === true ? edit(members) : members,
  );
}

/** Keeps only the first row of a stopped query. */
function fewerRows(): Interceptor {
  const columnar = new Set<unknown>();
  const stopped = new Set<string>();
  return onAsyncReply(['start', 'get', 'stop'], (reply, request) => {
    if (asyncCallOf(request) === 'start') {
      if (bodyOf(request)['columnar'] === true) columnar.add(membersIn(reply)['id']);
      return reply;
    }
    const id = queryIdOf(request);
    if (asyncCallOf(request) === 'stop' && membersIn(reply)['is_partial'] === true) stopped.add(id);
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

async function spelled(
  answer: Promise<WireResponse>,
  spelling: { readonly yes: string; readonly no: string } | undefined,
): Promise<WireResponse> {
  const reply = await answer;
  const said = reply.headers[stateHeader];
  if (spelling === undefined || said === undefined) return reply;
  const word = /^(?:\?1|true)$/.test(said) ? spelling.yes : spelling.no;
  return { ...reply, headers: { ...reply.headers, [stateHeader]: word } };
}
