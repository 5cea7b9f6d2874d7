import { Temporal } from 'temporal-polyfill';
import { refuse } from './service-error.ts';

interface OffsetSpan {
  readonly from_ms: number;
  readonly until_ms: number;
  readonly offset_ms: number;
}

/**
 * Cache of the spans of each zone, the most recently used first: neighbouring instants are nearly always in one span.
 */
const spans = new Map<string, readonly OffsetSpan[]>();
const maxCachedZones = 1000;
const maxCachedSpans = 500;
const twoDays_ms = 172_800_000;
/** Instants are less than this before or after 1970; the offset at one of them holds for all times beyond. */
const lastInstant_ms = 8.64e15 - 1;

/**
 * Takes a zone (`UTC`, `Z`, `+01:00`, `Europe/Paris`) and an instant; returns the offset of local time from UTC in ms.
 */
export function zoneOffset(zone: string, epoch_ms: number): number {
  const known = spans.get(zone) ?? [];
  const fixed = known.length > 0 ? undefined : constantOffset(zone);
  if (fixed !== undefined) return fixed;
  const at = known.findIndex((span) => epoch_ms >= span.from_ms && epoch_ms < span.until_ms);
  const span = known[at] ?? findSpan(zone, epoch_ms);
  if (at === 0) return span.offset_ms;
  const others = known.filter((each) => each !== span).slice(0, maxCachedSpans - 1);
  if (spans.size >= maxCachedZones) spans.clear();
  spans.set(zone, [span, ...others]);
  return span.offset_ms;
}

/** Returns `zoneOffset` for one zone. Throws illegal_argument_exception if the zone is unknown. */
export function offsetReader(zone: string): (epoch_ms: number) => number {
  checkZone(zone);
  return (epoch_ms) => zoneOffset(zone, epoch_ms);
}

/**
 * Takes local time as if it were UTC; returns the instant in ms (the later side of a gap, the earlier of an overlap).
 */
export function localToInstant(zone: string, local_ms: number): number {
  const fixed = constantOffset(zone);
  if (fixed !== undefined) return local_ms - fixed;
  // If the offset does not change within two days, there is only one candidate.
  const before_ms = zoneOffset(zone, local_ms - twoDays_ms);
  if (before_ms === zoneOffset(zone, local_ms + twoDays_ms)) return local_ms - before_ms;
  return Temporal.Instant.fromEpochMilliseconds(local_ms)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(checkZone(zone)).epochMilliseconds;
}

/** Returns the zone unchanged. Throws illegal_argument_exception if it is unknown. */
export function checkZone(zone: string): string {
  if (constantOffset(zone) !== undefined) return zone;
  const problem = `failed to parse time zone [${zone}]: unknown time-zone ID`;
  // `Temporal` takes offsets of up to a day.
  if (/^[+-]/.test(zone)) return refuse(problem);
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId;
  } catch {
    return refuse(problem);
  }
}

/** Takes an offset in ms; returns `Z`, or `+01:00` (`+0100` without the colon). */
export function formatOffset(offset_ms: number, colon = true): string {
  if (offset_ms === 0) return 'Z';
  const minutes = Math.round(Math.abs(offset_ms) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset_ms < 0 ? '-' : '+';
  return `${sign}${two(Math.floor(minutes / 60))}${colon ? ':' : ''}${two(minutes % 60)}`;
}

/** The greatest offset of a zone in seconds: 18 hours. */
const most_s = 18 * 3600;

/** Returns the offset in ms of a zone that has always the same one (`UTC`, `+01:00`); undefined for all others. */
export function constantOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z' || zone === 'z' || zone === 'GMT') return 0;
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(zone);
  if (match === null) return undefined;
  const [, sign, hours, minutes = '0', seconds = '0'] = match;
  const totalSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (totalSeconds > most_s || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return (sign === '-' ? -totalSeconds : totalSeconds) * 1000;
}

function findSpan(zone: string, epoch_ms: number): OffsetSpan {
  const within_ms = Math.max(-lastInstant_ms, Math.min(lastInstant_ms, Math.floor(epoch_ms)));
  const at = Temporal.Instant.fromEpochMilliseconds(within_ms).toZonedDateTimeISO(checkZone(zone));
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = at.getTimeZoneTransition('next');
  return {
    from_ms: previous?.epochMilliseconds ?? -Infinity,
    until_ms: next?.epochMilliseconds ?? Infinity,
    offset_ms: at.offsetNanoseconds / 1e6,
  };
}
