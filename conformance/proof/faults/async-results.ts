import { now, pause } from '../../base/environment.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  asyncCallOf,
  idHeader,
  inPlaceOf,
  isText,
  membersIn,
  onAsyncReply,
  queryIdOf,
  saysRunning,
  stateHeader,
  textIn,
  withoutHeaders,
} from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { addressOf, answer, bodyOf, refusal } from '../interceptors.ts';

/** The text formats and their media types. */
const types = { csv: 'text/csv', tsv: 'text/tab-separated-values', txt: 'text/plain' } as const;

/** What is wrong in the answers of one text format. */
const edits: readonly (readonly [string, (reply: WireResponse) => WireResponse])[] = [
  ['without-headers', (reply) => withoutHeaders(reply, idHeader, stateHeader)],
  ['with-the-id-in-its-body', (reply) => withFirstLine(reply, `id ${reply.headers[idHeader]}`)],
  [
    'with-the-state-in-its-body',
    (reply) => (saysRunning(reply) ? withFirstLine(reply, 'is_running true') : reply),
  ],
];

const longWait_ms = 20_000;

const notFound = refusal('resource_not_found_exception', 'no such query', 404);

/** Holds the results of requests with a long wait until just before its end. */
const holding: Interceptor = async (request, forward) => {
  const start_ms = now();
  const reply = await forward(request);
  const isHeld = waitOf(request) === '20s' && membersIn(reply)['is_running'] === false;
  if (isHeld) await pause(Math.max(0, longWait_ms - 100 - (now() - start_ms)));
  return reply;
};

/** Faults of the formats and of the results of asynchronous queries. */
export const asyncResultFaults: readonly Fault[] = [
  ...Object.entries(types).flatMap(([format, type]) =>
    edits.map(([what, edit]) =>
      fault(`async-${format}-${what}`, [`async-query.${format}-state-in-headers`], () =>
        onFirstReply((reply) => (isText(reply, type) ? edit(reply) : reply)),
      ),
    ),
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
  fault('async-result-given-once', ['async-query.get-finished'], () => later(() => notFound)),
  fault('async-delete-of-running-ignored', ['async-query.delete-running'], () =>
    deletingLater((wasRunning) => wasRunning),
  ),
  fault('async-delete-of-finished-ignored', ['async-query.delete-finished'], () =>
    deletingLater((wasRunning) => !wasRunning),
  ),
  fault('async-results-held-to-the-end', ['async-query.wait-ends-with-result'], () => holding),
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

/** Changes a result from the second time that it is fetched. */
function later(edit: (reply: WireResponse) => WireResponse): Interceptor {
  const fetched = new Set<string>();
  return onAsyncReply(['get'], (reply, request) => {
    if (membersIn(reply)['is_running'] !== false) return reply;
    const id = queryIdOf(request);
    if (fetched.has(id)) return edit(reply);
    fetched.add(id);
    return reply;
  });
}

/**
 * Ignores the first deletion of a query if `fits` is true for its state. Forwards later ones: they are the clean-up,
 * without which the query would stay on the server.
 */
function deletingLater(fits: (wasRunning: boolean) => boolean): Interceptor {
  const deleted = new Set<string>();
  return inPlaceOf('delete', async (request, forward) => {
    const id = queryIdOf(request);
    if (deleted.has(id)) return forward(request);
    deleted.add(id);
    const path = `${request.path}?wait_for_completion_timeout=1ms`;
    const state = await forward({ method: 'GET', path, headers: request.headers });
    return fits(saysRunning(state)) ? answer(200, { acknowledged: true }) : forward(request);
  });
}

function waitOf(request: WireRequest): unknown {
  if (asyncCallOf(request) === 'start') return bodyOf(request)['wait_for_completion_timeout'];
  return addressOf(request).query.get('wait_for_completion_timeout');
}
