import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { encodeTable } from '../formats/encode-table.ts';
import type { AnswerForm } from '../formats/format.ts';
import { isDocumentFormat } from '../formats/format.ts';
import type { TableDocument } from '../formats/table-document.ts';
import { startQuery } from '../plan/start-query.ts';
import type { QueryResult, QueryTask } from '../plan/task.ts';
import type { AsyncAnswer } from '../query/async/async-queries.ts';
import { parseQueryText } from '../query/parse-query-text.ts';
import type { Operation, Notes, Reply } from './operation.ts';
import { acknowledged } from './operation.ts';
import type { QueryCall } from './query-request.ts';
import { readQueryRequest, readAsyncQueryRequest } from './query-request.ts';
import type { Service, AsyncNote } from './service.ts';
import type { EncodeOptions } from '../formats/encode-table.ts';

/**
 * Runs a query and answers with its result.
 *
 * query.runs-the-text, query.values-row-wise, query-formats.json-full-response.
 */
export const runQuery: Operation<'runQuery'> = async ({ body, form }, service) => {
  const call = readQueryRequest(body);
  checkColumnar(call.columnar, form);
  const task = await beginQuery(call, service);
  return answerOf(await task.result, { form, columnar: call.columnar, zone: call.zone });
};

/**
 * Parses a query and starts it. Throws a ServiceError with the position of a syntax error, or of a name or type that
 * does not match the indices.
 */
async function beginQuery(call: QueryCall, service: Service): Promise<QueryTask> {
  const { text, params, filter, zone, locale } = call;
  const tree = parseQueryText(text, params);
  return startQuery({ tree, filter, zone, locale }, service);
}

/**
 * Returns the reply of a query, which is generated in pieces. The result is undefined while the query runs.
 *
 * query.took-integer, query.is-partial-boolean, query.documents-found-integer, query.values-loaded-integer,
 * async-query.id-string, async-query.is-running-boolean, async-query.post-running-no-result,
 * async-query.post-header-id, async-query.post-header-is-running.
 */
function answerOf(
  result: QueryResult | undefined,
  layout: EncodeOptions,
  async?: Notes['async'],
): Reply {
  const { took_ms, warnings = [], ...figures } = result?.figures ?? {};
  const document: TableDocument = {
    before: { ...async, took: took_ms === undefined ? undefined : Math.round(took_ms), ...figures },
    table: result?.table,
    namesColumns: true,
    rowsMember: 'values',
    after: {},
  };
  return tableReply(document, layout, { async, warnings });
}

/** Returns the reply that writes a table and its metadata in the requested format. */
export function tableReply(document: TableDocument, layout: EncodeOptions, notes: Notes): Reply {
  return { outcome: 'done', chunks: encodeTable(document, layout), notes };
}

/**
 * Throws a ServiceError if a columnar answer is requested in a format that cannot represent one.
 *
 * query.columnar-not-text, query.columnar-not-md, query.columnar-not-arrow.
 */
export function checkColumnar(columnar: boolean, { format }: AnswerForm): void {
  if (!columnar || isDocumentFormat(format)) return;
  refuse(
    `Invalid use of [columnar] argument: cannot be used in combination with [${format}] format`,
  );
}

const defaultWait_ms = 1000;
const defaultKeepAlive_ms = 5 * 86_400_000;

/**
 * Starts a query and waits for `wait_for_completion_timeout`. Every query is kept under an id, even one that finishes
 * at once. If the client disconnects before it has the id, the query is cancelled.
 *
 * async-query.wait-time, async-query.wait-ends-with-result, async-query.time-defaults-and-start,
 * async-query.time-invalid, async-query.keep-alive-time,
 * async-query.post-ready-finished, async-query.post-running-state, async-query.post-header-id,
 * async-query.post-header-is-running.
 */
export const runAsyncQuery: Operation<'runAsyncQuery'> = async (request, service) => {
  const { body, form, signal } = request;
  const call = readAsyncQueryRequest(body);
  const { columnar, zone } = call;
  checkColumnar(columnar, form);
  const answer = await service.asyncQueries.start({
    begin: (environment) => beginQuery(call, { ...service, environment }),
    note: { columnar, zone },
    wait_ms: waitTime(call.wait_ms ?? defaultWait_ms),
    keep_ms: keepAlive(call.keepAlive_ms ?? defaultKeepAlive_ms),
    signal,
    caller: service.caller,
  });
  return replyOf(answer, form);
};

/** Returns the state or result of a query (async-query.get-wait-parameter, async-query.get-and-delete-details). */
export const getAsyncQuery: Operation<'getAsyncQuery'> = async (request, service) => {
  const { path, query, form, signal } = request;
  const { wait_for_completion_timeout: wait, keep_alive } = query;
  const answer = await service.asyncQueries.get(path.query_id, {
    wait_ms: wait === undefined ? 0 : waitTime(parseTime(wait, 'wait_for_completion_timeout')),
    keep_ms: keep_alive === undefined ? undefined : keepAlive(parseTime(keep_alive, 'keep_alive')),
    signal,
    caller: service.caller,
  });
  return replyOf(answer, form);
};

/** Stops a query and returns its results so far (async-query.stop-ends-running, async-query.stop-finished). */
export const stopAsyncQuery: Operation<'stopAsyncQuery'> = async ({ path, form }, service) =>
  replyOf(await service.asyncQueries.stop(path.query_id, service.caller), form);

/**
 * Cancels a running query, or deletes a stored result.
 *
 * async-query.delete-running, async-query.delete-finished, async-query.get-and-delete-details.
 */
export const deleteAsyncQuery: Operation<'deleteAsyncQuery'> = ({ path }, service) => {
  service.asyncQueries.remove(path.query_id, service.caller);
  return acknowledged();
};

/**
 * Returns the reply of an asynchronous query. The result is columnar if the query requested it and the format supports
 * it.
 *
 * async-query.id-of-this-query, async-query.format-yaml, async-query.format-md, async-query.format-cbor,
 * async-query.format-smile, async-query.format-arrow, async-query.format-accept, async-query.delimiter,
 * async-query.header-absent-csv, async-query.header-absent-tsv, async-query.header-absent-txt.
 */
function replyOf({ id, note, result }: AsyncAnswer<AsyncNote>, form: AnswerForm): Reply {
  const columnar = note.columnar && isDocumentFormat(form.format);
  return answerOf(
    result,
    { form, zone: note.zone, columnar },
    { id, is_running: result === undefined },
  );
}

function waitTime(wait_ms: number): number {
  if (wait_ms >= 0) return wait_ms;
  return refuse('[wait_for_completion_timeout] must not be negative');
}

function keepAlive(keep_ms: number): number {
  return keep_ms > 0 ? keep_ms : refuse('[keep_alive] must be greater than [0]');
}
