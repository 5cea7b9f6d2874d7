import type { JsonObject } from '../../base/json.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { TermsAggregation } from './aggregation.ts';
import type { Bucket } from './buckets.ts';
import { bucketTable, compareBuckets } from './buckets.ts';
import type { BucketCount, Collector, Collectors, CollectScope } from './collector.ts';
import { enterAll, resultsOf } from './collector.ts';
import type { Value, ValueReader } from './values.ts';
import { aggregatedField, readIndexName, readValues, valueText } from './values.ts';

/** The parts of a `terms` aggregation. */
export interface TermsParts {
  readonly definition: TermsAggregation;
  readonly children: Collectors;
  readonly buckets: BucketCount;
}

/** Starts a `terms` aggregation: a bucket for each distinct value, with exact counts. */
export function termsCollector({ definition, children, buckets }: TermsParts): Collector {
  const { size, min_doc_count, missing, order } = definition;
  const table = bucketTable(buckets, children);
  const compare = compareBuckets(order, children);
  const universe = new Set<Value>();
  let shown: LeafField | undefined;
  return {
    enter(scope) {
      const field = aggregatedField(definition.field, scope);
      shown ??= field;
      const read =
        definition.field === '_index' ? readIndexName(scope) : readValues(field, scope, missing);
      if (min_doc_count === 0) addAllValues(universe, read, scope);
      const deeper = enterAll(children, scope);
      return (doc, parent) => {
        let seen: Set<Value> | undefined;
        read(doc, (value) => {
          if (seen?.has(value) === true) return;
          (seen ??= new Set()).add(value);
          deeper(doc, table.add(parent, value));
        });
      };
    },
    result(parent) {
      for (const value of universe) table.numberOf(parent, value);
      const all = table.list(parent).filter(({ count }) => count >= min_doc_count);
      const listed = [...all].sort(compare).slice(0, size);
      buckets.add(listed.length);
      const inList = listed.reduce((sum, { count }) => sum + count, 0);
      const total = all.reduce((sum, { count }) => sum + count, 0);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: total - inList,
        buckets: listed.map((bucket) => bucketResult(bucket, shown, children)),
      };
    },
    valueOf: undefined,
  };
}

/** Adds all values of a segment: with `min_doc_count` 0, values of documents that do not match are listed too. */
function addAllValues(universe: Set<Value>, read: ValueReader, { segment }: CollectScope): void {
  for (let doc = 0; doc < segment.size; doc++) read(doc, (value) => universe.add(value));
}

function bucketResult(
  { key, count, number }: Bucket,
  field: LeafField | undefined,
  children: Collectors,
): JsonObject {
  const text = valueText(field, key);
  return {
    key,
    ...(text === undefined ? {} : { key_as_string: text }),
    doc_count: count,
    ...resultsOf(children, number),
  };
}
