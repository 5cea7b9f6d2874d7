import type { JsonValue } from '../base/json.ts';
import { outside } from '../base/outside.ts';
import type { ServiceError } from '../base/service-error.ts';
import { refuse } from '../base/service-error.ts';
import { parseTime, splitList } from '../base/units.ts';
import { parseAggregations } from './aggregations/parse-aggregations.ts';
import type { BodyPart, Reader } from '../base/body.ts';
import {
  booleanOf,
  illegalAt,
  isObjectPart,
  listOf,
  membersOf,
  numberOf,
  parsingError,
  readDeclared,
  readMembers,
  stringOf,
  stringsOf,
  token,
  textsOf,
} from '../base/body.ts';
import { sourceIn } from './filter-source.ts';
import {
  parseFrom,
  parsePit,
  parseSearchAfter,
  parseSize,
  parseSlice,
  parseTerminateAfter,
  parseTrackTotalHits,
} from './parse-paging.ts';
import { matchAll, parseQuery } from './query/parse-query.ts';
import type { FieldRequest, SearchRequest, SourceFilter } from './search-request.ts';
import { parseSort, parseSortParameter } from './sort/parse-sort.ts';

/** The request of a search that says nothing. */
const defaults: SearchRequest = {
  query: matchAll,
  from: 0,
  size: 10,
  track_scores: false,
  terminate_after: 0,
  aggregations: new Map(),
  source: true,
  fields: [],
  docvalue_fields: [],
  version: false,
  seq_no_primary_term: false,
};

/** search.other-members, search.source-selection: the readers of the members of a body; any other member is refused. */
const members = {
  query: parseQuery,
  post_filter: parseQuery,
  from: parseFrom,
  size: parseSize,
  sort: parseSort,
  search_after: parseSearchAfter,
  pit: parsePit,
  slice: parseSlice,
  track_total_hits: parseTrackTotalHits,
  track_scores: booleanOf,
  // Scores are 32-bit floats, so that a score that was shown is not below itself.
  min_score: (part: BodyPart, name: string) => Math.fround(numberOf(part, name)),
  terminate_after: parseTerminateAfter,
  aggs: parseAggregations,
  aggregations: parseAggregations,
  _source: parseSource,
  fields: parseFields,
  docvalue_fields: parseFields,
  stored_fields: parseStoredFields,
  version: booleanOf,
  seq_no_primary_term: booleanOf,
  timeout: (part: BodyPart, name: string) => void parseTime(stringOf(part, name), name),
  stats: (part: BodyPart, name: string) => void textsOf(part, name),
  explain: refuseTrue,
  profile: refuseTrue,
  rescore: () => refuse('[rescore] is outside the interface; leave it out'),
  collapse: () =>
    refuse('[collapse] is outside the interface; group hits with the aggregation [terms]'),
};

/**
 * Parses a search: its body (undefined if there is none), the text of the body, and the query string, whose parameters
 * take precedence. Throws a ServiceError with the location of an unknown member, a wrong type, or a value out of range.
 *
 * Clauses: search.no-query-matches-all, from-size.from-default, from-size.size-default, scroll.size-default.
 */
export function parseSearchRequest(
  body: JsonValue | undefined,
  text: string,
  parameters: Readonly<Record<string, string | undefined>>,
): SearchRequest {
  const part = { value: body ?? {}, text, path: [] };
  for (const [name, member] of membersOf(part, 'search')) {
    if (!Object.hasOwn(members, name)) throw unservedMember(member, name);
  }
  const { aggs, stored_fields, _source, ...read } = readMembers(part, 'search', members);
  const { aggregations = aggs, ...given } = read;
  const source = sourceIn(parameters) ?? _source ?? stored_fields;
  return withDefaults({ ...given, aggregations, source, ...parametersOf(parameters) });
}

type Given = { readonly [Name in keyof SearchRequest]?: SearchRequest[Name] | undefined };

function withDefaults(given: Given): SearchRequest {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(present) };
}

/** Members of the description that are refused unless they ask for nothing. */
const refused = ['explain', 'profile', 'rescore', 'collapse'];

function unservedMember(part: BodyPart, name: string): ServiceError {
  const served = Object.keys(members).filter((each) => !refused.includes(each));
  return parsingError(
    part,
    `Unknown key for a ${token(part.value)} in [${name}]${outside('search', name, served)}`,
  );
}

function refuseTrue(part: BodyPart, name: string): void {
  if (booleanOf(part, name)) refuse(`[${name}] is outside the interface; leave it out`);
}

/** A parameter without a value is true. */
const flagOf: Reader<boolean> = (part, name) => part.value === '' || booleanOf(part, name);

/** The readers of parameters, which the server has checked by their description. */
const parameterReaders: Readonly<Record<string, Reader<unknown>>> = {
  // Only in a body -1 means that it is not set.
  from: (part, name) => parseFrom(part, name, 0),
  size: parseSize,
  sort: (part, name) => parseSortParameter(stringOf(part, name)),
  scroll: stringOf,
  track_total_hits: parseTrackTotalHits,
  terminate_after: parseTerminateAfter,
  track_scores: flagOf,
  version: flagOf,
  seq_no_primary_term: flagOf,
  request_cache: flagOf,
  docvalue_fields: (part, name) => splitList(stringOf(part, name)).map((field) => ({ field })),
};

type Parameters = Readonly<Record<string, string | undefined>>;

function parametersOf(parameters: Parameters): Given {
  const read = Object.entries(parameterReaders).flatMap(([name, reader]) => {
    const value = parameters[name];
    return value === undefined ? [] : [[name, reader({ value, text: '', path: [] }, name)]];
  });
  return Object.fromEntries(read) as Given;
}

function parseSource(part: BodyPart): SourceFilter | boolean {
  if (typeof part.value === 'boolean') return part.value;
  if (part.value === 'true' || part.value === 'false') return part.value === 'true';
  if (!isObjectPart(part)) return { includes: stringsOf(part, '_source'), excludes: [] };
  const read = readMembers(part, '_source', { includes: stringsOf, excludes: stringsOf });
  return { includes: read.includes ?? [], excludes: read.excludes ?? [] };
}

/** Reads `stored_fields`; without `_source` among them hits show none. */
function parseStoredFields(part: BodyPart, name: string): false | undefined {
  const names = stringsOf(part, name);
  if (names.includes('_none_')) {
    throw illegalAt(part, '[stored_fields] cannot be [_none_]: hits always have an id');
  }
  return names.includes('_source') ? undefined : false;
}

const fieldMembers = { field: stringOf, format: stringOf };

function parseFields(part: BodyPart, what: string): readonly FieldRequest[] {
  return listOf(part, what).map((element) => {
    if (!isObjectPart(element)) return { field: stringOf(element, what) };
    const { field, format } = readDeclared(element, 'fetch_field_and_format', fieldMembers);
    if (field === undefined) throw parsingError(element, `Required [field] in [${what}]`);
    return { field, format };
  });
}
