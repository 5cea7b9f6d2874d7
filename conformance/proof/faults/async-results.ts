import { now, pause } from '../../base/environment.ts';
import type { WireRequest, WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  asyncCallOf,
  editMembers,
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
import { addressOf, answer, bodyOf, refusal, withBody } from '../interceptors.ts';

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
  fault('async-result-given-once', ['async-query.get-finished'], () => later(() => notFound)),
  fault('async-result-empty-the-second-time', ['async-query.get-finished'], () =>
    later((reply) => editMembers(reply, (body) => ({ ...body, values: [] }))),
  ),
  fault('async-query-runs-again-when-fetched', ['async-query.get-finished'], runningAgain),
  fault('async-delete-of-running-ignored', ['async-query.delete-running'], () =>
    deletingLater((wasRunning) => wasRunning),
  ),
  fault('async-delete-of-finished-ignored', ['async-query.delete-finished'], () =>
    deletingLater((wasRunning) => !wasRunning),
  ),
  fault('async-delete-of-running-lets-it-end', ['async-query.delete-running'], lettingItEnd),
  fault('async-results-held-to-the-end', ['async-query.wait-ends-with-result'], () => holding),
  fault('async-delete-removes-every-query', ['async-query.delete-finished'], removingAll),
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

/** Runs a finished query again each time it is fetched. */
function runningAgain(): Interceptor {
  const queries = new Map<string, unknown>();
  return async (request, forward) => {
    const reply = await forward(request);
    const members = membersIn(reply);
    const call = asyncCallOf(request);
    if (call === 'start') queries.set(String(members['id']), bodyOf(request)['query']);
    const query = queries.get(queryIdOf(request));
    if (call !== 'get' || members['is_running'] !== false || query === undefined) return reply;
    const wire = { method: 'POST', path: '/_query', headers: request.headers };
    const { columns, values } = membersIn(await forward(withBody(wire, { query })));
    return editMembers(reply, (body) => ({ ...body, columns, values }));
  };
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

/** Hides a query that is deleted while running, but only until it has finished. */
function lettingItEnd(): Interceptor {
  const hidden = onAsyncReply(['get'], (reply) => (saysRunning(reply) ? notFound : reply));
  const kept = deletingLater(() => true);
  const deleted = new Set<string>();
  return (request, forward) => {
    const call = asyncCallOf(request);
    if (call === 'delete') deleted.add(queryIdOf(request));
    const isHidden = call === 'get' && deleted.has(queryIdOf(request));
    return isHidden ? hidden(request, forward) : kept(request, forward);
  };
}

/** Deletes all queries when one is deleted. */
function removingAll(): Interceptor {
  const started = new Set<string>();
  return async (request, forward) => {
    const reply = await forward(request);
    const call = asyncCallOf(request);
    const id = membersIn(reply)['id'];
    if (call === 'start' && typeof id === 'string') started.add(id);
    if (call !== 'delete') return reply;
    for (const other of started) {
      const path = `/_query/async/${encodeURIComponent(other)}`;
      await forward({ method: 'DELETE', path, headers: {} });
    }
    started.clear();
    return reply;
  };
}

function waitOf(request: WireRequest): unknown {
  if (asyncCallOf(request) === 'start') return bodyOf(request)['wait_for_completion_timeout'];
  return addressOf(request).query.get('wait_for_completion_timeout');
}
