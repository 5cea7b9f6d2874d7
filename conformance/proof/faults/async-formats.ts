import { at } from '../../base/assert.ts';
import { fault } from '../fault.ts';
import type { WireResponse } from '../../base/exchange.ts';
import {
  asyncCallOf,
  idHeader,
  isText,
  onAsyncMembers,
  saysRunning,
  stateHeader,
  textIn,
  withoutHeaders,
} from '../async-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';

/** The text formats, their media types, and their clauses. */
const textFormats = [
  { format: 'csv', type: 'text/csv', clause: 'async-query.csv-state-in-headers' },
  { format: 'tsv', type: 'text/tab-separated-values', clause: 'async-query.tsv-state-in-headers' },
  { format: 'txt', type: 'text/plain', clause: 'async-query.txt-state-in-headers' },
] as const;

const textClauses = textFormats.map(({ clause }) => clause);

/** Faults of the id and the state in bodies and headers of asynchronous answers. */
export const asyncFormatFaults: readonly Fault[] = [
  ...textFormats.flatMap(({ format, type, clause }): readonly Fault[] => [
    fault(`async-${format}-without-headers`, [clause], () =>
      onFirstReply((reply) =>
        isText(reply, type) ? withoutHeaders(reply, idHeader, stateHeader) : reply,
      ),
    ),
    fault(`async-${format}-with-the-id-in-its-body`, [clause], () =>
      onFirstReply((reply) =>
        isText(reply, type) ? withFirstLine(reply, `id ${reply.headers[idHeader]}`) : reply,
      ),
    ),
    fault(`async-${format}-with-the-state-in-its-body`, [clause], () =>
      onFirstReply((reply) =>
        isText(reply, type) && saysRunning(reply) ? withFirstLine(reply, 'is_running true') : reply,
      ),
    ),
    fault(`async-${format}-without-its-rows`, [clause], () =>
      onFirstReply((reply) =>
        isText(reply, type) && !saysRunning(reply)
          ? { ...reply, body: Buffer.from(at(textIn(reply).split('\n', 1), 0)) }
          : reply,
      ),
    ),
  ]),
  fault('async-text-with-an-id-while-running-only', textClauses, () =>
    onFirstReply((reply) =>
      isText(reply) && !saysRunning(reply) ? withoutHeaders(reply, idHeader) : reply,
    ),
  ),
  fault('async-id-header-missing', ['async-query.post-header-id', ...textClauses], () =>
    onFirstReply((reply) => withoutHeaders(reply, idHeader)),
  ),
  fault('async-id-header-of-another-query', ['async-query.post-header-id'], () =>
    onFirstReply((reply) => withHeader(reply, idHeader, 'another')),
  ),
  fault('async-state-header-missing', ['async-query.post-header-is-running', ...textClauses], () =>
    onFirstReply((reply) => withoutHeaders(reply, stateHeader)),
  ),
  fault(
    'async-state-header-while-running-only',
    ['async-query.post-header-is-running', ...textClauses],
    () =>
      onFirstReply((reply) => (saysRunning(reply) ? reply : withoutHeaders(reply, stateHeader))),
  ),
  fault(
    'async-state-header-always-running',
    ['async-query.post-header-is-running', ...textClauses],
    () => onFirstReply((reply) => withHeader(reply, stateHeader, '?1')),
  ),
  fault(
    'async-state-header-always-finished',
    ['async-query.post-header-is-running', ...textClauses],
    () => onFirstReply((reply) => withHeader(reply, stateHeader, '?0')),
  ),
  fault(
    'async-headers-for-text-only',
    ['async-query.post-header-id', 'async-query.post-header-is-running'],
    () =>
      onFirstReply((reply) =>
        isText(reply) ? reply : withoutHeaders(reply, idHeader, stateHeader),
      ),
  ),
  fault('async-state-as-text', ['async-query.is-running-boolean'], () =>
    onAsyncMembers(['start'], (members) => ({
      ...members,
      is_running: `${String(members['is_running'])} `,
    })),
  ),
  fault('async-state-as-number', ['async-query.is-running-boolean'], () =>
    onAsyncMembers(['start'], (members) => ({
      ...members,
      is_running: members['is_running'] === true ? 1 : 0,
    })),
  ),
];

/** Changes answers to starts, and deletes a query if its answer lost the id that the scenario needs to delete it. */
function onFirstReply(edit: (reply: WireResponse) => WireResponse): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    if (asyncCallOf(request) !== 'start' || reply.status >= 300) return reply;
    const edited = edit(reply);
    const id = reply.headers[idHeader];
    if (id !== undefined && isText(reply) && edited.headers[idHeader] === undefined) {
      await forward({
        method: 'DELETE',
        path: `/_query/async/${encodeURIComponent(id)}`,
        headers: {},
      });
    }
    return edited;
  };
}

function withHeader(reply: WireResponse, name: string, value: string): WireResponse {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

function withFirstLine(reply: WireResponse, line: string): WireResponse {
  return { ...reply, body: Buffer.from(`${line}\n${textIn(reply)}`) };
}
