import type { Instant } from './calendar.ts';
import { daysOf } from './calendar.ts';
import { formatOffset, zoneOffset } from '../time-zone.ts';
import { dayNames, monthNames } from './pattern-parts.ts';

/** Takes one run of a pattern's letter, an instant and a zone; gives the text in its place. */
export function formatPart(
  piece: { readonly letter: string; readonly count: number },
  instant: Instant,
  zone: string,
): string {
  const { letter, count } = piece;
  const offset_ms = zoneOffset(zone, instant.ms);
  const local = new Date(instant.ms + offset_ms);
  const pad = (value: number) => String(value).padStart(count, '0');
  switch (letter) {
    case 'y':
    case 'u':
      return formatYear(local.getUTCFullYear(), count);
    case 'M':
    case 'L':
      return formatMonth(local.getUTCMonth(), count);
    case 'E': {
      const name = dayNames[local.getUTCDay()] ?? '';
      return count > 3 ? name : name.slice(0, 3);
    }
    case 'd':
      return pad(local.getUTCDate());
    case 'D':
      return pad(dayOfYear(local));
    default:
      return formatTime(piece, { local, nanos: instant.nanos, offset_ms, zone });
  }
}

interface LocalTime {
  readonly local: Date;
  readonly nanos: number;
  readonly offset_ms: number;
  readonly zone: string;
}

function formatTime(
  piece: { readonly letter: string; readonly count: number },
  time: LocalTime,
): string {
  const { letter, count } = piece;
  const { local } = time;
  const pad = (value: number) => String(value).padStart(count, '0');
  const hour = local.getUTCHours();
  switch (letter) {
    case 'H':
      return pad(hour);
    case 'k':
      return pad(hour === 0 ? 24 : hour);
    case 'h':
      return pad(hour % 12 === 0 ? 12 : hour % 12);
    case 'K':
      return pad(hour % 12);
    case 'm':
      return pad(local.getUTCMinutes());
    case 's':
      return pad(local.getUTCSeconds());
    default:
      return formatFraction(piece, time);
  }
}

function formatFraction(
  { letter, count }: { readonly letter: string; readonly count: number },
  { local, nanos, offset_ms, zone }: LocalTime,
): string {
  const ofSecond = local.getUTCMilliseconds() * 1e6 + nanos;
  switch (letter) {
    case 'S':
      return String(ofSecond).padStart(9, '0').slice(0, count);
    case 'n':
      return String(ofSecond).padStart(count, '0');
    case 'a':
      return local.getUTCHours() < 12 ? 'AM' : 'PM';
    case 'z':
    case 'V':
      return zone;
    default:
      return formatZone(letter, count, offset_ms);
  }
}

function formatZone(letter: string, count: number, offset_ms: number): string {
  if (offset_ms === 0 && letter !== 'X') return letter === 'Z' || count < 3 ? '+0000' : '+00:00';
  const text = formatOffset(offset_ms, letter !== 'Z' && count >= 3);
  return count === 1 && letter !== 'Z' ? text.replace(/(\d\d)00$/, '$1') : text;
}

function formatYear(year: number, count: number): string {
  if (count === 2) return String(year % 100).padStart(2, '0');
  const digits = String(Math.abs(year)).padStart(count, '0');
  if (year < 0) return `-${digits}`;
  return digits.length > 4 && count >= 4 ? `+${digits}` : digits;
}

function formatMonth(month: number, count: number): string {
  const name = monthNames[month] ?? '';
  if (count > 3) return name;
  return count === 3 ? name.slice(0, 3) : String(month + 1).padStart(count, '0');
}

function dayOfYear(local: Date): number {
  const year = local.getUTCFullYear();
  return Math.floor(local.getTime() / 86_400_000) - daysOf(year, 1, 1) + 1;
}
