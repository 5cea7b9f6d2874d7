import { beginQuery } from './begin-query.ts';
import type { Operation } from './operation.ts';
import { answerOf, checkColumnar } from './query-answer.ts';
import { readQueryRequest } from './query-request.ts';

/**
 * Runs a query and answers with its result. If the client disconnects, the query is cancelled.
 *
 * query.runs-the-text, query.values-row-wise, query-formats.json-full-response.
 */
export const runQuery: Operation<'runQuery'> = async ({ body, form, signal }, service) => {
  const call = readQueryRequest(body);
  checkColumnar(call.columnar, form);
  const task = await beginQuery(call, service);
  const cancel = (): void => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const result = await task.result;
  signal.removeEventListener('abort', cancel);
  return answerOf({ result }, { form, columnar: call.columnar, zone: call.zone });
};
