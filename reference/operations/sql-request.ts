import type { JsonValue } from '../base/json.ts';
import { isJsonObject, locationOf, locationOfValue } from '../base/json.ts';
import { refuse, ServiceError, validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import type { BodyPart } from '../search/body.ts';
import { token } from '../search/body.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { Query } from '../search/query/query.ts';
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

type Reading = { -readonly [K in keyof SqlCall]: SqlCall[K] };
type MemberReader = (call: Reading, part: BodyPart, name: string) => void;

const defaultRequestTimeout_ms = 90_000;

/** Members for features that this server does not implement, with the reason shown in the error. */
const unsupported: Readonly<Record<string, string>> = {
  wait_for_completion_timeout: 'statements cannot run asynchronously',
  keep_on_completion: 'statements cannot run asynchronously',
  keep_alive: 'statements cannot run asynchronously',
  runtime_mappings: 'a request cannot define fields',
  catalog: 'there are no other clusters',
};

const readers: Readonly<Record<string, MemberReader>> = {
  query: (call, part, name) => {
    call.text = stringOf(part, name);
  },
  cursor: (call, part, name) => {
    call.cursor = stringOf(part, name);
  },
  params: (call, part, name) => {
    call.params = Array.isArray(part.value) ? part.value : wrongType(part, name);
  },
  filter: (call, part) => {
    call.filter = parseQuery(part);
  },
  fetch_size: (call, part, name) => {
    const { value } = part;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return wrongType(part, name);
    call.fetch_size = value > 0 ? value : refuse('fetch_size must be more than 0');
    return undefined;
  },
  columnar: (call, part, name) => {
    call.columnar = booleanOf(part, name);
  },
  time_zone: (call, part, name) => {
    call.zone = checkZone(stringOf(part, name));
  },
  field_multi_value_leniency: (call, part, name) => {
    call.lenient = booleanOf(part, name);
  },
  request_timeout: (call, part, name) => {
    call.request_timeout_ms = timeOf(part, name);
  },
  page_timeout: (call, part, name) => {
    call.pageTimeout_ms = timeOf(part, name);
  },
  index_using_frozen: (_, part, name) => void booleanOf(part, name),
  index_include_frozen: (_, part, name) => void booleanOf(part, name),
  allow_partial_search_results: (_, part, name) => void booleanOf(part, name),
};

/**
 * Parses the body of an SQL request. Throws a ServiceError with the position of a member that is unknown, not
 * implemented or of the wrong type, and a ServiceError if there is neither a statement nor a cursor.
 *
 * sql.member-invalid, sql.body-format, sql.fetch-size-integer.
 */
export function readSqlRequest(body: RequestBody | undefined): SqlCall {
  const root: BodyPart = { value: body?.json() ?? {}, text: body?.text() ?? '', path: [] };
  if (!isJsonObject(root.value)) {
    throw problem(root, `Expected START_OBJECT but was: ${token(root.value)}`);
  }
  const call: Reading = {
    text: '',
    cursor: undefined,
    params: [],
    filter: undefined,
    fetch_size: undefined,
    columnar: undefined,
    zone: undefined,
    lenient: false,
    request_timeout_ms: defaultRequestTimeout_ms,
    pageTimeout_ms: undefined,
  };
  for (const [name, value] of Object.entries(root.value)) {
    const part = { ...root, value, path: [name] };
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) throw unknownMember(part, name);
    read(call, part, name);
  }
  if (call.cursor === undefined && call.text.trim() === '') {
    throw validationError(['one of [query] or [cursor] is required']);
  }
  return call;
}

/** Parses the body of a request to close a cursor and returns the cursor. Throws a ServiceError if there is none. */
export function readCloseRequest(body: RequestBody | undefined): string {
  const root: BodyPart = { value: body?.json() ?? {}, text: body?.text() ?? '', path: [] };
  const members = isJsonObject(root.value) ? root.value : {};
  for (const [name, value] of Object.entries(members)) {
    const part = { ...root, value, path: [name] };
    if (name !== 'cursor') throw problem(part, `unknown field [${name}]`);
  }
  const { cursor } = members;
  if (cursor === undefined) throw validationError(['[cursor] is required']);
  return stringOf({ ...root, value: cursor, path: ['cursor'] }, 'cursor');
}

function unknownMember(part: BodyPart, name: string): ServiceError {
  const why = Object.hasOwn(unsupported, name) ? unsupported[name] : undefined;
  return problem(
    part,
    why === undefined ? `unknown field [${name}]` : `[${name}] is not supported: ${why}`,
  );
}

function stringOf(part: BodyPart, name: string): string {
  return typeof part.value === 'string' ? part.value : wrongType(part, name);
}

function booleanOf(part: BodyPart, name: string): boolean {
  return typeof part.value === 'boolean' ? part.value : wrongType(part, name);
}

function timeOf(part: BodyPart, name: string): number {
  const time_ms = parseTime(stringOf(part, name), name);
  return time_ms > 0 ? time_ms : refuse(`[${name}] must be greater than [0]`);
}

function wrongType(part: BodyPart, name: string): never {
  const place = locationOfValue(part.text, part.path);
  throw new ServiceError(
    'x_content_parse_exception',
    `[${place}] [sql/query] ${name} doesn't support values of type: ${token(part.value)}`,
  );
}

function problem(part: BodyPart, reason: string): ServiceError {
  const place = locationOf(part.text, part.path);
  return new ServiceError('x_content_parse_exception', `[${place}] [sql/query] ${reason}`);
}
