import { refuse } from '../../../base/service-error.ts';
import type { Span } from '../../syntax.ts';
import { intervalFloor } from '../dates/intervals.ts';
import { shiftDate } from '../span-math.ts';

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;

const calendar = (months: number, days = 0): Span => ({ months, days, ms: 0 });
const duration = (ms: number): Span => ({ months: 0, days: 0, ms });

/** Usual lengths of buckets, the longest first. */
const usualLengths: readonly Span[] = [
  calendar(12),
  calendar(1),
  calendar(0, 7),
  calendar(0, 1),
  ...[12, 3, 1].map((hours) => duration(hours * hour_ms)),
  ...[30, 10, 5, 1].map((minutes) => duration(minutes * minute_ms)),
  ...[30, 10, 5, 1].map((seconds) => duration(seconds * second_ms)),
  ...[100, 50, 10, 1].map(duration),
];

interface Wanted {
  /** Maximum number of buckets. */
  readonly most: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly zone: string;
}

const maxBuckets = 10_000;

/**
 * Returns the shortest usual length with which the time between two instants needs at most `most` buckets, or the
 * longest if all need more. Throws illegal_argument_exception if `most` is below 1 or too large.
 */
export function pickInterval(wanted: Wanted): Span {
  const { most } = wanted;
  if (most < 1 || most > maxBuckets) {
    return refuse(`the number of buckets must be between 1 and ${maxBuckets}, found [${most}]`);
  }
  let picked = calendar(12);
  for (const span of usualLengths) {
    if (!covers(span, wanted)) return picked;
    picked = span;
  }
  return picked;
}

function covers(span: Span, { most, from_ms, to_ms, zone }: Wanted): boolean {
  const floor = intervalFloor(span, zone);
  let bucket_ms = floor(from_ms);
  for (let used = 0; used < most; used++) {
    bucket_ms = shiftDate(bucket_ms, span, zone);
    if (!(bucket_ms < to_ms)) return true;
  }
  return false;
}
