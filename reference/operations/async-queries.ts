import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { isDocumentFormat } from '../formats/format.ts';
import type { AsyncAnswer } from '../query/async/async-queries.ts';
import type { AnswerForm } from '../formats/format.ts';
import { beginQuery } from './begin-query.ts';
import type { Operation, Reply } from './operation.ts';
import { acknowledged } from './operation.ts';
import { answerOf, checkColumnar } from './query-answer.ts';
import { readAsyncQueryRequest } from './query-request.ts';
import type { AsyncNote } from './service.ts';

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
  });
  return replyOf(answer, form);
};

/** Stops a query and returns its results so far (async-query.stop-ends-running, async-query.stop-finished). */
export const stopAsyncQuery: Operation<'stopAsyncQuery'> = async ({ path, form }, service) =>
  replyOf(await service.asyncQueries.stop(path.query_id), form);

/**
 * Cancels a running query, or deletes a stored result.
 *
 * async-query.delete-running, async-query.delete-finished, async-query.get-and-delete-details.
 */
export const deleteAsyncQuery: Operation<'deleteAsyncQuery'> = ({ path }, service) => {
  service.asyncQueries.remove(path.query_id);
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
  return answerOf(
    { result, async: { id, is_running: result === undefined } },
    { form, zone: note.zone, columnar: note.columnar && isDocumentFormat(form.format) },
  );
}

function waitTime(wait_ms: number): number {
  if (wait_ms >= 0) return wait_ms;
  return refuse('[wait_for_completion_timeout] must not be negative');
}

function keepAlive(keep_ms: number): number {
  return keep_ms > 0 ? keep_ms : refuse('[keep_alive] must be greater than [0]');
}
