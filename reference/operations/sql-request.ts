import type { JsonValue } from '../base/json.ts';
import { refuse, validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { Query } from '../search/query/weight.ts';
import type { Member, MemberReaders } from './body-members.ts';
import { problem, readMembers, stringOf, wrongType } from './body-members.ts';
import type { RequestBody } from './operation.ts';

/** A statement or a cursor, and its options. */
export interface SqlCall {
  /** The statement; empty if there is a cursor. */
  readonly text: string;
  readonly cursor: string | undefined;
  readonly params: readonly JsonValue[];
  readonly filter: Query | undefined;
  /** Undefined if the request does not specify it. */
  readonly fetch_size: number | undefined;
  readonly columnar: boolean | undefined;
  readonly zone: string | undefined;
  readonly lenient: boolean;
  readonly request_timeout_ms: number;
  readonly pageTimeout_ms: number | undefined;
}

const endpoint = 'sql/query';
const notAsynchronous = unsupported('statements cannot run asynchronously');

const readers: MemberReaders<SqlCall> = {
  query: (member) => ({ text: stringOf(member) }),
  cursor: (member) => ({ cursor: stringOf(member) }),
  params: (member) => ({
    params: Array.isArray(member.value) ? member.value : wrongType(member),
  }),
  filter: (member) => ({ filter: parseQuery(member) }),
  fetch_size: (member) => ({ fetch_size: fetchSize(member) }),
  columnar: (member) => ({ columnar: booleanOf(member) }),
  time_zone: (member) => ({ zone: checkZone(stringOf(member)) }),
  field_multi_value_leniency: (member) => ({ lenient: booleanOf(member) }),
  request_timeout: (member) => ({ request_timeout_ms: timeOf(member) }),
  page_timeout: (member) => ({ pageTimeout_ms: timeOf(member) }),
  index_using_frozen: ignored,
  index_include_frozen: ignored,
  allow_partial_search_results: ignored,
  wait_for_completion_timeout: notAsynchronous,
  keep_on_completion: notAsynchronous,
  keep_alive: notAsynchronous,
  runtime_mappings: unsupported('a request cannot define fields'),
  catalog: unsupported('there are no other clusters'),
};

const defaults: SqlCall = {
  text: '',
  cursor: undefined,
  params: [],
  filter: undefined,
  fetch_size: undefined,
  columnar: undefined,
  zone: undefined,
  lenient: false,
  request_timeout_ms: 90_000,
  pageTimeout_ms: undefined,
};

/**
 * Parses the body of an SQL request. Throws a ServiceError with the position of a member that is unknown, not
 * implemented or of the wrong type, and a ServiceError if there is neither a statement nor a cursor.
 *
 * sql.member-invalid, sql.body-format, sql.fetch-size-integer.
 */
export function readSqlRequest(body: RequestBody | undefined): SqlCall {
  const call = readMembers(body, { endpoint, readers, defaults });
  if (call.cursor === undefined && call.text.trim() === '') {
    throw validationError(['one of [query] or [cursor] is required']);
  }
  return call;
}

/** Parses the body of a request to close a cursor and returns the cursor. Throws a ServiceError if there is none. */
export function readCloseRequest(body: RequestBody | undefined): string {
  const known: MemberReaders<Pick<SqlCall, 'cursor'>> = {
    cursor: (member) => ({ cursor: stringOf(member) }),
  };
  const { cursor } = readMembers(body, {
    endpoint,
    readers: known,
    defaults: { cursor: undefined },
  });
  if (cursor === undefined) throw validationError(['[cursor] is required']);
  return cursor;
}

/** Returns the reader of a member for a feature that this server does not implement. */
function unsupported(why: string) {
  return (member: Member): never => {
    throw problem(member, `[${member.name}] is not supported: ${why}`);
  };
}

/** Reads a member that makes no difference. */
function ignored(member: Member): Partial<SqlCall> {
  booleanOf(member);
  return {};
}

function booleanOf(member: Member): boolean {
  return typeof member.value === 'boolean' ? member.value : wrongType(member);
}

function fetchSize(member: Member): number {
  const { value } = member;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return wrongType(member);
  return value > 0 ? value : refuse('fetch_size must be more than 0');
}

function timeOf(member: Member): number {
  const time_ms = parseTime(stringOf(member), member.name);
  return time_ms > 0 ? time_ms : refuse(`[${member.name}] must be greater than [0]`);
}
