import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { Bitset } from '../../store/bitset.ts';
import { globMatcher } from '../../base/wildcard.ts';
import { networkBounds } from '../../store/ip.ts';
import type { QueriedField } from './queried-field.ts';
import { docsWithIds } from './queried-field.ts';
import { docsMeeting, spanOfValue } from './field-span.ts';
import { booleanWeight } from './boolean-weight.ts';
import { booleanValue, ipTerm, keywordTerm } from './field-values.ts';
import type { TermQuery, TermsQuery } from './query.ts';
import { docsWithTerms, termsInSpan, termsOfList, termsWithPrefix } from './term-sets.ts';
import { chosenTermsWeight, constantWeight, noneWeight, termWeight } from './term-weight.ts';
import type { Scope, ShardContext, Weight } from './weight.ts';

/**
 * Returns the weight of one exact value of a field of any type.
 *
 * Clauses: search.term-exact, search.term-on-number, search.terms-by-type.
 */
export function valueWeight(query: TermQuery, field: QueriedField, context: ShardContext): Weight {
  const { value, boost } = query;
  if (query.case_insensitive && isText(field)) {
    const folded = scalarText(value).toLowerCase();
    const choose = termsWithPrefix('', (term) => term.toLowerCase() === folded);
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
  return anyOf({ values: [value], boost }, field, context);
}

/**
 * Returns the weight of a list of exact values; each match has the same score.
 *
 * Clauses: search.terms-any-of.
 */
export function valuesWeight(
  query: TermsQuery,
  field: QueriedField,
  context: ShardContext,
): Weight {
  return anyOf(query, field, context);
}

interface Values {
  readonly values: readonly JsonValue[];
  readonly boost: number;
}

function anyOf({ values, boost }: Values, field: QueriedField, context: ShardContext): Weight {
  const { name, type } = field;
  if (type === '_id') {
    return constantWeight(boost, (scope) => docsWithIds(scope, values.map(scalarText)));
  }
  if (type === '_index') {
    const isNamed = values.some((value) => globMatcher(scalarText(value))(context.index.name));
    return isNamed ? constantWeight(boost, () => undefined) : noneWeight;
  }
  if (type === 'ip') return constantWeight(boost, ipFinder(name, values));
  if (type === 'text' || type === '_routing') return termsOf(name, values.map(scalarText), boost);
  if (type === 'keyword') {
    const terms = values.map((value) => keywordTerm(field, value));
    return termsOf(name, terms, boost);
  }
  const spans = values.map((value) => spanOfValue(field, value, context));
  return constantWeight(boost, (scope) =>
    spans.reduce(
      (docs, span) => (span === undefined ? docs : docs.or(docsMeeting(scope, field, span))),
      new Bitset(scope.size),
    ),
  );
}

function termsOf(field: string, terms: readonly string[], boost: number): Weight {
  return chosenTermsWeight({ field, boost, choose: termsOfList(terms) });
}

/** Returns the function that finds documents by addresses and networks (`10.0.0.0/8`). */
function ipFinder(field: string, values: readonly JsonValue[]): (scope: Scope) => Bitset {
  const spans = values.map((value) => {
    const network = networkBounds(scalarText(value));
    const [from, to] = network ?? [ipTerm(value), ipTerm(value)];
    return termsInSpan({
      lower: { value: from, inclusive: true },
      upper: { value: to, inclusive: true },
    });
  });
  return (scope) =>
    spans.reduce(
      (docs, choose) => docs.or(docsWithTerms(scope, field, choose)),
      new Bitset(scope.size),
    );
}

function isText(field: QueriedField): boolean {
  return field.type === 'keyword' || field.type === 'text';
}
