import { defined } from '../../base/assert.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { Mapping } from '../../store/mapping.ts';
import { boolWeight, minimumShouldMatch } from './bool-weight.ts';
import { matchWeight, matchPhraseWeight } from './compile-match.ts';
import { patternWeight, rangeWeight, valueWeight, valuesWeight } from './compile-values.ts';
import { docsWithIds, metadataField } from './field-values.ts';
import type { BoolQuery, ExistsQuery, IdsQuery, NestedQuery, Query, ScoreMode } from './query.ts';
import { constantWeight, noneWeight } from './term-weight.ts';
import type { ShardContext, Weight, Matches } from './weight.ts';
import { allDocs, always, queryError, zero } from './weight.ts';

/**
 * Prepares a query for one shard. Throws a ServiceError if a value is invalid for its field, or the field does not
 * support the query. An unmapped field matches nothing.
 */
export function* compileQuery(query: Query, context: ShardContext): Work<Weight> {
  try {
    return yield* compile(query, context);
  } catch (error) {
    if (!(error instanceof ServiceError) || !valueErrors.has(error.type)) throw error;
    const { type, reason } = error;
    throw queryError(context, `failed to create query: ${reason}`, { type, reason });
  }
}

/** Errors about single values; they are causes of the error of the query. */
const valueErrors: ReadonlySet<string> = new Set([
  'illegal_argument_exception',
  'number_format_exception',
]);

function* compile(query: Query, context: ShardContext): Work<Weight> {
  yield;
  if ('field' in query) return yield* compileOnField(query, context);
  switch (query.kind) {
    case 'match_all':
      return allWeight(query.boost);
    case 'match_none':
      return noneWeight;
    case 'ids':
      return idsWeight(query);
    case 'bool':
      return yield* compileBool(query, context);
    case 'constant_score': {
      const inner = yield* compile(query.filter, context);
      const score = always(query.boost);
      return function* inSteps(scope) {
        const { docs } = yield* inner(scope);
        return { docs, score };
      };
    }
    case 'nested':
      return yield* compileNested(query, context);
    default:
      return query satisfies never;
  }
}

type FieldQuery = Extract<Query, { readonly field: string }>;

function* compileOnField(query: FieldQuery, context: ShardContext): Work<Weight> {
  if (query.kind === 'exists') return existsWeight(query, context);
  const field = metadataField(query.field) ?? context.index.mapping.field(query.field);
  if (field === undefined) return noneWeight;
  switch (query.kind) {
    case 'term':
      return yield* valueWeight(query, field, context);
    case 'terms':
      return yield* valuesWeight(query, field, context);
    case 'range':
      return rangeWeight(query, field, context);
    case 'match':
      return yield* matchWeight(query, field, context);
    case 'match_phrase':
      return yield* matchPhraseWeight(query, field, context);
    case 'prefix':
    case 'wildcard':
      return patternWeight(query, field, context);
    default:
      return query satisfies never;
  }
}

function allWeight(boost: number): Weight {
  return constantWeight(boost, allDocs);
}

function* compileBool(query: BoolQuery, context: ShardContext): Work<Weight> {
  const { must, should, filter, must_not } = query;
  if ([must, should, filter, must_not].every(({ length }) => length === 0)) {
    return allWeight(query.boost);
  }
  const ready = function* inSteps(list: readonly Query[]): Work<readonly Weight[]> {
    const weights: Weight[] = [];
    for (const inner of list) weights.push(yield* compile(inner, context));
    return weights;
  };
  const optional = query.must.length > 0 || query.filter.length > 0;
  const { minimum_should_match: text } = query;
  const byDefault = query.should.length > 0 && !optional ? 1 : 0;
  return boolWeight({
    must: yield* ready(query.must),
    should: yield* ready(query.should),
    filter: yield* ready(query.filter),
    must_not: yield* ready(query.must_not),
    minMatches: text === undefined ? byDefault : minimumShouldMatch(text, query.should.length),
    boost: query.boost,
  });
}

function* compileNested(query: NestedQuery, context: ShardContext): Work<Weight> {
  const { path, boost, score_mode } = query;
  if (context.index.mapping.object(path)?.type !== 'nested') {
    if (query.ignore_unmapped) return noneWeight;
    throw queryError(context, `[nested] failed to find nested object under path [${path}]`);
  }
  const inner = yield* compile(query.query, { ...context, nestedPath: path });
  return nestedWeight({ path, inner, score_mode, boost });
}

/** Returns the fields that a name of a field, object or alias stands for, or a pattern. */
function fieldsOf(name: string, mapping: Mapping): readonly string[] {
  const pattern = mapping.object(name) === undefined ? name : `${name}.*`;
  const names = pattern.includes('*') ? mapping.matching(pattern) : [name];
  return names.map((each) => mapping.field(each)?.name ?? each);
}

function existsWeight({ field, boost }: ExistsQuery, { index }: ShardContext): Weight {
  const { mapping } = index;
  if (['_id', '_index', '_source', '_seq_no', '_version'].includes(field)) {
    return constantWeight(boost, allDocs);
  }
  const names = fieldsOf(field, mapping);
  return constantWeight(boost, (scope) => {
    const docs = names.map((name) => scope.fields.present(name));
    return docs.reduce<DocSet>(
      (all, found) => (found === undefined ? all : all.or(found)),
      new DocSet(scope.size),
    );
  });
}

function idsWeight({ values, boost }: IdsQuery): Weight {
  return constantWeight(boost, (scope) => docsWithIds(scope, values));
}

/** The parts of a nested query, prepared for one shard. */
interface NestedParts {
  readonly path: string;
  readonly inner: Weight;
  readonly score_mode: ScoreMode;
  readonly boost: number;
}

/** Returns the weight of a nested query: documents with a matching object, scored by their matching objects. */
function nestedWeight({ path, inner, score_mode, boost }: NestedParts): Weight {
  return function* inSteps(scope) {
    const nested = scope.fields.nested(path);
    if (nested === undefined) return yield* noneWeight(scope);
    const matches = yield* inner({ fields: nested.fields, size: nested.size, segment: undefined });
    const docs = new DocSet(scope.size);
    const children = new Map<number, number[]>();
    for (const child of matches.docs) {
      const parent = nested.parents[child]!;
      docs.set(parent);
      if (score_mode === 'none') continue;
      const list = children.get(parent);
      if (list === undefined) children.set(parent, [child]);
      else list.push(child);
    }
    if (score_mode === 'none') return { docs, score: zero };
    return { docs, score: scoreOf(matches, children, { score_mode, boost }) };
  };
}

function scoreOf(
  matches: Matches,
  children: ReadonlyMap<number, readonly number[]>,
  { score_mode, boost }: { readonly score_mode: ScoreMode; readonly boost: number },
): (doc: number) => number {
  return (doc) => {
    const scores = defined(children.get(doc), 'nested match').map((child) => matches.score(child));
    return Math.fround(boost * combine(scores, score_mode));
  };
}

function combine(scores: readonly number[], mode: ScoreMode): number {
  const sum = scores.reduce((total, score) => total + score, 0);
  switch (mode) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / Math.max(1, scores.length);
    case 'min':
      return Math.min(...scores);
    case 'max':
      return Math.max(...scores);
    case 'none':
      return 0;
    default:
      return mode satisfies never;
  }
}
