import { Bitset } from '../../store/bitset.ts';
import type { RangeField } from '../../store/field-type.ts';
import type { NumericColumn, OrdinalColumn } from '../../store/segment.ts';
import type { RangeRelation } from './query.ts';
import type { Bound, Numeric, Span } from './term-sets.ts';
import { isInside, spanOfTerms } from './term-sets.ts';
import type { Scope } from './weight.ts';

/** A span, and the relation of the values of a range field to it. */
export interface RelatedSpan {
  readonly span: Span<Numeric | string>;
  readonly relation: RangeRelation;
}

/** Returns the documents with a range that has the relation to a span. */
export function docsInRanges(scope: Scope, field: RangeField, requested: RelatedSpan): Bitset {
  const docs = new Bitset(scope.size);
  const starts = scope.fields.column(`${field.name}#gte`);
  const ends = scope.fields.column(`${field.name}#lte`);
  if (starts?.kind === 'ordinal' && ends?.kind === 'ordinal') {
    return docsInTermRanges({ starts, ends, size: scope.size }, requested);
  }
  if (starts?.kind === 'numeric' && ends?.kind === 'numeric')
    addRanges(docs, { starts, ends }, requested);
  return docs;
}

function addRanges(
  docs: Bitset,
  { starts, ends }: { readonly starts: NumericColumn; readonly ends: NumericColumn },
  { span, relation }: RelatedSpan,
): void {
  const numeric = { lower: asNumeric(span.lower), upper: asNumeric(span.upper) };
  const [first, last] = boundsOn(numeric, relation);
  for (let doc = 0; doc + 1 < starts.starts.length; doc++) {
    const end = starts.starts[doc + 1]!;
    for (let at = starts.starts[doc]!; at < end; at++) {
      if (isInside(starts.values[at]!, first) && isInside(ends.values[at]!, last)) docs.set(doc);
    }
  }
}

interface TermRanges {
  readonly starts: OrdinalColumn;
  readonly ends: OrdinalColumn;
  readonly size: number;
}

/**
 * Like `docsInRanges`, for ranges of addresses: compares only the first range of each document, by the numbers of the
 * terms of its bounds.
 */
function docsInTermRanges({ starts, ends, size }: TermRanges, requested: RelatedSpan): Bitset {
  const { span, relation } = requested;
  const terms = { lower: asTerm(span.lower), upper: asTerm(span.upper) };
  const [first, last] = boundsOn(terms, relation);
  const [startFrom, startTo] = spanOfTerms(starts.terms, first);
  const [endFrom, endTo] = spanOfTerms(ends.terms, last);
  const docs = new Bitset(size);
  for (let doc = 0; doc < size; doc++) {
    const at = starts.starts[doc]!;
    if (at === starts.starts[doc + 1]) continue;
    const start = starts.ordinals[at]!;
    const end = ends.ordinals[ends.starts[doc]!]!;
    if (start >= startFrom && start < startTo && end >= endFrom && end < endTo) docs.set(doc);
  }
  return docs;
}

/** Returns the spans that the lower and the upper bound of a stored range must be in. */
function boundsOn<T>(
  { lower, upper }: Span<T>,
  relation: RangeRelation,
): readonly [Span<T>, Span<T>] {
  switch (relation) {
    case 'intersects':
      return [
        { lower: undefined, upper },
        { lower, upper: undefined },
      ];
    case 'within':
      return [
        { lower, upper: undefined },
        { lower: undefined, upper },
      ];
    case 'contains':
      return [
        { lower: undefined, upper: lower },
        { lower: upper, upper: undefined },
      ];
    default:
      return relation satisfies never;
  }
}

function asNumeric(bound: Bound<Numeric | string> | undefined): Bound<Numeric> | undefined {
  if (bound === undefined || typeof bound.value === 'string') return undefined;
  return { value: bound.value, inclusive: bound.inclusive };
}

function asTerm(bound: Bound<Numeric | string> | undefined): Bound<string> | undefined {
  if (bound === undefined || typeof bound.value !== 'string') return undefined;
  return { value: bound.value, inclusive: bound.inclusive };
}
