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

/** The formats of text, their media types, and the clauses about them. */
const textFormats = [
  { format: 'csv', type: 'text/csv', clause: 'async-query.csv-state-in-headers' },
  { format: 'tsv', type: 'text/tab-separated-values', clause: 'async-query.tsv-state-in-headers' },
  { format: 'txt', type: 'text/plain', clause: 'async-query.txt-state-in-headers' },
] as const;

const textClauses = textFormats.map(({ clause }) => clause);

/** What is wrong with where asynchronous answers have id and state. */
export const asyncFormatFaults: readonly Fault[] = [
  ...textFormats.flatMap(({ format, type, clause }): readonly Fault[] => [
    {
      name: `async-${format}-without-headers`,
      clauses: [clause],
      start: () =>
        onFirstReply((reply) =>
          isText(reply, type) ? withoutHeaders(reply, idHeader, stateHeader) : reply,
        ),
    },
    {
      name: `async-${format}-with-the-id-in-its-body`,
      clauses: [clause],
      start: () =>
        onFirstReply((reply) =>
          isText(reply, type) ? withFirstLine(reply, `id ${reply.headers[idHeader]}`) : reply,
        ),
    },
    {
      name: `async-${format}-with-the-state-in-its-body`,
      clauses: [clause],
      start: () =>
        onFirstReply((reply) =>
          isText(reply, type) && saysRunning(reply)
            ? withFirstLine(reply, 'is_running true')
            : reply,
        ),
    },
    {
      name: `async-${format}-without-its-rows`,
      clauses: [clause],
      start: () =>
        onFirstReply((reply) =>
          isText(reply, type) && !saysRunning(reply)
            ? { ...reply, body: Buffer.from(textIn(reply).split('\n', 1)[0] ?? '') }
            : reply,
        ),
    },
  ]),
  {
    name: 'async-id-header-missing',
    clauses: ['async-query.post-header-id', ...textClauses],
    start: () => onFirstReply((reply) => withoutHeaders(reply, idHeader)),
  },
  {
    name: 'async-id-header-of-another-query',
    clauses: ['async-query.post-header-id'],
    start: () => onFirstReply((reply) => withHeader(reply, idHeader, 'another')),
  },
  {
    name: 'async-state-header-missing',
    clauses: ['async-query.post-header-is-running', ...textClauses],
    start: () => onFirstReply((reply) => withoutHeaders(reply, stateHeader)),
  },
  {
    name: 'async-state-header-while-running-only',
    clauses: ['async-query.post-header-is-running', ...textClauses],
    start: () =>
      onFirstReply((reply) => (saysRunning(reply) ? reply : withoutHeaders(reply, stateHeader))),
  },
  {
    name: 'async-state-header-always-running',
    clauses: ['async-query.post-header-is-running', ...textClauses],
    start: () => onFirstReply((reply) => withHeader(reply, stateHeader, '?1')),
  },
  {
    name: 'async-state-header-always-finished',
    clauses: ['async-query.post-header-is-running', ...textClauses],
    start: () => onFirstReply((reply) => withHeader(reply, stateHeader, '?0')),
  },
  {
    name: 'async-headers-for-text-only',
    clauses: ['async-query.post-header-id', 'async-query.post-header-is-running'],
    start: () =>
      onFirstReply((reply) =>
        isText(reply) ? reply : withoutHeaders(reply, idHeader, stateHeader),
      ),
  },
  {
    name: 'async-state-as-text',
    clauses: ['async-query.is-running-boolean'],
    start: () =>
      onAsyncMembers(['start'], (members) => ({
        ...members,
        is_running: `${String(members['is_running'])} `,
      })),
  },
  {
    name: 'async-state-as-number',
    clauses: ['async-query.is-running-boolean'],
    start: () =>
      onAsyncMembers(['start'], (members) => ({
        ...members,
        is_running: members['is_running'] === true ? 1 : 0,
      })),
  },
];

/** Changes the first answers. A query whose id only its header had, and has no longer, is ended: nobody else could. */
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
