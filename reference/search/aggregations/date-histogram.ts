import { addMonths } from '../../base/dates/date-math.ts';
import type { Span } from '../../base/dates/intervals.ts';
import { intervalFloor } from '../../base/dates/intervals.ts';
import type { JsonObject } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import { checkZone, localToInstant, zoneOffset } from '../../base/time-zone.ts';
import type { Yielder } from '../../base/yielder.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import { showDate } from '../query/field-values.ts';
import type { DateHistogramAggregation, CalendarUnit } from './aggregation.ts';
import type { Bucket, BucketTable } from './buckets.ts';
import { bucketTable, compareBuckets } from './buckets.ts';
import type { BucketCount, Collector, Collectors } from './collector.ts';
import { enterAll, resultsOf, aggregatedField, distinct, readValues } from './collector.ts';

/** The parts of a date histogram. */
interface HistogramParts {
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
  const show = ({ key, count }: Bucket): ShownBucket => ({
    key_as_string: textOf(Number(key)),
    key,
    doc_count: count,
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
        const starts = read(doc).map((value) => rounding.floor(Number(value)));
        for (const start of distinct(starts)) deeper(doc, table.add(parent, start));
      };
    },
    async result(parent, yielder) {
      if (min_doc_count === 0) await fillGaps(table, { parent, rounding, buckets }, yielder);
      const choice = { size: Infinity, min_doc_count, compare };
      const { listed } = await table.first(parent, choice, yielder);
      buckets.add(listed.length);
      const shown: ShownBucket[] = [];
      for (const bucket of listed) {
        const own = show(bucket);
        // Most have no sub-aggregations: nothing to wait for.
        shown.push(
          children.size === 0
            ? own
            : { ...own, ...(await resultsOf(children, bucket.number, yielder)) },
        );
        const rest = yielder.yieldIfDue();
        if (rest !== undefined) await rest;
      }
      return { buckets: keyed ? byText(shown) : shown };
    },
    valueOf: undefined,
  };
}

/** A bucket in a result. */
type ShownBucket = JsonObject & { readonly key_as_string: string };

function byText(buckets: readonly ShownBucket[]): JsonObject {
  return Object.fromEntries(buckets.map((bucket) => [bucket.key_as_string, bucket]));
}

interface Gaps {
  readonly parent: number;
  readonly rounding: DateRounding;
  readonly buckets: BucketCount;
}

async function fillGaps(
  table: BucketTable,
  { parent, rounding, buckets }: Gaps,
  yielder: Yielder,
): Promise<void> {
  let first = Infinity;
  let last = -Infinity;
  for (const value of table.keys(parent)) {
    const key = Number(value);
    if (key > last) last = key;
    if (key < first) first = key;
  }
  if (first === Infinity) return;
  let filled = 0;
  for (let key = rounding.next(first); key < last; key = rounding.next(key)) {
    table.numberOf(parent, key);
    // Also checked here, so that filling a wide gap cannot exhaust the memory.
    if (++filled % 1000 !== 0) continue;
    checkGap(buckets, filled);
    await yielder.yieldIfDue();
  }
}

function checkGap(buckets: BucketCount, filled: number): void {
  buckets.add(filled);
  buckets.add(-filled);
}

/** Divides time into intervals; instants are milliseconds since the epoch. */
interface DateRounding {
  /** Returns the start of the interval that contains an instant. */
  readonly floor: (epoch_ms: number) => number;
  /** Returns the start of the interval after the one that starts at `start_ms`. */
  readonly next: (start_ms: number) => number;
}

const noTime: Span = { months: 0, days: 0, ms: 0 };

const spans: Readonly<Record<CalendarUnit, Span>> = {
  minute: { ...noTime, ms: 60_000 },
  hour: { ...noTime, ms: 3_600_000 },
  day: { ...noTime, days: 1 },
  week: { ...noTime, days: 7 },
  month: { ...noTime, months: 1 },
  quarter: { ...noTime, months: 3 },
  year: { ...noTime, months: 12 },
};

/** Takes the interval of a date histogram and its time zone. Throws a ServiceError if the zone is unknown. */
function dateRounding(
  interval: DateHistogramAggregation['interval'],
  timeZone: string,
): DateRounding {
  const zone = checkZone(timeZone);
  const span =
    'fixed_ms' in interval ? { ...noTime, ms: interval.fixed_ms } : spans[interval.calendar];
  const move = (local_ms: number): number =>
    addMonths(local_ms, span.months) + span.days * 86_400_000 + span.ms;
  return {
    floor: intervalFloor(span, zone),
    next(start_ms) {
      const moved_ms = move(start_ms + zoneOffset(zone, start_ms));
      const after_ms = localToInstant(zone, moved_ms);
      return after_ms > start_ms ? after_ms : localToInstant(zone, move(moved_ms));
    },
  };
}
