import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { BodyPart } from '../body.ts';
import {
  booleanOf,
  choiceOf,
  integerOf,
  isObjectPart,
  knownMembers,
  numberOf,
  illegalAt,
  parsingError,
  soleMember,
  soughtValue,
  stringOf,
  stringOrIntegerOf,
  token,
} from '../body.ts';
import type { Query } from './query.ts';

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
