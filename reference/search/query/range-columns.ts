import { Bitset } from '../../store/bitset.ts';
import type { RangeField } from '../../store/field-type.ts';
import type { NumericColumn } from '../../store/segment.ts';
import type { RangeRelation } from './query.ts';
import type { Bound, Numeric, Span } from './term-sets.ts';
import { spanOfOrder } from './term-sets.ts';
import type { Scope } from './weight.ts';

/** A span, and how the values of a range field have to relate to it. */
export interface RelatedSpan {
  readonly span: Span<Numeric | string>;
  readonly relation: RangeRelation;
}

/** Gives the documents one of whose ranges relates to a span as asked; found by the order of the lower bounds. */
export function docsInRanges(scope: Scope, field: RangeField, asked: RelatedSpan): Bitset {
  const docs = new Bitset(scope.size);
  const starts = scope.fields.column(`${field.name}#gte`);
  const ends = scope.fields.column(`${field.name}#lte`);
  if (starts?.kind !== 'numeric' || ends?.kind !== 'numeric') return docs;
  const [first, last] = boundsOn(asked);
  const isInside = insideTest(ends, last);
  const [from, to] = spanOfOrder(starts, first);
  for (let at = from; at < to; at++) {
    const entry = starts.order[at] ?? 0;
    if (isInside(entry)) docs.set(starts.owners[entry] ?? 0);
  }
  return docs;
}

/** Gives what the lower and the upper bound of a stored range have to fulfil. */
function boundsOn({ span, relation }: RelatedSpan): readonly [Span<Numeric>, Span<Numeric>] {
  const lower = asNumeric(span.lower);
  const upper = asNumeric(span.upper);
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
        { lower: undefined, upper: lower ?? atMost(Number.NEGATIVE_INFINITY) },
        { lower: upper ?? atMost(Number.POSITIVE_INFINITY), upper: undefined },
      ];
    default:
      return relation satisfies never;
  }
}

function insideTest(
  { values }: NumericColumn,
  { lower, upper }: Span<Numeric>,
): (entry: number) => boolean {
  return (entry) => {
    const value = values[entry] ?? 0;
    const isAbove =
      lower === undefined || (lower.inclusive ? value >= lower.value : value > lower.value);
    const isBelow =
      upper === undefined || (upper.inclusive ? value <= upper.value : value < upper.value);
    return isAbove && isBelow;
  };
}

function atMost(value: number): Bound<Numeric> {
  return { value, inclusive: true };
}

function asNumeric(bound: Bound<Numeric | string> | undefined): Bound<Numeric> | undefined {
  if (bound === undefined || typeof bound.value === 'string') return undefined;
  return { value: bound.value, inclusive: bound.inclusive };
}
