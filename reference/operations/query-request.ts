import { checkLocale } from '../base/dates/locale-names.ts';
import { validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import { checkApproximation } from '../plan/approximation.ts';
import type { QueryParams } from '../query/params.ts';
import { readParams } from '../query/read-params.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { Query } from '../search/query/weight.ts';
import type { Member, MemberReaders } from './body-members.ts';
import { readMembers, stringOf, wrapped, wrongType } from './body-members.ts';
import type { RequestBody } from './operation.ts';

/** A query and its options. */
export interface QueryCall {
  readonly text: string;
  readonly params: QueryParams;
  readonly filter: Query | undefined;
  readonly columnar: boolean;
  readonly zone: string;
  readonly locale: string;
}

/** An asynchronous query and its options. */
export interface AsyncQueryCall extends QueryCall {
  /** Undefined if the request does not specify it. */
  readonly wait_ms: number | undefined;
  readonly keepAlive_ms: number | undefined;
  /** True to store the result even if the first answer contains it. */
  readonly keep_on_completion: boolean;
}

const readers: MemberReaders<QueryCall> = {
  query: (member) => ({ text: stringOf(member) }),
  params: (member) => ({ params: readParams(member.value, member) }),
  filter: (member) => ({ filter: parseQuery(member) }),
  columnar: (member) => ({ columnar: booleanOf(member) }),
  time_zone: (member) => ({ zone: wrapped(member, () => checkZone(stringOf(member))) }),
  locale: (member) => ({ locale: wrapped(member, () => checkLocale(stringOf(member))) }),
  approximation(member) {
    wrapped(member, () => checkApproximation(member.value));
    return {};
  },
};

const asyncReaders: MemberReaders<AsyncQueryCall> = {
  ...readers,
  wait_for_completion_timeout: (member) => ({ wait_ms: timeOf(member) }),
  keep_alive: (member) => ({ keepAlive_ms: timeOf(member) }),
  keep_on_completion: (member) => ({ keep_on_completion: booleanOf(member) }),
};

const defaults: QueryCall = {
  text: '',
  params: [],
  filter: undefined,
  columnar: false,
  zone: 'UTC',
  locale: 'en-US',
};

const asyncDefaults: AsyncQueryCall = {
  ...defaults,
  wait_ms: undefined,
  keepAlive_ms: undefined,
  keep_on_completion: false,
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
  return withText(readMembers(body, { endpoint: 'esql/query', readers, defaults }));
}

/**
 * As `readQueryRequest`, with the members that only asynchronous requests have.
 *
 * async-query.post-query-required, async-query.post-members-of-query, async-query.post-body-in-yaml,
 * async-query.post-body-in-cbor, async-query.post-body-in-smile, async-query.wait-time,
 * async-query.keep-alive-time, async-query.time-invalid.
 */
export function readAsyncQueryRequest(body: RequestBody | undefined): AsyncQueryCall {
  const form = { readers: asyncReaders, defaults: asyncDefaults };
  return withText(readMembers(body, { endpoint: 'esql/async_query', ...form }));
}

function withText<T extends QueryCall>(request: T): T {
  if (request.text.trim() === '') throw validationError(['[query] is required']);
  return request;
}

function booleanOf(member: Member): boolean {
  const { value } = member;
  if (typeof value === 'boolean') return value;
  return value === 'true' || value === 'false' ? value === 'true' : wrongType(member);
}

function timeOf(member: Member): number {
  return wrapped(member, () => parseTime(stringOf(member), member.name));
}
