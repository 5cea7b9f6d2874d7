import type { JsonValue } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { mapInSteps } from '../../base/work.ts';
import { globMatcher, wildcardMatcher } from '../../base/wildcard.ts';
import { networkBounds } from '../../store/ip.ts';
import { scalarText } from '../scalar-text.ts';
import { docsMeeting, meetsAny, spanOfRange, spanOfValue, spansFinder } from './field-span.ts';
import type { QueriedField } from './field-values.ts';
import { booleanValue, ipTerm, keywordTerm, docsWithIds } from './field-values.ts';
import type { TermQuery, TermsQuery, PatternQuery, RangeBound, RangeQuery } from './query.ts';
import type { Bound } from './term-sets.ts';
import { termsInSpan, termsWith } from './term-sets.ts';
import {
  booleanWeight,
  chosenTermsWeight,
  constantWeight,
  noneWeight,
  termWeight,
} from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { allDocs, queryError } from './weight.ts';

/**
 * Returns the weight of one exact value of a field of any type.
 *
 * Clauses: search.term-exact, search.term-on-number, search.terms-by-type.
 */
export function* valueWeight(
  query: TermQuery,
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  const { value, boost } = query;
  if (query.case_insensitive && isText(field)) {
    const folded = scalarText(value).toLowerCase();
    const choose = termsWith((term) => term.toLowerCase() === folded);
    return chosenTermsWeight({ field: field.name, boost, choose });
  }
  if (field.type === 'keyword') {
    return termWeight(context, { field: field.name, term: keywordTerm(field, value), boost });
  }
  if (field.type === 'text' || field.type === '_routing') {
    return termWeight(context, { field: field.name, term: scalarText(value), boost });
  }
  if (field.type === 'boolean' && field.indexed) {
    return booleanWeight(context, { field: field.name, flag: booleanValue(value), boost });
  }
  return yield* valuesWeight({ values: [value], boost }, field, context);
}

/** Values that are read in one step. */
const valuesAtOnce = 256;

/**
 * Returns the weight of a list of exact values; each match has the same score.
 *
 * Clauses: search.terms-any-of.
 */
export function* valuesWeight(
  { values, boost }: Pick<TermsQuery, 'values' | 'boost'>,
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  const { name, type } = field;
  if (type === '_id') {
    return constantWeight(boost, (scope) => docsWithIds(scope, values.map(scalarText)));
  }
  if (type === '_index') {
    const isNamed = values.some((value) => globMatcher(scalarText(value))(context.index.name));
    return isNamed ? constantWeight(boost, allDocs) : noneWeight;
  }
  if (type === 'ip') {
    const meets = meetsAny(yield* mapInSteps(values, valuesAtOnce, addressSpan));
    return chosenTermsWeight({
      field: name,
      boost,
      choose: termsWith((term) => meets(term, term)),
    });
  }
  if (type === 'text' || type === '_routing') return termsOf(name, values.map(scalarText), boost);
  if (type === 'keyword') {
    const term = (value: JsonValue): string => keywordTerm(field, value);
    return termsOf(name, yield* mapInSteps(values, valuesAtOnce, term), boost);
  }
  const span = (value: JsonValue) => spanOfValue(field, value, context);
  const spans = yield* mapInSteps(values, valuesAtOnce, span);
  return constantWeight(
    boost,
    spansFinder(
      field,
      spans.filter((found) => found !== undefined),
    ),
  );
}

function termsOf(field: string, terms: readonly string[], boost: number): Weight {
  return chosenTermsWeight({ field, boost, choose: () => terms });
}

/** Returns the span of an address or a network (`10.0.0.0/8`). */
function addressSpan(value: JsonValue): readonly [from: string, to: string] {
  return networkBounds(scalarText(value)) ?? [ipTerm(value), ipTerm(value)];
}

function isText(field: QueriedField): boolean {
  return field.type === 'keyword' || field.type === 'text';
}

/** Returns the weight of a `prefix` or `wildcard` query; each match has the same score. */
export function patternWeight(
  query: PatternQuery,
  field: QueriedField,
  context: ShardContext,
): Weight {
  const { kind, boost, case_insensitive } = query;
  if (field.type === '_index') {
    const pattern = kind === 'prefix' ? `${query.value}*` : query.value;
    const isNamed = globMatcher(pattern)(context.index.name);
    return isNamed ? constantWeight(boost, allDocs) : noneWeight;
  }
  if (field.type !== 'keyword' && field.type !== 'text' && field.type !== '_routing') {
    throw queryError(
      context,
      `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.name}] which is of type [${field.type}]`,
    );
  }
  const value = field.type === 'keyword' ? keywordTerm(field, query.value) : query.value;
  const choose =
    kind === 'prefix'
      ? prefixChoice(value, case_insensitive)
      : termsWith(wildcardMatcher(value, { caseInsensitive: case_insensitive }));
  return chosenTermsWeight({ field: field.name, boost, choose });
}

function prefixChoice(value: string, caseInsensitive: boolean) {
  if (!caseInsensitive) return termsWith((term) => term.startsWith(value));
  const lower = value.toLowerCase();
  return termsWith((term) => term.toLowerCase().startsWith(lower));
}

/**
 * Returns the weight of a range query; each match has the same score. Dates are rounded up for `gt` and `lte`, and down
 * for `gte` and `lt`.
 *
 * Clauses: search.range-gte, search.range-lte, search.range-both-bounds.
 */
export function rangeWeight(query: RangeQuery, field: QueriedField, context: ShardContext): Weight {
  const { lower, upper, boost } = query;
  if (field.type === '_id' || field.type === '_index') {
    return refuse(`Field [${field.name}] of type [${field.name}] does not support range queries`);
  }
  if (termTypes.includes(field.type)) {
    const read = (bound: RangeBound | undefined): Bound<string> | undefined =>
      bound === undefined ? undefined : { value: termOf(field, bound), inclusive: bound.inclusive };
    const choose = termsInSpan({ lower: read(lower), upper: read(upper) });
    return chosenTermsWeight({ field: field.name, boost, choose });
  }
  const span = spanOfRange(query, field, context);
  return constantWeight(boost, (scope) => docsMeeting(scope, field, span));
}

/** Types whose values are indexed as terms. */
const termTypes: readonly QueriedField['type'][] = ['keyword', 'text', 'ip', '_routing'];

function termOf(field: QueriedField, { value }: RangeBound): string {
  if (field.type === 'ip') return ipTerm(value);
  return field.type === 'keyword' ? keywordTerm(field, value) : scalarText(value);
}
