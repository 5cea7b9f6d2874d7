import type { JsonObject } from '../../base/json.ts';
import { SplitMap } from '../../store/split-map.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import { showDate } from '../query/date-value.ts';
import type { MetricAggregation } from './aggregation.ts';
import { valueBytes } from './buckets.ts';
import type { BucketCount, Collector } from './collector.ts';
import type { Numbers } from './read-numbers.ts';
import { readNumbers } from './read-numbers.ts';
import { aggregatedField, checkNumeric, readValues } from './values.ts';
import type { Value, Visit } from './values.ts';

/** A measure whose value for a bucket without values is 0. */
interface Total extends Measure {
  readonly valueOf: (bucket: number) => number;
}

/** Computes one number for each bucket from its values. */
interface Measure {
  /** Takes the values of some documents: numbers, or values of any kind. */
  readonly add: { readonly numbers: (numbers: Numbers) => void } | { readonly values: Visit };
  /** Returns the number of a bucket; undefined if the bucket has no values and the measure needs one. */
  readonly valueOf: (bucket: number) => number | undefined;
}

/** Estimated memory in bytes of a distinct value without its text. */
const distinct_bytes = 40;

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
      const { add } = measure;
      if ('numbers' in add) {
        const read = readNumbers(field, scope, missing);
        return (batch) => read(batch, add.numbers);
      }
      const read = readValues(field, scope, missing);
      return (batch) => read(batch, add.values);
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
    const counts: number[] = [];
    return {
      add: {
        numbers(given) {
          sums.add.numbers(given);
          for (let at = 0; at < given.length; at++) countIn(counts, given.buckets[at]!);
        },
      },
      valueOf(bucket) {
        const count = counts[bucket];
        return count === undefined ? undefined : sums.valueOf(bucket) / count;
      },
    };
  },
  sum: sumMeasure,
  min: () => bestMeasure((value, best) => value < best),
  max: () => bestMeasure((value, best) => value > best),
  value_count: countMeasure,
  cardinality(memory) {
    const sets: (SplitMap<Value, true> | undefined)[] = [];
    return {
      add: {
        values(value, _, bucket) {
          const set = (sets[bucket] ??= new SplitMap());
          if (set.get(value) === true) return;
          set.add(value, true);
          memory.reserve(distinct_bytes + valueBytes(value));
        },
      },
      valueOf: (bucket) => sets[bucket]?.size ?? 0,
    };
  },
};

/** A measure of numbers. */
interface NumberMeasure {
  readonly add: { readonly numbers: (numbers: Numbers) => void };
}

/** Sums with compensation (Kahan), so that the order of documents does not matter. */
function sumMeasure(): Total & NumberMeasure {
  const sums: number[] = [];
  const errors: number[] = [];
  const numbers = ({ buckets, values, length }: Numbers): void => {
    for (let at = 0; at < length; at++) {
      const bucket = buckets[at]!;
      const sum = sums[bucket] ?? 0;
      const corrected = values[at]! - (errors[bucket] ?? 0);
      const next = sum + corrected;
      errors[bucket] = next - sum - corrected;
      sums[bucket] = next;
    }
  };
  return { add: { numbers }, valueOf: (bucket) => sums[bucket] ?? 0 };
}

function countMeasure(): Total {
  const counts: number[] = [];
  const values: Visit = (_value, _doc, bucket) => countIn(counts, bucket);
  return { add: { values }, valueOf: (bucket) => counts[bucket] ?? 0 };
}

function countIn(counts: number[], bucket: number): void {
  counts[bucket] = (counts[bucket] ?? 0) + 1;
}

function bestMeasure(isBetter: (value: number, best: number) => boolean): Measure {
  const bests: (number | undefined)[] = [];
  const numbers = ({ buckets, values, length }: Numbers): void => {
    for (let at = 0; at < length; at++) {
      const bucket = buckets[at]!;
      const best = bests[bucket];
      if (best === undefined || isBetter(values[at]!, best)) bests[bucket] = values[at]!;
    }
  };
  return { add: { numbers }, valueOf: (bucket) => bests[bucket] };
}
