import { globMatcher, literalPrefix, wildcardMatcher } from '../../base/wildcard.ts';
import type { QueriedField } from './queried-field.ts';
import { keywordTerm } from './field-values.ts';
import type { PatternQuery } from './query.ts';
import { termsWithPrefix } from './term-sets.ts';
import { chosenTermsWeight, constantWeight, noneWeight } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { queryError } from './weight.ts';

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
    return isNamed ? constantWeight(boost, () => undefined) : noneWeight;
  }
  if (field.type !== 'keyword' && field.type !== 'text' && field.type !== '_routing') {
    throw queryError(
      context,
      `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.name}] which is of type [${field.type}]`,
    );
  }
  const value =
    field.type === 'keyword' && kind === 'prefix' ? keywordTerm(field, query.value) : query.value;
  const choose =
    kind === 'prefix'
      ? prefixChoice(value, case_insensitive)
      : wildcardChoice(value, case_insensitive);
  return chosenTermsWeight({ field: field.name, boost, choose });
}

function prefixChoice(value: string, caseInsensitive: boolean) {
  if (!caseInsensitive) return termsWithPrefix(value, () => true);
  const lower = value.toLowerCase();
  return termsWithPrefix('', (term) => term.toLowerCase().startsWith(lower));
}

function wildcardChoice(value: string, caseInsensitive: boolean) {
  const matches = wildcardMatcher(value, { caseInsensitive });
  return termsWithPrefix(caseInsensitive ? '' : literalPrefix(value), matches);
}
