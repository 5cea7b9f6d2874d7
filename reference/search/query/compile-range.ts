import { refuse } from '../../base/service-error.ts';
import { scalarText } from '../scalar-text.ts';
import { docsMeeting, spanOfRange } from './field-span.ts';
import type { QueriedField } from './queried-field.ts';
import { keywordTerm, ipTerm } from './field-values.ts';
import type { RangeBound, RangeQuery } from './query.ts';
import type { Bound } from './term-sets.ts';
import { termsInSpan } from './term-sets.ts';
import { chosenTermsWeight, constantWeight } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';

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
