import { CompensatedSum } from '../../base/compensated-sum.ts';
import type { JsonObject } from '../../base/json.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import { showDate } from '../query/field-values.ts';
import type { MetricAggregation } from './aggregation.ts';
import { valueBytes } from './buckets.ts';
import type { BucketCount, Collector, Value } from './collector.ts';
import { aggregatedField, checkNumeric, readValues } from './collector.ts';

/** Computes one number for each bucket from its values. */
interface Measure {
  readonly add: (value: Value, bucket: number) => void;
  /** Returns the number of a bucket; undefined if the bucket has no values and the measure needs one. */
  readonly valueOf: (bucket: number) => number | undefined;
}

/** Estimated memory in bytes of a distinct value without its text, and of the distinct values of one bucket. */
const distinct_bytes = 40;
const set_bytes = 160;

/** Starts an `avg`, `sum`, `min`, `max`, `value_count` or `cardinality`. */
export function metricCollector(
  { kind, field: name, missing }: MetricAggregation,
  memory: BucketCount,
): Collector {
  const measure = measures[kind](memory);
  const isCount = kind === 'value_count' || kind === 'cardinality';
  let shown: LeafField | undefined;
  return {
    enter(scope) {
      const field = aggregatedField(name, scope);
      if (field !== undefined && !isCount) checkNumeric(field, kind);
      shown ??= field;
      const read = readValues(field, scope, missing);
      return (doc, bucket) => {
        for (const value of read(doc)) measure.add(value, bucket);
      };
    },
    result: (bucket) =>
      Promise.resolve(resultOf(measure.valueOf(bucket), isCount ? undefined : shown)),
    valueOf: (bucket) => measure.valueOf(bucket) ?? Number.NaN,
  };
}

function resultOf(value: number | undefined, field: LeafField | undefined): JsonObject {
  if (value === undefined) return { value: null };
  if (field === undefined || !isDateField(field)) return { value };
  return { value, value_as_string: showDate(value, { ...field, type: 'date' }) };
}

const measures: Readonly<Record<MetricAggregation['kind'], (memory: BucketCount) => Measure>> = {
  avg() {
    const sums = sumMeasure();
    const counts = countMeasure();
    return {
      add(value, bucket) {
        sums.add(value, bucket);
        counts.add(value, bucket);
      },
      valueOf(bucket) {
        const count = counts.valueOf(bucket) ?? 0;
        return count === 0 ? undefined : (sums.valueOf(bucket) ?? 0) / count;
      },
    };
  },
  sum: sumMeasure,
  min: () => bestMeasure((value, best) => value < best),
  max: () => bestMeasure((value, best) => value > best),
  value_count: countMeasure,
  cardinality(memory) {
    const sets: (Set<Value> | undefined)[] = [];
    return {
      add(value, bucket) {
        const own = sets[bucket];
        const set = (sets[bucket] = own ?? new Set());
        if (set.has(value)) return;
        set.add(value);
        memory.reserve(distinct_bytes + valueBytes(value) + (own === undefined ? set_bytes : 0));
      },
      valueOf: (bucket) => sets[bucket]?.size ?? 0,
    };
  },
};

function sumMeasure(): Measure {
  const sums: (CompensatedSum | undefined)[] = [];
  return {
    add: (value, bucket) => (sums[bucket] ??= new CompensatedSum()).add(Number(value)),
    valueOf: (bucket) => sums[bucket]?.value ?? 0,
  };
}

function countMeasure(): Measure {
  const counts: number[] = [];
  return {
    add(_, bucket) {
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    valueOf: (bucket) => counts[bucket] ?? 0,
  };
}

function bestMeasure(isBetter: (value: number, best: number) => boolean): Measure {
  const bests: (number | undefined)[] = [];
  return {
    add(value, bucket) {
      const number = Number(value);
      const best = bests[bucket];
      if (best === undefined || isBetter(number, best)) bests[bucket] = number;
    },
    valueOf: (bucket) => bests[bucket],
  };
}
