import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { ServiceError, refuse } from '../base/service-error.ts';
import type { BodyPart } from './body.ts';
import {
  badField,
  booleanOf,
  integerOf,
  declaredMembers,
  parsingError,
  stringOf,
  token,
} from './body.ts';
import type {
  FieldRequest,
  SearchRequest,
  SourceFilter,
  PitReference,
  Slice,
} from './search-request.ts';
import { parseSortParameter } from './sort/parse-sort.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * Merges the parameters of the query string into a request. Throws a ServiceError with name and value of an invalid
 * parameter.
 */
export function withParameters(request: SearchRequest, parameters: Parameters): SearchRequest {
  const { sort, scroll } = parameters;
  return {
    ...request,
    ...pageOf(request, parameters),
    sort: sort === undefined ? request.sort : parseSortParameter(sort),
    scroll: scroll ?? request.scroll,
    track_scores: flag(parameters, 'track_scores') ?? request.track_scores,
    version: flag(parameters, 'version') ?? request.version,
    seq_no_primary_term: flag(parameters, 'seq_no_primary_term') ?? request.seq_no_primary_term,
    request_cache: flag(parameters, 'request_cache') ?? request.request_cache,
    source: sourceOf(parameters) ?? request.source,
    docvalue_fields: docvaluesOf(parameters) ?? request.docvalue_fields,
  };
}

type PageMembers = 'from' | 'size' | 'track_total_hits' | 'terminate_after';

function pageOf(request: SearchRequest, parameters: Parameters): Pick<SearchRequest, PageMembers> {
  const total = parameters['track_total_hits'];
  const from = integer(parameters, 'from');
  const size = integer(parameters, 'size');
  const limit = integer(parameters, 'terminate_after');
  return {
    from: from === undefined ? request.from : parseFromParameter(from),
    size: size === undefined ? request.size : parseSize(size),
    track_total_hits:
      total === undefined
        ? request.track_total_hits
        : parseTrackTotalHits({ value: total, text: '', path: [] }),
    terminate_after: limit === undefined ? request.terminate_after : terminateAfter(limit),
  };
}

function integer(parameters: Parameters, name: string): number | undefined {
  const text = parameters[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && Math.abs(value) < 2 ** 31) return value;
  throw new ServiceError(
    'illegal_argument_exception',
    `Failed to parse int parameter [${name}] with value [${text}]`,
    { cause: { type: 'number_format_exception', reason: `For input string: "${text}"` } },
  );
}

function flag(parameters: Parameters, name: string): boolean | undefined {
  const text = parameters[name];
  if (text === undefined) return undefined;
  if (text === 'true' || text === '') return true;
  if (text === 'false') return false;
  return refuse(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

function sourceOf(parameters: Parameters): SourceFilter | boolean | undefined {
  const source = parameters['_source'];
  const includes = parameters['_source_includes'];
  const excludes = parameters['_source_excludes'];
  if (source === 'false') return false;
  if (includes !== undefined || excludes !== undefined) {
    return { includes: split(includes), excludes: split(excludes) };
  }
  if (source === undefined) return undefined;
  return source === 'true' || source === '' ? true : { includes: split(source), excludes: [] };
}

function docvaluesOf(parameters: Parameters): readonly FieldRequest[] | undefined {
  const text = parameters['docvalue_fields'];
  return text === undefined
    ? undefined
    : split(text).map((field) => ({ field, format: undefined }));
}

function split(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(',').filter((name) => name !== '');
}

/**
 * Takes `from`, the number of hits to skip; -1 means that it is not set, and is allowed with `search_after`. Smaller
 * numbers are refused.
 *
 * Clauses: search-after.from-zero, search-after.from-minus-one, search-after.from-below-minus-one-refused.
 */
export function parseFrom(from: number): number {
  if (from < -1) return refuse(`[from] parameter cannot be negative but was [${from}]`);
  return Math.max(0, from);
}

/** Takes the query parameter `from`, in which -1 has no meaning of its own. */
function parseFromParameter(from: number): number {
  if (from < 0) return refuse(`[from] parameter cannot be negative but was [${from}]`);
  return from;
}

/** Takes `size`: the maximum number of hits, at least 0. */
export function parseSize(size: number): number {
  return size < 0 ? refuse(`[size] parameter cannot be negative, found [${size}]`) : size;
}

/** Takes `terminate_after`: the number of documents after which a shard stops; 0 means never. */
export function terminateAfter(count: number): number {
  return count < 0 ? refuse('terminateAfter must be > 0') : count;
}

/** Reads `search_after`: an array with the sort values at which the page before ended. */
export function parseSearchAfter(part: BodyPart): readonly JsonValue[] {
  const { value } = part;
  if (!Array.isArray(value)) {
    throw parsingError(
      part,
      `Expected [START_ARRAY] in [search_after] but found [${token(value)}]`,
    );
  }
  if (value.length === 0) return refuse('Values must contains at least one value.');
  return value.map((element: JsonValue, at) => {
    if (Array.isArray(element) || isJsonObject(element)) {
      throw parsingError(
        { ...part, value: element, path: [...part.path, at] },
        `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${token(element)}] inside search_after.`,
      );
    }
    return element;
  });
}

/** Takes `track_total_hits`: true, false, or the limit of exact counting; -1 is the same as false. */
export function parseTrackTotalHits(part: BodyPart): boolean | number {
  const { value } = part;
  if (value === true || value === false || value === 'true' || value === 'false') {
    return booleanOf(part, 'track_total_hits');
  }
  const limit = integerOf(part, 'track_total_hits');
  if (limit < -1) {
    return refuse(`[track_total_hits] parameter must be positive or equals to -1, got ${limit}`);
  }
  return limit === -1 ? false : limit;
}

/**
 * Takes `pit`: `{id, keep_alive}`.
 *
 * Clauses: point-in-time.search-without-keep-alive.
 */
export function parsePit(part: BodyPart): PitReference {
  const { id, keep_alive: keepAlive } = declaredMembers(part, 'pit', ['id', 'keep_alive']);
  if (id === undefined) return refuse('point in time id is not provided');
  return {
    id: stringOf(id, 'id'),
    keep_alive: keepAlive === undefined ? undefined : stringOf(keepAlive, 'keep_alive'),
  };
}

/**
 * Takes `slice`: `{id, max, field}`, with 0 ≤ id < max and max > 1. Strings are accepted as numbers.
 *
 * Clauses: slice.id-not-below-max, slice.max-of-one.
 */
export function parseSlice(part: BodyPart): Slice {
  const members = declaredMembers(part, 'slice', ['id', 'max', 'field']);
  const number = (name: string): number => {
    const member = members[name];
    if (member === undefined) throw badField(part, ['slice', name], `[${name}] must be provided`);
    return integerOf(member, name);
  };
  const id = number('id');
  const max = number('max');
  const { field } = members;
  if (id < 0)
    throw badField(members['id'] ?? part, ['slice', 'id'], 'id must be greater than or equal to 0');
  if (max <= 1)
    throw badField(members['max'] ?? part, ['slice', 'max'], 'max must be greater than 1');
  if (id >= max)
    throw badField(members['max'] ?? part, ['slice', 'max'], 'max must be greater than id');
  return { id, max, field: field === undefined ? undefined : stringOf(field, 'field') };
}
