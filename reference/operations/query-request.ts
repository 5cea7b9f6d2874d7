import { checkLocale } from '../base/dates/locale-names.ts';
import { validationError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { parseTime } from '../base/units.ts';
import { checkApproximation } from '../plan/approximation.ts';
import { readParams } from '../query/read-params.ts';
import type { BodyPart, Read, Reader } from '../base/body.ts';
import { booleanOf, inField, readDeclared, stringOf } from '../base/body.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import type { RequestBody } from './operation.ts';
import { bodyPart } from './request-parts.ts';

/** Returns the reader of a text that has a meaning of its own. */
function meaning<T>(read: (text: string, name: string) => T): Reader<T> {
  return (part, name) => {
    const text = stringOf(part, name);
    return inField(part, `failed to parse field [${name}]`, () => read(text, name));
  };
}

const readers = {
  query: stringOf,
  params: (part: BodyPart) => readParams(part.value, part),
  filter: parseQuery,
  columnar: booleanOf,
  time_zone: meaning(checkZone),
  locale: meaning(checkLocale),
  approximation: (part: BodyPart) =>
    inField(part, 'failed to parse field [approximation]', () => checkApproximation(part.value)),
};

const asyncReaders = {
  ...readers,
  wait_for_completion_timeout: meaning(parseTime),
  keep_alive: meaning(parseTime),
  // Every query is kept.
  keep_on_completion: booleanOf,
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
export function readQueryRequest(body: RequestBody | undefined) {
  return callOf(readDeclared(bodyPart(body, {}), 'esql/query', readers));
}

/**
 * As `readQueryRequest`, with the members that only asynchronous requests have.
 *
 * async-query.post-query-required, async-query.post-members-of-query, async-query.post-body-in-yaml,
 * async-query.post-body-in-cbor, async-query.post-body-in-smile, async-query.wait-time,
 * async-query.keep-alive-time, async-query.time-invalid.
 */
export function readAsyncQueryRequest(body: RequestBody | undefined) {
  const read = readDeclared(bodyPart(body, {}), 'esql/async_query', asyncReaders);
  return {
    ...callOf(read),
    wait_ms: read.wait_for_completion_timeout,
    keepAlive_ms: read.keep_alive,
  };
}

/** A query and its options. */
export type QueryCall = ReturnType<typeof callOf>;

function callOf(read: Read<typeof readers>) {
  const { query = '', params = [], filter, columnar = false } = read;
  if (query.trim() === '') throw validationError(['[query] is required']);
  const { time_zone: zone = 'UTC', locale = 'en-US' } = read;
  return { text: query, params, filter, columnar, zone, locale };
}
