import { locationOf } from '../../base/json.ts';
import { outside } from '../../base/outside.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { writtenNumbers } from '../../base/written-numbers.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { Mapping } from '../../store/mapping.ts';
import type { BodyPart } from '../../base/body.ts';
import {
  elementsOf,
  membersOf,
  parsingError,
  readMembers,
  stringOf,
  stringOrIntegerOf,
  stringsOf,
} from '../../base/body.ts';
import { boolWeight, minimumShouldMatch } from './bool-weight.ts';
import { parseMatch, parseMatchPhrase } from './match-queries.ts';
import { parseNested } from './nested-query.ts';
import { constantWeight, docsWithIds, noneWeight } from './term-weight.ts';
import { commonMembers, parsePattern, parseRange, parseTerm, parseTerms } from './value-queries.ts';
import type { Query, ShardContext, Weight } from './weight.ts';
import { allDocs, always, maxClauses } from './weight.ts';

/** Maximum nesting depth of queries. */
const maxQueryDepth = 30;

type ClauseParser = (part: BodyPart, parse: (inner: BodyPart) => Query) => Query;

/** search.other-queries: all supported queries by wire name. */
const parsers = new Map<string, ClauseParser>([
  ['bool', parseBool],
  ['constant_score', parseConstantScore],
  ['exists', parseExists],
  ['ids', parseIds],
  ['match', parseMatch],
  ['match_all', parseMatchAll],
  ['match_none', parseMatchNone],
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

/** Returns the query with a weight that is the same for all shards. */
function alike(weight: Weight): Query {
  return function* inStep() {
    yield;
    return weight;
  };
}

/** The query of a search without `query`. */
export const matchAll: Query = alike(constantWeight(1, allDocs));

function parseMatchAll(part: BodyPart): Query {
  const { boost = 1 } = readMembers(part, 'match_all', commonMembers);
  return alike(constantWeight(boost, allDocs));
}

function parseMatchNone(part: BodyPart): Query {
  readMembers(part, 'match_none', commonMembers);
  return alike(noneWeight);
}

/** Parses a `bool` query. */
function parseBool(part: BodyPart, parse: (inner: BodyPart) => Query): Query {
  const clauses = (list: BodyPart): readonly Query[] => elementsOf(list).map(parse);
  const members = readMembers(part, 'bool', {
    ...commonMembers,
    must: clauses,
    should: clauses,
    filter: clauses,
    must_not: clauses,
    minimum_should_match: stringOrIntegerOf,
  });
  const { must = [], should = [], filter = [], must_not = [], boost = 1 } = members;
  if ([must, should, filter, must_not].every(({ length }) => length === 0)) {
    return alike(constantWeight(boost, allDocs));
  }
  const { minimum_should_match: least = '0' } = members;
  // Whatever the minimum is, a document matches one of the clauses.
  const fewest = must.length + filter.length === 0 ? Math.min(1, should.length) : 0;
  return function* inSteps(context) {
    yield;
    return boolWeight({
      must: yield* allWeights(must, context),
      should: yield* allWeights(should, context),
      filter: yield* allWeights(filter, context),
      must_not: yield* allWeights(must_not, context),
      minMatches: Math.max(fewest, minimumShouldMatch(least, should.length)),
      boost,
    });
  };
}

function* allWeights(queries: readonly Query[], context: ShardContext): Work<readonly Weight[]> {
  const weights: Weight[] = [];
  for (const query of queries) weights.push(yield* query(context));
  return weights;
}

/** Returns a query for the documents that match one of several queries. */
export function anyOf(should: readonly Query[]): Query {
  return function* inSteps(context) {
    return boolWeight({ should: yield* allWeights(should, context), minMatches: 1 });
  };
}

function parseConstantScore(part: BodyPart, parse: (inner: BodyPart) => Query): Query {
  const readers = { ...commonMembers, filter: parse };
  const { filter, boost = 1 } = readMembers(part, 'constant_score', readers);
  if (filter === undefined) {
    throw parsingError(part, "[constant_score] requires a 'filter' element");
  }
  const score = always(boost);
  return function* inSteps(context) {
    yield;
    const inner = yield* filter(context);
    return function* scored(scope) {
      const { docs } = yield* inner(scope);
      return { docs, score };
    };
  };
}

function parseExists(part: BodyPart): Query {
  const { field, boost = 1 } = readMembers(part, 'exists', { ...commonMembers, field: stringOf });
  if (field === undefined) {
    throw parsingError(part, '[exists] must be provided with a [field]');
  }
  if (['_id', '_index', '_source', '_seq_no', '_version'].includes(field)) {
    return alike(constantWeight(boost, allDocs));
  }
  return function* inStep({ index }) {
    yield;
    const names = fieldsOf(field, index.mapping);
    return constantWeight(boost, ({ fields, size }) => {
      const docs = names.map((name) => fields.present(name)).filter((found) => found !== undefined);
      return docs.reduce((all, found) => all.or(found), new DocSet(size));
    });
  };
}

/** Returns the fields that a name of a field, object or alias stands for, or a pattern. */
function fieldsOf(name: string, mapping: Mapping): readonly string[] {
  const pattern = mapping.object(name) === undefined ? name : `${name}.*`;
  const names = pattern.includes('*') ? mapping.matching(pattern) : [name];
  return names.map((each) => mapping.field(each)?.name ?? each);
}

function parseIds(part: BodyPart): Query {
  const { values, boost = 1 } = readMembers(part, 'ids', { ...commonMembers, values: stringsOf });
  if (values === undefined) throw parsingError(part, '[ids] requires providing a values element');
  return alike(constantWeight(boost, (scope) => docsWithIds(scope, values)));
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
