import { refuse, validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import type { BodyPart } from '../base/body.ts';
import { listOf, readDeclared, stringOf, wrongType } from '../base/body.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { RequestBody } from './operation.ts';
import { bodyPart } from './request-parts.ts';

const endpoint = 'sql/query';

const readers = {
  query: stringOf,
  cursor: stringOf,
  params: (part: BodyPart, name: string) => listOf(part, name).map(({ value }) => value),
  filter: parseQuery,
  fetch_size: fetchSize,
  columnar: flagOf,
  time_zone: (part: BodyPart, name: string) => checkZone(stringOf(part, name)),
  field_multi_value_leniency: flagOf,
  request_timeout: timeOf,
  page_timeout: timeOf,
};

/** A statement or a cursor, and its options; undefined ones are not in the request. */
export type SqlCall = ReturnType<typeof readSqlRequest>;

/**
 * Parses the body of an SQL request. Throws a ServiceError with the position of a member that is unknown or
 * of the wrong type, and a ServiceError if there is neither a statement nor a cursor.
 *
 * sql.member-invalid, sql.body-format, sql.fetch-size-integer.
 */
export function readSqlRequest(body: RequestBody | undefined) {
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
export function readCloseRequest(body: RequestBody | undefined): string {
  const { cursor } = readDeclared(bodyPart(body, {}), endpoint, { cursor: stringOf });
  if (cursor === undefined) throw validationError(['[cursor] is required']);
  return cursor;
}

function flagOf(part: BodyPart, name: string): boolean {
  if (typeof part.value === 'boolean') return part.value;
  throw wrongType(part, name, 'VALUE_BOOLEAN');
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
