import { later } from '../../base/dates/date-math.ts';
import type { Span } from '../../base/dates/intervals.ts';
import { intervalFloor } from '../../base/dates/intervals.ts';
import { refuse } from '../../base/service-error.ts';
import { checkZone, localToInstant, zoneOffset } from '../../base/time-zone.ts';
import type { Yielder } from '../../base/yielder.ts';
import type { DateField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import { showDate } from '../query/field-values.ts';
import type { DateHistogramAggregation } from './aggregation.ts';
import type { Bucket, BucketTable, BucketParts } from './buckets.ts';
import { bucketTable, compareBuckets, shownBuckets } from './buckets.ts';
import type { BucketCount, Collector } from './collector.ts';
import { enterAll, aggregatedField, distinct, readValues } from './collector.ts';

const defaultFormat = 'strict_date_optional_time';

/** Starts a `date_histogram`: a bucket for each interval between the first and the last date. */
export function dateHistogramCollector({
  definition,
  children,
  buckets,
}: BucketParts<DateHistogramAggregation>): Collector {
  const { interval, time_zone, min_doc_count, missing, order, keyed } = definition;
  const table = bucketTable(buckets, children);
  const rounding = dateRounding(interval, time_zone);
  const compare = compareBuckets(order, children);
  let shown: DateField | undefined;
  const show = ({ key, count }: Bucket) => {
    const { format: own, locale } = shown ?? { format: defaultFormat };
    const form = { type: 'date', format: definition.format ?? own, time_zone, locale } as const;
    return { key_as_string: showDate(Number(key), form), key, doc_count: count };
  };
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
        const starts = read(doc).map((value) => rounding.floor(Number(value)));
        for (const start of distinct(starts)) deeper(doc, table.add(parent, start));
      };
    },
    async result(parent, yielder) {
      if (min_doc_count === 0) await fillGaps(table, { parent, rounding, buckets }, yielder);
      const choice = { size: Infinity, min_doc_count, compare };
      const { listed } = await table.first(parent, choice, yielder);
      buckets.add(listed.length);
      const shown = await shownBuckets(listed, { children, show }, yielder);
      if (!keyed) return { buckets: shown };
      return { buckets: Object.fromEntries(shown.map((each) => [each.key_as_string, each])) };
    },
    valueOf: undefined,
  };
}

interface Gaps {
  readonly parent: number;
  readonly rounding: DateRounding;
  readonly buckets: BucketCount;
}

/** Adds empty buckets between the first and the last. */
async function fillGaps(
  table: BucketTable,
  { parent, rounding, buckets }: Gaps,
  yielder: Yielder,
): Promise<void> {
  let first = Infinity;
  let last = -Infinity;
  for (const value of table.keys(parent)) {
    first = Math.min(first, Number(value));
    last = Math.max(last, Number(value));
  }
  let filled = 0;
  for (let key = first; key < last; key = rounding.next(key)) {
    table.numberOf(parent, key);
    if (++filled % 1000 !== 0) continue;
    // Also checked here, so that filling a wide gap cannot exhaust the memory.
    buckets.add(filled);
    buckets.add(-filled);
    await yielder.yieldIfDue();
  }
}

/** Divides time into intervals; instants are milliseconds since the epoch. */
type DateRounding = ReturnType<typeof dateRounding>;

/** Takes the interval of a date histogram and its time zone. Throws a ServiceError if the zone is unknown. */
function dateRounding(span: Span, timeZone: string) {
  const zone = checkZone(timeZone);
  return {
    /** Returns the start of the interval that contains an instant. */
    floor: intervalFloor(span, zone),
    /** Returns the start of the interval after the one that starts at an instant. */
    next(start_ms: number): number {
      const moved_ms = later(start_ms + zoneOffset(zone, start_ms), span);
      const after_ms = localToInstant(zone, moved_ms);
      return after_ms > start_ms ? after_ms : localToInstant(zone, later(moved_ms, span));
    },
  };
}
