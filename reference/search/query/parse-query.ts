import { outside } from '../../base/outside.ts';
import { ServiceError } from '../../base/service-error.ts';
import { locationOf } from '../../base/json.ts';
import { writtenNumbers } from '../../base/written-numbers.ts';
import type { BodyPart } from '../body.ts';
import {
  booleanOf,
  choiceOf,
  elementsOf,
  knownMembers,
  membersOf,
  numberOf,
  illegalAt,
  parsingError,
  stringOf,
  stringOrIntegerOf,
} from '../body.ts';
import {
  parseMatch,
  parseMatchPhrase,
  parsePattern,
  parseRange,
  parseTerm,
  parseTerms,
} from './parse-on-field.ts';
import type { BoolQuery, Query } from './query.ts';

/** Maximum nesting depth of queries. */
const maxQueryDepth = 30;

/** The maximum number of clauses in all bool queries of a request, and of words that they search for together. */
export const maxClauses = 4096;

/** Returns the number of words that the queries of a request may search for. */
export function allWords(): { left: number } {
  return { left: maxClauses };
}

type ClauseParser = (part: BodyPart, parse: (inner: BodyPart) => Query) => Query;

/** search.other-queries: all supported queries by wire name. */
const parsers = new Map<string, ClauseParser>([
  ['bool', parseBool],
  ['constant_score', parseConstantScore],
  ['exists', parseExists],
  ['ids', parseIds],
  ['match', parseMatch],
  ['match_all', parseMatchAll],
  ['match_none', (part) => ({ kind: 'match_none', boost: boostOf(part, 'match_none') })],
  ['match_phrase', parseMatchPhrase],
  ['nested', parseNested],
  ['prefix', (part) => parsePattern(part, 'prefix')],
  ['range', parseRange],
  ['term', parseTerm],
  ['terms', parseTerms],
  ['wildcard', (part) => parsePattern(part, 'wildcard')],
]);

/**
 * errors.malformed-searches: parses the `query` of a request. Throws a ServiceError with line and column if a query or
 * member is unknown, has the wrong type, or nests too deep.
 */
export function parseQuery(part: BodyPart): Query {
  let clauses = 0;
  const parse = (inner: BodyPart, depth: number): Query => {
    if (depth > maxQueryDepth) {
      throw illegalNesting(inner);
    }
    if (++clauses > maxClauses) {
      throw parsingError(inner, `too many clauses: maxClauseCount is set to ${maxClauses}`);
    }
    return parseClause(inner, (deeper) => parse(deeper, depth + 1));
  };
  return parse({ written: writtenNumbers(part.text), ...part }, 1);
}

function parseClause(part: BodyPart, parse: (inner: BodyPart) => Query): Query {
  const members = membersOf(part, 'query');
  const [first, second] = members;
  if (first === undefined) {
    throw new ServiceError('illegal_argument_exception', 'query malformed, empty clause found', {
      cause: placeCause(part, 'query malformed, empty clause found'),
    });
  }
  const [name, body] = first;
  const parser = parsers.get(name);
  if (parser === undefined) throw unknownQuery(body, name);
  if (second !== undefined) {
    throw parsingError(
      second[1],
      `[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`,
    );
  }
  return parser(body, parse);
}

function parseMatchAll(part: BodyPart): Query {
  return { kind: 'match_all', boost: boostOf(part, 'match_all') };
}

function boostOf(part: BodyPart, what: string): number {
  const { boost } = knownMembers(part, what, ['boost', '_name']);
  return boost === undefined ? 1 : numberOf(boost, 'boost');
}

/** Parses a `bool` query. */
function parseBool(part: BodyPart, parse: (inner: BodyPart) => Query): BoolQuery {
  const known = ['must', 'should', 'filter', 'must_not', 'minimum_should_match', 'boost', '_name'];
  const members = knownMembers(part, 'bool', known);
  const { minimum_should_match, boost } = members;
  const clauses = (name: string): readonly Query[] => {
    const list = members[name];
    return list === undefined ? [] : elementsOf(list).map(parse);
  };
  return {
    kind: 'bool',
    must: clauses('must'),
    should: clauses('should'),
    filter: clauses('filter'),
    must_not: clauses('must_not'),
    minimum_should_match:
      minimum_should_match === undefined
        ? undefined
        : stringOrIntegerOf(minimum_should_match, 'minimum_should_match'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function parseConstantScore(part: BodyPart, parse: (inner: BodyPart) => Query): Query {
  const { filter, boost } = knownMembers(part, 'constant_score', ['filter', 'boost', '_name']);
  if (filter === undefined) {
    throw parsingError(part, "[constant_score] requires a 'filter' element");
  }
  const factor = boost === undefined ? 1 : numberOf(boost, 'boost');
  return { kind: 'constant_score', filter: parse(filter), boost: factor };
}

function parseExists(part: BodyPart): Query {
  const { field, boost } = knownMembers(part, 'exists', ['field', 'boost', '_name']);
  if (field === undefined) {
    throw parsingError(part, '[exists] must be provided with a [field]');
  }
  return {
    kind: 'exists',
    field: stringOf(field, 'field'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function parseIds(part: BodyPart): Query {
  const { values, boost } = knownMembers(part, 'ids', ['values', 'boost', '_name']);
  if (values === undefined) throw parsingError(part, '[ids] requires providing a values element');
  return {
    kind: 'ids',
    values: elementsOf(values).map((value) => stringOf(value, 'values')),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function parseNested(part: BodyPart, parse: (inner: BodyPart) => Query): Query {
  const known = ['path', 'query', 'score_mode', 'ignore_unmapped', 'boost', '_name'];
  const { path, query, score_mode, ignore_unmapped, boost } = knownMembers(part, 'nested', known);
  if (path === undefined) throw illegalAt(part, "[nested] requires 'path' field");
  if (query === undefined) throw illegalAt(part, "[nested] requires 'query' field");
  return {
    kind: 'nested',
    path: stringOf(path, 'path'),
    query: parse(query),
    score_mode:
      score_mode === undefined
        ? 'avg'
        : choiceOf(score_mode, 'score_mode', ['avg', 'sum', 'min', 'max', 'none']),
    ignore_unmapped:
      ignore_unmapped === undefined ? false : booleanOf(ignore_unmapped, 'ignore_unmapped'),
    boost: boost === undefined ? 1 : numberOf(boost, 'boost'),
  };
}

function unknownQuery(part: BodyPart, name: string): ServiceError {
  const [line, col] = locationOf(part.text, part.path).split(':').map(Number);
  return new ServiceError(
    'parsing_exception',
    `unknown query [${name}]${outside('query', name, parsers.keys())}`,
    {
      metadata: { line, col },
      cause: {
        type: 'named_object_not_found_exception',
        reason: `[${line}:${col}] unknown field [${name}]`,
      },
    },
  );
}

function illegalNesting(part: BodyPart): ServiceError {
  const reason = `The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]: ${maxQueryDepth}`;
  return new ServiceError('illegal_argument_exception', reason, {
    cause: placeCause(part, reason),
  });
}

function placeCause(part: BodyPart, reason: string) {
  return {
    type: 'x_content_parse_exception',
    reason: `[${locationOf(part.text, part.path)}] ${reason}`,
  };
}
