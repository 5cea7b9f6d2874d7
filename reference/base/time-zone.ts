import { Temporal } from 'temporal-polyfill';
import { refuse } from './service-error.ts';

interface OffsetSpan {
  readonly from_ms: number;
  readonly until_ms: number;
  readonly offset_ms: number;
}

/** The last span used of each zone: neighbouring instants nearly always share it. */
const spans = new Map<string, OffsetSpan>();
const max_cached_zones = 1000;

/** Takes a zone (`UTC`, `Z`, `+01:00`, `Europe/Paris`) and an instant; gives what local time is ahead of UTC, in ms. */
export function zoneOffset(zone: string, epoch_ms: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return fixed;
  const known = spans.get(zone);
  if (known !== undefined && epoch_ms >= known.from_ms && epoch_ms < known.until_ms) {
    return known.offset_ms;
  }
  const span = findSpan(zone, epoch_ms);
  if (spans.size >= max_cached_zones) spans.clear();
  spans.set(zone, span);
  return span.offset_ms;
}

/**
 * Gives what `zoneOffset` gives for one zone, for many instants: it keeps the last span by itself.
 * Throws illegal_argument_exception where the zone is none.
 */
export function offsetReader(zone: string): (epoch_ms: number) => number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return () => fixed;
  let span = findSpan(zone, 0);
  return (epoch_ms) => {
    if (epoch_ms < span.from_ms || epoch_ms >= span.until_ms) span = findSpan(zone, epoch_ms);
    return span.offset_ms;
  };
}

/** Takes local time as if it were UTC; gives the instant in ms (the later side of a gap, the earlier of an overlap). */
export function localToInstant(zone: string, local_ms: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return local_ms - fixed;
  return Temporal.Instant.fromEpochMilliseconds(local_ms)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(checkZone(zone)).epochMilliseconds;
}

/** Gives the zone back where it is one; throws otherwise. */
export function checkZone(zone: string): string {
  if (fixedOffset(zone) !== undefined) return zone;
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId;
  } catch {
    return refuse(`failed to parse time zone [${zone}]: unknown time-zone ID`);
  }
}

/** Takes an offset in ms; gives `Z`, or `+01:00` (`+0100` without the colon). */
export function formatOffset(offset_ms: number, colon = true): string {
  if (offset_ms === 0) return 'Z';
  const minutes = Math.round(Math.abs(offset_ms) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset_ms < 0 ? '-' : '+';
  return `${sign}${two(Math.floor(minutes / 60))}${colon ? ':' : ''}${two(minutes % 60)}`;
}

function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z' || zone === 'z' || zone === 'GMT') return 0;
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(zone);
  if (match === null) return undefined;
  const [, sign, hours, minutes = '0', seconds = '0'] = match;
  if (Number(hours) > 18 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const size_s = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (sign === '-' ? -size_s : size_s) * 1000;
}

function findSpan(zone: string, epoch_ms: number): OffsetSpan {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(epoch_ms)).toZonedDateTimeISO(
    checkZone(zone),
  );
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = at.getTimeZoneTransition('next');
  return {
    from_ms: previous?.epochMilliseconds ?? -Infinity,
    until_ms: next?.epochMilliseconds ?? Infinity,
    offset_ms: at.offsetNanoseconds / 1e6,
  };
}
