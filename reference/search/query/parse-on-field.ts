import { checkDateFormat } from '../../base/dates/dates.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { checkZone } from '../../base/time-zone.ts';
import type { BodyPart } from '../body.ts';
import {
  booleanOf,
  choiceOf,
  illegalAt,
  isObjectPart,
  knownMembers,
  membersOf,
  numberOf,
  parsingError,
  soleMember,
  soughtValue,
  stringOf,
  token,
  integerOf,
  stringOrIntegerOf,
} from '../body.ts';
import type { Query, RangeBound } from './query.ts';

/** Parses `{"term": {"field": value}}`, or the long form with `{"value": …, "boost": …, "case_insensitive": …}`. */
export function parseTerm(part: BodyPart): Query {
  const [field, body] = soleMember(part, 'term');
  const known = ['value', 'boost', 'case_insensitive', '_name'];
  const { value, boost, case_insensitive } = isObjectPart(body)
    ? knownMembers(body, 'term', known)
    : { value: body };
  if (value === undefined) throw illegalAt(body, 'value cannot be null');
  return {
    kind: 'term',
    field,
    value: scalarOf(value, 'term'),
    case_insensitive:
      case_insensitive !== undefined && booleanOf(case_insensitive, 'case_insensitive'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

/** Parses `{"terms": {"field": [values], "boost": …}}`. */
export function parseTerms(part: BodyPart): Query {
  let found: { readonly field: string; readonly list: BodyPart } | undefined;
  let boost = 1;
  for (const [name, member] of membersOf(part, 'terms')) {
    if (name === 'boost') boost = numberOf(member, 'boost');
    else if (name === '_name') stringOf(member, name);
    else {
      if (found !== undefined) {
        throw parsingError(member, '[terms] query does not support multiple fields');
      }
      found = { field: name, list: member };
    }
  }
  if (found === undefined) {
    throw parsingError(
      part,
      '[terms] query requires a field name, followed by array of terms or a document lookup specification',
    );
  }
  const { field, list } = found;
  if (!Array.isArray(list.value)) {
    throw parsingError(list, `[terms] query does not support [${field}]`);
  }
  const values = list.value.map((value: JsonValue, at) =>
    scalarOf({ ...list, value, path: [...list.path, at] }, 'terms'),
  );
  return { kind: 'terms', field, values, boost };
}

const rangeMembers = ['gt', 'gte', 'lt', 'lte', 'from', 'to', 'include_lower', 'include_upper'];
const rangeOptions = ['format', 'time_zone', 'relation', 'boost', '_name'];

/** Parses `{"range": {"field": {"gte": …, "lt": …, "format": …, "time_zone": …, "relation": …}}}`. */
export function parseRange(part: BodyPart): Query {
  const [field, body] = soleMember(part, 'range');
  const members = knownMembers(body, 'range', [...rangeMembers, ...rangeOptions]);
  const { format, time_zone, relation, boost } = members;
  return {
    kind: 'range',
    field,
    lower: boundOf(members, ['gt', 'gte', 'from', 'include_lower']),
    upper: boundOf(members, ['lt', 'lte', 'to', 'include_upper']),
    format: format === undefined ? undefined : formatOf(format),
    time_zone: time_zone === undefined ? undefined : checkZone(stringOf(time_zone, 'time_zone')),
    relation:
      relation === undefined
        ? 'intersects'
        : choiceOf(relation, 'relation', ['intersects', 'contains', 'within']),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function formatOf(part: BodyPart): string {
  const format = stringOf(part, 'format');
  checkDateFormat(format);
  return format;
}

function boundOf(
  members: Readonly<Record<string, BodyPart | undefined>>,
  [open, closed, either, include]: readonly [string, string, string, string],
): RangeBound | undefined {
  const given = members[open] ?? members[closed] ?? members[either];
  if (given === undefined || given.value === null) return undefined;
  const value = scalarOf(given, 'range');
  if (given === members[open]) return { value, inclusive: false };
  const flag = given === members[either] ? members[include] : undefined;
  return { value, inclusive: flag === undefined || booleanOf(flag, include) };
}

/**
 * Parses `prefix` and `wildcard`: `{"field": "pattern"}`, or the long form with `{"value": …, "case_insensitive": …}`.
 */
export function parsePattern(part: BodyPart, kind: 'prefix' | 'wildcard'): Query {
  const [field, body] = soleMember(part, kind);
  const known = ['value', 'wildcard', 'boost', 'case_insensitive', 'rewrite', '_name'];
  const members: Readonly<Record<string, BodyPart | undefined>> = isObjectPart(body)
    ? knownMembers(body, kind, known)
    : { value: body };
  const value = members['value'] ?? members['wildcard'];
  const { boost, case_insensitive } = members;
  if (value === undefined) throw illegalAt(body, 'value cannot be null');
  return {
    kind,
    field,
    value: stringOf(value, kind),
    case_insensitive:
      case_insensitive !== undefined && booleanOf(case_insensitive, 'case_insensitive'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function scalarOf(part: BodyPart, what: string): JsonValue {
  const { value } = part;
  if (value === null) throw illegalAt(part, `value cannot be null in [${what}]`);
  if (Array.isArray(value) || isJsonObject(value)) {
    throw parsingError(part, `[${what}] query does not support [${token(value)}] as a value`);
  }
  return soughtValue(part);
}

const matchMembers = [
  'query',
  'operator',
  'minimum_should_match',
  'analyzer',
  'zero_terms_query',
  'lenient',
  'boost',
  '_name',
];

/** Parses `{"match": {"field": "text"}}`, or the long form with `query`, `operator` and other options. */
export function parseMatch(part: BodyPart): Query {
  const [field, body] = soleMember(part, 'match');
  const members: Readonly<Record<string, BodyPart | undefined>> = isObjectPart(body)
    ? knownMembers(body, 'match', matchMembers)
    : { query: body };
  const { operator, minimum_should_match, analyzer, zero_terms_query, lenient, boost } = members;
  return {
    kind: 'match',
    field,
    query: textOf(members['query'], body, 'match'),
    operator: operator === undefined ? 'or' : choiceOf(operator, 'operator', ['and', 'or']),
    minimum_should_match:
      minimum_should_match === undefined
        ? undefined
        : stringOrIntegerOf(minimum_should_match, 'minimum_should_match'),
    analyzer: analyzer === undefined ? undefined : stringOf(analyzer, 'analyzer'),
    zeroTerms:
      zero_terms_query === undefined
        ? 'none'
        : choiceOf(zero_terms_query, 'zero_terms_query', ['none', 'all']),
    lenient: lenient !== undefined && booleanOf(lenient, 'lenient'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

/** Parses `{"match_phrase": {"field": "text"}}`, or the long form with `query`, `slop` and `analyzer`. */
export function parseMatchPhrase(part: BodyPart): Query {
  const [field, body] = soleMember(part, 'match_phrase');
  const known = ['query', 'slop', 'analyzer', 'zero_terms_query', 'boost', '_name'];
  const members: Readonly<Record<string, BodyPart | undefined>> = isObjectPart(body)
    ? knownMembers(body, 'match_phrase', known)
    : { query: body };
  const { slop, analyzer, boost } = members;
  const distance = slop === undefined ? 0 : integerOf(slop, 'slop');
  if (slop !== undefined && distance < 0) throw illegalAt(slop, 'No negative slop allowed.');
  return {
    kind: 'match_phrase',
    field,
    query: stringOf(members['query'] ?? body, 'match_phrase'),
    slop: distance,
    analyzer: analyzer === undefined ? undefined : stringOf(analyzer, 'analyzer'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function textOf(query: BodyPart | undefined, body: BodyPart, what: string): JsonValue {
  if (query === undefined || query.value === null) {
    throw parsingError(body, `No text specified for text query in [${what}]`);
  }
  if (Array.isArray(query.value) || isJsonObject(query.value)) {
    throw parsingError(query, `[${what}] unknown token [${token(query.value)}] after [query]`);
  }
  return soughtValue(query);
}
