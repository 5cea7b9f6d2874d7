import type { JsonObject } from '../../base/json.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { MetricAggregation } from './aggregation.ts';
import type { Accumulator, Figure, Reserve } from './accumulators.ts';
import { counted, distinct, extreme, summed } from './accumulators.ts';
import type { BucketCount, Collector } from './collector.ts';
import { aggregatedField, checkNumeric, readValues, valueText } from './collector.ts';

/** Estimated memory in bytes of the accumulator of a bucket. */
const state_bytes = 160;

/** Starts an `avg`, `sum`, `min`, `max`, `value_count` or `cardinality`. */
export function metricCollector(
  { kind, field: name, missing }: MetricAggregation,
  memory: BucketCount,
): Collector {
  const states: (Accumulator | undefined)[] = [];
  const stateOf = (bucket: number): Accumulator => {
    const known = states[bucket];
    if (known !== undefined) return known;
    memory.reserve(state_bytes);
    return (states[bucket] = accumulators[kind](memory.reserve));
  };
  const isCount = kind === 'value_count' || kind === 'cardinality';
  const withoutValues = isCount || kind === 'sum' ? 0 : null;
  const valueOf = (bucket: number) => states[bucket]?.result() ?? withoutValues;
  let shown: LeafField | undefined;
  return {
    enter(scope) {
      const field = aggregatedField(name, scope);
      if (field !== undefined && !isCount) checkNumeric(field, kind);
      shown ??= field;
      const read = readValues(field, scope, missing);
      return (doc, bucket) => {
        for (const value of read(doc)) stateOf(bucket).add(value);
      };
    },
    result: (bucket) => Promise.resolve(resultOf(valueOf(bucket), isCount ? undefined : shown)),
    valueOf: (bucket) => Number(valueOf(bucket) ?? Number.NaN),
  };
}

function resultOf(figure: Figure, field: LeafField | undefined): JsonObject {
  if (figure === null) return { value: null };
  const value = Number(figure);
  const text = valueText(field, value);
  return { value, ...(text === undefined ? {} : { value_as_string: text }) };
}

const accumulators: Readonly<Record<MetricAggregation['kind'], (reserve: Reserve) => Accumulator>> =
  {
    avg: () => summed((sum, count) => sum / count),
    sum: () => summed((sum) => sum),
    min: (reserve) => extreme(1, reserve),
    max: (reserve) => extreme(-1, reserve),
    value_count: counted,
    cardinality: (reserve) => distinct(({ size }) => size, reserve),
  };
