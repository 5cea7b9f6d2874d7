import type { JsonValue } from '../base/json.ts';
import { outside } from '../base/outside.ts';
import type { ServiceError } from '../base/service-error.ts';
import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';
import { parseAggregations } from './aggregations/parse-aggregations.ts';
import type { BodyPart } from './body.ts';
import {
  booleanOf,
  illegalAt,
  integerOf,
  isObjectPart,
  declaredMembers,
  knownMembers,
  listOf,
  membersOf,
  numberOf,
  parsingError,
  stringOf,
  stringsOf,
  token,
} from './body.ts';
import {
  parseFrom,
  parsePit,
  parseSearchAfter,
  parseSize,
  parseSlice,
  parseTrackTotalHits,
  terminateAfter,
  withParameters,
} from './parse-paging.ts';
import { parseQuery } from './query/parse-query.ts';
import { matchAll } from './query/query.ts';
import type { FieldRequest, SearchRequest, SourceFilter } from './search-request.ts';
import { parseSort } from './sort/parse-sort.ts';

type Reading = { -readonly [Name in keyof SearchRequest]: SearchRequest[Name] };

/** The default page size. */
const defaultSize = 10;

function defaults(): Reading {
  return {
    query: matchAll,
    post_filter: undefined,
    from: 0,
    size: defaultSize,
    sort: undefined,
    search_after: undefined,
    pit: undefined,
    slice: undefined,
    track_total_hits: undefined,
    track_scores: false,
    min_score: undefined,
    terminate_after: 0,
    aggregations: new Map(),
    source: true,
    fields: [],
    docvalue_fields: [],
    version: false,
    seq_no_primary_term: false,
    scroll: undefined,
    request_cache: undefined,
    rescore: false,
    collapse: false,
  };
}

/**
 * search.other-members, search.source-selection: the functions that apply the members of the body to the request, by
 * name; any other member is refused.
 */
const readers: Readonly<Record<string, (request: Reading, part: BodyPart) => void>> = {
  query: (request, part) => {
    request.query = parseQuery(part);
  },
  post_filter: (request, part) => {
    request.post_filter = parseQuery(part);
  },
  from: (request, part) => {
    request.from = parseFrom(integerOf(part, 'from'));
  },
  size: (request, part) => {
    request.size = parseSize(integerOf(part, 'size'));
  },
  sort: (request, part) => {
    request.sort = parseSort(part);
  },
  search_after: (request, part) => {
    request.search_after = parseSearchAfter(part);
  },
  pit: (request, part) => {
    request.pit = parsePit(part);
  },
  slice: (request, part) => {
    request.slice = parseSlice(part);
  },
  track_total_hits: (request, part) => {
    request.track_total_hits = parseTrackTotalHits(part);
  },
  track_scores: (request, part) => {
    request.track_scores = booleanOf(part, 'track_scores');
  },
  min_score: (request, part) => {
    // Scores are 32-bit floats, so that a score that was shown is not below itself.
    request.min_score = Math.fround(numberOf(part, 'min_score'));
  },
  terminate_after: (request, part) => {
    request.terminate_after = terminateAfter(integerOf(part, 'terminate_after'));
  },
  aggs: readAggregations,
  aggregations: readAggregations,
  _source: (request, part) => {
    request.source = parseSource(part);
  },
  fields: (request, part) => {
    request.fields = parseFields(part, 'fields');
  },
  docvalue_fields: (request, part) => {
    request.docvalue_fields = parseFields(part, 'docvalue_fields');
  },
  stored_fields: (request, part) => {
    const names = stringsOf(part, 'stored_fields');
    if (names.includes('_none_')) {
      throw illegalAt(part, '[stored_fields] cannot be [_none_]: hits always have an id');
    }
    if (!names.includes('_source')) request.source = false;
  },
  version: (request, part) => {
    request.version = booleanOf(part, 'version');
  },
  seq_no_primary_term: (request, part) => {
    request.seq_no_primary_term = booleanOf(part, 'seq_no_primary_term');
  },
  timeout: (_, part) => {
    parseTime(stringOf(part, 'timeout'), 'timeout');
  },
  stats: (_, part) => {
    for (const group of listOf(part, 'stats')) stringOf(group, 'stats');
  },
  explain: refuseTrue('explain'),
  profile: refuseTrue('profile'),
  rescore: (request) => {
    request.rescore = true;
  },
  collapse: (request) => {
    request.collapse = true;
  },
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
  const request = defaults();
  if (body !== undefined) {
    for (const [name, part] of membersOf({ value: body, text, path: [] }, 'search')) {
      const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
      if (read === undefined) {
        throw unservedMember(part, name);
      }
      read(request, part);
    }
  }
  return withParameters(request, parameters);
}

/** Members of the description that are refused unless they ask for nothing. */
const refused = ['explain', 'profile', 'rescore', 'collapse'];

function unservedMember(part: BodyPart, name: string): ServiceError {
  const served = Object.keys(readers).filter((each) => !refused.includes(each));
  return parsingError(
    part,
    `Unknown key for a ${token(part.value)} in [${name}]${outside('search', name, served)}`,
  );
}

function readAggregations(request: Reading, part: BodyPart): void {
  request.aggregations = parseAggregations(part);
}

function refuseTrue(name: string): (request: Reading, part: BodyPart) => void {
  return (_, part) => {
    if (booleanOf(part, name)) refuse(`[${name}] is outside the interface; leave it out`);
  };
}

function parseSource(part: BodyPart): SourceFilter | boolean {
  if (typeof part.value === 'boolean') return part.value;
  if (part.value === 'true' || part.value === 'false') return part.value === 'true';
  if (!isObjectPart(part)) return { includes: stringsOf(part, '_source'), excludes: [] };
  const known = ['includes', 'include', 'excludes', 'exclude'];
  const members = knownMembers(part, '_source', known);
  const includes = members['includes'] ?? members['include'];
  const excludes = members['excludes'] ?? members['exclude'];
  return {
    includes: includes === undefined ? [] : stringsOf(includes, 'includes'),
    excludes: excludes === undefined ? [] : stringsOf(excludes, 'excludes'),
  };
}

function parseFields(part: BodyPart, what: string): readonly FieldRequest[] {
  return listOf(part, what).map((element) => {
    if (!isObjectPart(element)) return { field: stringOf(element, what), format: undefined };
    const { field, format } = declaredMembers(element, 'fetch_field_and_format', [
      'field',
      'format',
      'include_unmapped',
    ]);
    if (field === undefined) throw parsingError(element, `Required [field] in [${what}]`);
    return {
      field: stringOf(field, 'field'),
      format: format === undefined ? undefined : stringOf(format, 'format'),
    };
  });
}
