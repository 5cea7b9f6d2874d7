import {
  idHeader,
  inPlaceOf,
  isText,
  asyncCallOf,
  saysRunning,
  stateHeader,
  textIn,
  withoutHeaders,
} from '../async-interceptors.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';

/** The text formats and their media types. */
const types = { csv: 'text/csv', tsv: 'text/tab-separated-values', txt: 'text/plain' } as const;

const stateClauses = Object.keys(types).map((format) => `async-query.${format}-state-in-headers`);

/** What is wrong in the answers of one text format. */
const edits: readonly (readonly [string, (reply: WireResponse) => WireResponse])[] = [
  ['without-headers', (reply) => withoutHeaders(reply, idHeader, stateHeader)],
  ['with-the-id-in-its-body', (reply) => withFirstLine(reply, `id ${reply.headers[idHeader]}`)],
  [
    'with-the-state-in-its-body',
    (reply) => (saysRunning(reply) ? withFirstLine(reply, 'is_running true') : reply),
  ],
];

/** Faults of the id and the state in the headers of asynchronous answers, and of texts without names. */
export const asyncFormatFaults: readonly Fault[] = [
  ...Object.entries(types).flatMap(([format, type]) =>
    edits.map(([what, edit]) =>
      fault(`async-${format}-${what}`, [`async-query.${format}-state-in-headers`], () =>
        onFirstReply((reply) => (isText(reply, type) ? edit(reply) : reply)),
      ),
    ),
  ),
  fault('async-text-with-an-id-while-running-only', stateClauses, () =>
    onFirstReply((reply) =>
      isText(reply) && !saysRunning(reply) ? withoutHeaders(reply, idHeader) : reply,
    ),
  ),
  fault(
    'async-state-header-while-running-only',
    ['async-query.post-header-is-running', ...stateClauses],
    () =>
      onFirstReply((reply) => (saysRunning(reply) ? reply : withoutHeaders(reply, stateHeader))),
  ),
  fault(
    'async-headers-for-text-only',
    ['async-query.post-header-id', 'async-query.post-header-is-running'],
    () =>
      onFirstReply((reply) =>
        isText(reply) ? reply : withoutHeaders(reply, idHeader, stateHeader),
      ),
  ),
  fault(
    'async-header-absent-ignored',
    Object.keys(types).map((format) => `async-query.header-absent-${format}`),
    () =>
      inPlaceOf('start', (request, forward) => {
        const { accept = '*/*' } = request.headers;
        const headers = { ...request.headers, accept: accept.replace('absent', 'present') };
        return forward({ ...request, headers });
      }),
  ),
];

function withFirstLine(reply: WireResponse, line: string): WireResponse {
  return { ...reply, body: Buffer.from(`${line}\n${textIn(reply)}`) };
}

/** Changes answers to starts, and deletes a query if its answer lost the id that the scenario needs to delete it. */
function onFirstReply(edit: (reply: WireResponse) => WireResponse): Interceptor {
  return async (request, forward) => {
    const reply = await forward(request);
    if (asyncCallOf(request) !== 'start' || reply.status >= 300) return reply;
    const edited = edit(reply);
    const id = reply.headers[idHeader];
    if (id !== undefined && isText(reply) && edited.headers[idHeader] === undefined) {
      const path = `/_query/async/${encodeURIComponent(id)}`;
      await forward({ method: 'DELETE', path, headers: {} });
    }
    return edited;
  };
}
