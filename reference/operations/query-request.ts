import { isJsonObject, locationOf, locationOfValue } from '../base/json.ts';
import { ServiceError, validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import type { Approximation } from '../plan/approximation.ts';
import { readApproximation } from '../plan/approximation.ts';
import type { QueryParams } from '../query/params.ts';
import { readParams } from '../query/read-params.ts';
import type { BodyPart } from '../search/body.ts';
import { token } from '../search/body.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { Query } from '../search/query/query.ts';
import type { RequestBody } from './operation.ts';

/** A query and its options. */
export interface QueryCall {
  readonly text: string;
  readonly params: QueryParams;
  readonly filter: Query | undefined;
  readonly columnar: boolean;
  readonly zone: string;
  readonly locale: string;
  /** Undefined if STATS must be exact. */
  readonly approximation: Approximation | undefined;
}

/** An asynchronous query and its options. */
export interface AsyncQueryCall extends QueryCall {
  /** Undefined if the request does not specify it. */
  readonly wait_ms: number | undefined;
  readonly keepAlive_ms: number | undefined;
  /** True to store the result even if the first answer contains it. */
  readonly keep_on_completion: boolean;
}

/** A member of the body, its name, and the endpoint, for error messages. */
interface Member extends BodyPart {
  readonly name: string;
  readonly endpoint: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Reading = Mutable<AsyncQueryCall>;
type MemberReader = (request: Reading, member: Member) => void;

const readers: Readonly<Record<string, MemberReader>> = {
  query: (request, member) => {
    request.text = stringOf(member);
  },
  params: (request, member) => {
    request.params = readParams(member.value, member);
  },
  filter: (request, member) => {
    request.filter = parseQuery(member);
  },
  columnar: (request, member) => {
    request.columnar = booleanOf(member);
  },
  time_zone: (request, member) => {
    request.zone = wrapped(member, () => checkZone(stringOf(member)));
  },
  locale: (request, member) => {
    request.locale = wrapped(member, () => readLocale(stringOf(member)));
  },
  approximation: (request, member) => {
    request.approximation = wrapped(member, () => readApproximation(member.value));
  },
};

const asyncReaders: Readonly<Record<string, MemberReader>> = {
  ...readers,
  wait_for_completion_timeout: (request, member) => {
    request.wait_ms = wrapped(member, () => parseTime(stringOf(member), member.name));
  },
  keep_alive: (request, member) => {
    request.keepAlive_ms = wrapped(member, () => parseTime(stringOf(member), member.name));
  },
  keep_on_completion: (request, member) => {
    request.keep_on_completion = booleanOf(member);
  },
};

/**
 * Parses the body of a query. Throws a ServiceError with the position of an unknown member or one of the wrong type,
 * and a ServiceError if the query is absent or blank.
 *
 * query.query-required, query.query-null, query.member-invalid, query.body-not-json, query.time-zone-default-utc, query.time-zone-utc,
 * query.time-zone-offset,
 * query.time-zone-id, query.locale-default-en-us, query.locale-language, query.locale-language-region,
 * query.locale-case-insensitive, query.approximation-default-false, query.approximation-object,
 * query-filter.filter-default-none, query-filter.filter-invalid, async-query.members-on-sync.
 */
export function readQueryRequest(body: RequestBody | undefined): QueryCall {
  return readMembers(body, 'esql/query', readers);
}

/**
 * As `readQueryRequest`, with the members that only asynchronous requests have.
 *
 * async-query.post-query-required, async-query.post-members-of-query, async-query.post-body-in-yaml,
 * async-query.post-body-in-cbor, async-query.post-body-in-smile, async-query.wait-time,
 * async-query.keep-alive-time, async-query.time-invalid.
 */
export function readAsyncQueryRequest(body: RequestBody | undefined): AsyncQueryCall {
  return readMembers(body, 'esql/async_query', asyncReaders);
}

function readMembers(
  body: RequestBody | undefined,
  endpoint: string,
  known: Readonly<Record<string, MemberReader>>,
): AsyncQueryCall {
  const request = defaults();
  const text = body?.text() ?? '';
  const value = body?.json() ?? {};
  const root: Member = { value, text, path: [], name: '', endpoint };
  if (!isJsonObject(value)) throw problem(root, `Expected START_OBJECT but was: ${token(value)}`);
  for (const [name, sent] of Object.entries(value)) {
    const member = { ...root, value: sent, path: [name], name };
    const read = Object.hasOwn(known, name) ? known[name] : undefined;
    if (read === undefined) throw problem(member, `unknown field [${name}]`);
    read(request, member);
  }
  if (request.text.trim() === '') throw validationError(['[query] is required']);
  return request;
}

function defaults(): Reading {
  return {
    text: '',
    params: [],
    filter: undefined,
    columnar: false,
    zone: 'UTC',
    locale: 'en-US',
    approximation: undefined,
    wait_ms: undefined,
    keepAlive_ms: undefined,
    keep_on_completion: false,
  };
}

function stringOf(member: Member): string {
  if (typeof member.value === 'string') return member.value;
  throw wrongType(member);
}

function booleanOf(member: Member): boolean {
  const { value } = member;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw wrongType(member);
}

/** Returns the tag in its usual spelling. */
function readLocale(tag: string): string {
  const [language, region] = tag.split('-') as [string, string?];
  const usual =
    region === undefined
      ? language.toLowerCase()
      : `${language.toLowerCase()}-${region.toUpperCase()}`;
  const known =
    /^[a-z]{2}(?:-[A-Z]{2})?$/.test(usual) &&
    Intl.DateTimeFormat.supportedLocalesOf(usual).length > 0;
  if (known) return usual;
  throw new ServiceError(
    'illegal_argument_exception',
    `[${tag}] is not a known locale; use a language such as [en], or a language and a region such as [en-US]`,
  );
}

function wrongType(member: Member): ServiceError {
  const found = token(member.value);
  const place = locationOfValue(member.text, member.path);
  return new ServiceError(
    'x_content_parse_exception',
    `[${place}] [${member.endpoint}] ${member.name} doesn't support values of type: ${found}`,
  );
}

function problem(member: Member, reason: string): ServiceError {
  const place = locationOf(member.text, member.path);
  return new ServiceError('x_content_parse_exception', `[${place}] [${member.endpoint}] ${reason}`);
}

/** Reads a value; wraps a ServiceError in one that names the member and its location. */
function wrapped<T>(member: Member, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type === 'x_content_parse_exception') throw error;
    const place = locationOfValue(member.text, member.path);
    throw new ServiceError(
      'x_content_parse_exception',
      `[${place}] [${member.endpoint}] failed to parse field [${member.name}]`,
      { cause: { type: error.type, reason: error.reason } },
    );
  }
}
