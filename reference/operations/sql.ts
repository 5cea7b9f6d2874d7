import type { AnswerForm } from '../formats/format.ts';
import { isDocumentFormat } from '../formats/format.ts';
import type { SqlPage } from '../sql/cursors.ts';
import { runStatement } from '../sql/run-statement.ts';
import type { Operation, Reply } from './operation.ts';
import { done } from './operation.ts';
import { checkColumnar, tableReply } from './queries.ts';
import type { Service } from './service.ts';
import type { SqlCall } from './sql-request.ts';
import { readCloseRequest, readSqlRequest } from './sql-request.ts';

const defaultFetchSize = 1000;
const defaultPageTimeout_ms = 45_000;

/**
 * Runs a statement and answers with its first page, or answers with the next page of a cursor.
 *
 * sql.query-runs, sql.fetch-size-effect, sql.format-txt, sql.default-json, sql.other-formats, sql.routing-no-parameter,
 * sql.routing-no-member.
 */
export const runSql: Operation<'runSql'> = async ({ body, form }, service) => {
  const call = readSqlRequest(body);
  checkColumnar(call.columnar ?? false, form);
  if (call.cursor !== undefined) return nextPage(call.cursor, call, { form, service });
  const zone = call.zone ?? 'UTC';
  const most_ms = call.request_timeout_ms;
  const { table, warnings } = await runStatement({ ...call, zone, most_ms }, service);
  const paging = {
    fetch_size: call.fetch_size ?? defaultFetchSize,
    keep_ms: call.pageTimeout_ms ?? defaultPageTimeout_ms,
    columnar: call.columnar ?? false,
    zone,
  };
  const page = await service.cursors.open(table, paging, service.caller);
  return pageReply(page, form, { isFirst: true, warnings });
};

/** Releases the result that a cursor refers to. */
export const closeSqlCursor: Operation<'closeSqlCursor'> = ({ body }, service) =>
  done({ succeeded: service.cursors.close(readCloseRequest(body), service.caller) });

interface Answering {
  readonly form: AnswerForm;
  readonly service: Service;
}

/** Returns the next page. Options of this request override those of the request that opened the cursor. */
function nextPage(cursor: string, call: SqlCall, { form, service }: Answering): Reply {
  const change = {
    ...(call.columnar === undefined ? {} : { columnar: call.columnar }),
    ...(call.zone === undefined ? {} : { zone: call.zone }),
    ...(call.pageTimeout_ms === undefined ? {} : { keep_ms: call.pageTimeout_ms }),
  };
  const page = service.cursors.next(cursor, change, service.caller);
  return pageReply(page, form, { isFirst: false, warnings: [] });
}

/** Returns one page. Only the first page has the columns; text formats return the cursor in a header. */
function pageReply(
  { table, paging, cursor }: SqlPage,
  form: AnswerForm,
  { isFirst, warnings }: { readonly isFirst: boolean; readonly warnings: readonly string[] },
): Reply {
  const isDocument = isDocumentFormat(form.format);
  const columnar = paging.columnar && isDocument;
  return tableReply(
    {
      before: {},
      table,
      namesColumns: isFirst,
      rowsMember: columnar ? 'values' : 'rows',
      after: { cursor },
    },
    { form: isFirst ? form : { ...form, header: false }, columnar, zone: paging.zone },
    { warnings, cursor: isDocument ? undefined : cursor },
  );
}
