import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, showJson } from '../../base/json.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { mapInSteps } from '../../base/work.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import type { TextField } from '../../store/field-type.ts';
import type { BodyPart } from '../../base/body.ts';
import {
  booleanOf,
  illegalAt,
  integerOf,
  oneOf,
  parsingError,
  soughtValue,
  stringOf,
  stringOrIntegerOf,
  token,
} from '../../base/body.ts';
import { boolWeight, minimumShouldMatch } from './bool-weight.ts';
import { phraseWeight } from './phrase-weight.ts';
import { constantWeight, noneWeight, termWeight } from './term-weight.ts';
import { commonMembers, onField, readOnField, valueWeight } from './value-queries.ts';
import type { Query, ShardContext, Weight } from './weight.ts';
import { allDocs, maxClauses } from './weight.ts';

const matchMembers = {
  ...commonMembers,
  query: soughtText,
  operator: oneOf('and', 'or'),
  minimum_should_match: stringOrIntegerOf,
  analyzer: stringOf,
  zero_terms_query: oneOf('none', 'all'),
  lenient: booleanOf,
};

function soughtText(part: BodyPart): JsonValue {
  const { value } = part;
  if (value === null) throw parsingError(part, 'No text specified for text query in [match]');
  if (Array.isArray(value) || isJsonObject(value)) {
    throw parsingError(part, `[match] unknown token [${token(value)}] after [query]`);
  }
  return soughtValue(part);
}

/**
 * Parses `{"match": {"field": "text"}}`, or the long form with `query`, `operator` and other options. The default operator is
 * `or`. On text fields the query is analysed by the analyzer of the field; on other types the whole value must be equal.
 *
 * Clauses: search.match-operator-and, search.match-operator-or, search.match-operator-default, search.match-options.
 */
export function parseMatch(part: BodyPart): Query {
  const match = readOnField(part, { kind: 'match', main: 'query', readers: matchMembers });
  const { query: value, operator = 'or', minimum_should_match = '1', boost = 1 } = match;
  return onField(match.field, function* inSteps(field, context) {
    if (field.type !== 'text') {
      const exact = valueWeight({ value, boost }, field, context);
      return yield* match.lenient === true ? leniently(exact) : exact;
    }
    const tokens = tokensOf({ value, analyzer: match.analyzer }, field, context);
    if (tokens.length === 0) {
      return match.zero_terms_query === 'all' ? constantWeight(boost, allDocs) : noneWeight;
    }
    const terms = yield* mapInSteps(tokens, termsAtOnce, ({ term }) =>
      termWeight(context, { field: field.name, term, boost }),
    );
    const [only] = terms;
    if (terms.length === 1 && only !== undefined) return only;
    if (operator === 'and') return boolWeight({ must: terms });
    const minMatches = Math.max(1, minimumShouldMatch(minimum_should_match, terms.length));
    return boolWeight({ should: terms, minMatches });
  });
}

/** Terms of a query that are looked up in one step. */
const termsAtOnce = 64;

/** Prepares a query that matches nothing if its value does not fit the field. */
function* leniently(exact: Work<Weight>): Work<Weight> {
  try {
    return yield* exact;
  } catch (error) {
    if (error instanceof ServiceError) return noneWeight;
    throw error;
  }
}

const phraseMembers = { ...commonMembers, query: stringOf, slop: slopOf, analyzer: stringOf };

function slopOf(part: BodyPart, name: string): number {
  const slop = integerOf(part, name);
  if (slop < 0) throw illegalAt(part, 'No negative slop allowed.');
  return slop;
}

/**
 * Parses `{"match_phrase": {"field": "text"}}`, or the long form with `query`, `slop` and `analyzer`: the terms in order, at
 * most `slop` moves apart.
 */
export function parseMatchPhrase(part: BodyPart): Query {
  const form = { kind: 'match_phrase', main: 'query', readers: phraseMembers } as const;
  const { field: name, query: value, slop = 0, analyzer, boost = 1 } = readOnField(part, form);
  return onField(name, (field, context) => {
    if (field.type !== 'text') return valueWeight({ value, boost }, field, context);
    const tokens = tokensOf({ value, analyzer }, field, context);
    const [first, second] = tokens;
    if (first === undefined) return noneWeight;
    return second === undefined
      ? termWeight(context, { field: field.name, term: first.term, boost })
      : phraseWeight(context, { field: field.name, tokens, slop, boost });
  });
}

interface SoughtWords {
  readonly value: JsonValue;
  /** The name of an analyzer; default: that of the field for searches. */
  readonly analyzer: string | undefined;
}

function tokensOf(
  { value, analyzer: name }: SoughtWords,
  { name: field, search_analyzer, analyzer }: TextField,
  { words }: ShardContext,
): readonly Token[] {
  const known = [search_analyzer, analyzer].find((each) => each.name === name);
  if (name !== undefined && known === undefined) {
    return refuse(`[match] analyzer [${name}] not found`);
  }
  const tokens = [...(known ?? search_analyzer).tokens(showJson(value))];
  words.left -= tokens.length;
  if (words.left >= 0) return tokens;
  return refuse(
    `[${field}] is searched for too many words: maxClauseCount is set to ${maxClauses}`,
  );
}
