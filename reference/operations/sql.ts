import type { AnswerForm } from '../formats/format.ts';
import { isDocumentFormat } from '../formats/format.ts';
import type { SqlPage } from '../sql/cursors.ts';
import { runStatement } from '../sql/run-statement.ts';
import type { Operation, Reply, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import { checkColumnar, tableReply } from './queries.ts';
import type { Service } from './service.ts';
import { refuse, validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import type { BodyPart } from '../base/body.ts';
import { listOf, readDeclared, strictBooleanOf, stringOf, wrongType } from '../base/body.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import { bodyPart } from './request-parts.ts';

const endpoint = 'sql/query';

const readers = {
  query: stringOf,
  cursor: stringOf,
  params: (part: BodyPart, name: string) => listOf(part, name).map(({ value }) => value),
  filter: parseQuery,
  fetch_size: fetchSize,
  columnar: strictBooleanOf,
  time_zone: (part: BodyPart, name: string) => checkZone(stringOf(part, name)),
  field_multi_value_leniency: strictBooleanOf,
  request_timeout: timeOf,
  page_timeout: timeOf,
};

/** A statement or a cursor, and its options; undefined ones are not in the request. */
type SqlCall = ReturnType<typeof readSqlRequest>;

/**
 * Parses the body of an SQL request. Throws a ServiceError with the position of a member that is unknown or
 * of the wrong type, and a ServiceError if there is neither a statement nor a cursor.
 *
 * sql.member-invalid, sql.body-format, sql.fetch-size-integer.
 */
function readSqlRequest(body: RequestBody | undefined) {
  const read = readDeclared(bodyPart(body, {}), endpoint, readers);
  const { query = '', cursor, params = [], filter, fetch_size, columnar } = read;
  if (cursor === undefined && query.trim() === '') {
    throw validationError(['one of [query] or [cursor] is required']);
  }
  return {
    text: query,
    cursor,
    params,
    filter,
    fetch_size,
    columnar,
    zone: read.time_zone,
    lenient: read.field_multi_value_leniency ?? false,
    request_timeout_ms: read.request_timeout ?? 90_000,
    pageTimeout_ms: read.page_timeout,
  };
}

/** Parses the body of a request to close a cursor and returns the cursor. Throws a ServiceError if there is none. */
function readCloseRequest(body: RequestBody | undefined): string {
  const { cursor } = readDeclared(bodyPart(body, {}), endpoint, { cursor: stringOf });
  if (cursor === undefined) throw validationError(['[cursor] is required']);
  return cursor;
}

function fetchSize(part: BodyPart, name: string): number {
  const { value } = part;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw wrongType(part, name, 'VALUE_NUMBER');
  }
  return value > 0 ? value : refuse('fetch_size must be more than 0');
}

function timeOf(part: BodyPart, name: string): number {
  const time_ms = parseTime(stringOf(part, name), name);
  return time_ms > 0 ? time_ms : refuse(`[${name}] must be greater than [0]`);
}

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
