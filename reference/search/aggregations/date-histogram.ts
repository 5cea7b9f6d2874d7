import { at } from '../../base/assert.ts';
import type { JsonObject } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import { showDate } from '../query/date-value.ts';
import type { DateHistogramAggregation } from './aggregation.ts';
import type { Bucket, BucketTable } from './buckets.ts';
import { bucketTable, compareBuckets } from './buckets.ts';
import type { BucketCount, Collector, Collectors } from './collector.ts';
import { enterAll, resultsOf } from './collector.ts';
import type { DateRounding } from './date-rounding.ts';
import { dateRounding } from './date-rounding.ts';
import { aggregatedField, readValues } from './values.ts';

/** The parts of a date histogram. */
export interface HistogramParts {
  readonly definition: DateHistogramAggregation;
  readonly children: Collectors;
  readonly buckets: BucketCount;
}

const defaultFormat = 'strict_date_optional_time';

/** Starts a `date_histogram`: a bucket for each interval between the first and the last date. */
export function dateHistogramCollector({
  definition,
  children,
  buckets,
}: HistogramParts): Collector {
  const { interval, time_zone, min_doc_count, missing, order, keyed } = definition;
  const table = bucketTable(buckets, children);
  const rounding = dateRounding(interval, time_zone);
  const compare = compareBuckets(order, children);
  let shown: LeafField | undefined;
  const textOf = (key: number): string => {
    const field = shown !== undefined && isDateField(shown) ? shown : undefined;
    const format = definition.format ?? field?.format ?? defaultFormat;
    return showDate(key, { type: 'date', format, time_zone, locale: field?.locale });
  };
  const show = ({ key, count, number }: Bucket): JsonObject => ({
    key_as_string: textOf(Number(key)),
    key,
    doc_count: count,
    ...resultsOf(children, number),
  });
  return {
    enter(scope) {
      const field = aggregatedField(definition.field, scope);
      if (field !== undefined && !isDateField(field)) {
        refuse(
          `Field [${field.name}] of type [${field.type}] is not supported for aggregation [date_histogram]`,
        );
      }
      shown ??= field;
      const read = readValues(field, scope, missing);
      const deeper = enterAll(children, scope);
      return (doc, parent) => {
        let last: number | undefined;
        read(doc, (value) => {
          const key = rounding.floor(Number(value));
          if (key === last) return;
          last = key;
          deeper(doc, table.add(parent, key));
        });
      };
    },
    result(parent) {
      if (min_doc_count === 0) fillGaps(table, { parent, rounding, buckets });
      const listed = table
        .list(parent)
        .filter(({ count }) => count >= min_doc_count)
        .sort(compare);
      buckets.add(listed.length);
      if (!keyed) return { buckets: listed.map(show) };
      const named = listed.map((bucket) => [textOf(Number(bucket.key)), show(bucket)] as const);
      return { buckets: Object.fromEntries(named) };
    },
    valueOf: undefined,
  };
}

interface Gaps {
  readonly parent: number;
  readonly rounding: DateRounding;
  readonly buckets: BucketCount;
}

function fillGaps(table: BucketTable, { parent, rounding, buckets }: Gaps): void {
  const keys = table.list(parent).map(({ key }) => Number(key));
  if (keys.length === 0) return;
  let first = at(keys, 0);
  let last = first;
  for (const key of keys) {
    if (key > last) last = key;
    if (key < first) first = key;
  }
  let filled = 0;
  for (let key = rounding.next(first); key < last; key = rounding.next(key)) {
    table.numberOf(parent, key);
    // Also checked here, so that filling a wide gap cannot exhaust the memory.
    if (++filled % 10_000 === 0) checkGap(buckets, filled);
  }
}

function checkGap(buckets: BucketCount, filled: number): void {
  buckets.add(filled);
  buckets.add(-filled);
}
