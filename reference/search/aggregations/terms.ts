import type { Yielder } from '../../base/yielder.ts';
import { stride } from '../../base/yielder.ts';
import type { LeafField } from '../../store/field-type.ts';
import { decodeIp } from '../../store/ip.ts';
import type { TermsAggregation } from './aggregation.ts';
import type { Bucket, BucketParts } from './buckets.ts';
import { bucketTable, compareBuckets, shownBuckets } from './buckets.ts';
import type { Collector, CollectScope, Value, ValueReader } from './collector.ts';
import { enterAll, aggregatedField, distinct, readValues, valueText } from './collector.ts';

/** Starts a `terms` aggregation: a bucket for each distinct value, with exact counts. */
export function termsCollector({
  definition,
  children,
  buckets,
}: BucketParts<TermsAggregation>): Collector {
  const { size, min_doc_count, missing, order } = definition;
  const table = bucketTable(buckets, children);
  const compare = compareBuckets(order, children);
  const unlisted: UnlistedValues[] = [];
  let universe: ReadonlySet<Value> | undefined;
  let shown: LeafField | undefined;
  const show = ({ key, count }: Bucket) => {
    const text = valueText(shown, key);
    return {
      key: shown?.type === 'ip' ? decodeIp(String(key)) : key,
      ...(text === undefined ? {} : { key_as_string: text }),
      doc_count: count,
    };
  };
  return {
    enter(scope) {
      const field = aggregatedField(definition.field, scope);
      shown ??= field;
      const { name } = scope.index;
      const read = definition.field === '_index' ? () => [name] : readValues(field, scope, missing);
      if (min_doc_count === 0) unlisted.push({ read, scope });
      const deeper = enterAll(children, scope);
      return (doc, parent) => {
        for (const value of distinct(read(doc))) deeper(doc, table.add(parent, value));
      };
    },
    async result(parent, yielder) {
      universe ??= await valuesOf(unlisted, yielder);
      let seen = 0;
      for (const value of universe) {
        table.numberOf(parent, value);
        if (++seen % stride === 0) await yielder.yieldIfDue();
      }
      const choice = { size, min_doc_count, compare };
      const { listed, total } = await table.first(parent, choice, yielder);
      buckets.add(listed.length);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: listed.reduce((rest, { count }) => rest - count, total),
        buckets: await shownBuckets(listed, { children, show }, yielder),
      };
    },
    valueOf: undefined,
  };
}

interface UnlistedValues {
  readonly read: ValueReader;
  readonly scope: CollectScope;
}

/** Returns all values of segments: with `min_doc_count` 0, values of documents that do not match are listed too. */
async function valuesOf(
  segments: readonly UnlistedValues[],
  yielder: Yielder,
): Promise<ReadonlySet<Value>> {
  const values = new Set<Value>();
  let seen = 0;
  for (const { read, scope } of segments) {
    for (let doc = 0; doc < scope.segment.size; doc++) {
      for (const value of read(doc)) values.add(value);
      if (++seen % scope.segment.stride === 0) await yielder.yieldIfDue();
    }
  }
  return values;
}
